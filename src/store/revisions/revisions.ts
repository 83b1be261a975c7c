// Numbers that tell whether a table has been written since something was read from it.

import { sql } from 'drizzle-orm'
import { changeNotes } from '#tables/revisions/change-notes.js'
import { announceOnCommit, CHANGES_CHANNEL } from '../sql/announcements.js'
import type { Tx } from '../sql/database.js'

/** In place of a table: any of them. */
export const ANY_TABLE = '*'

/** In place of a transaction: the row is no note, but the mark of the table. */
export const MARK_XID = '0'

/** For writes that no trigger tells. */
export async function tellOfAnyTable(tx: Tx): Promise<void> {
  announceOnCommit(tx, CHANGES_CHANNEL, ANY_TABLE)
  await tx.execute(sql`insert into ${changeNotes} values (pg_current_xact_id(), ${ANY_TABLE})
    on conflict do nothing`)
}

/** What was read from tables is true for as long as their number stays the same. */
export interface Revisions {
  /** Resolves once the numbers are those of this moment; undefined if they always are. */
  refresh(): Promise<unknown> | undefined
  /** Grows with every commit that has written one of these tables. As of the last refresh; undefined before the first. */
  of(tables: readonly string[]): number | undefined
}

/** Counts the writes of each table. */
export class TableCounts {
  readonly #counts = new Map<string, number>()
  #ofAll = 0

  raise(table: string): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1)
  }

  /** For when nobody knows what was written. */
  raiseAll(): void {
    this.#ofAll += 1
  }

  of(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#counts.get(table) ?? 0), this.#ofAll)
  }
}
