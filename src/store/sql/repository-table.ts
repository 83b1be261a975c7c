// What a table of a repository's rows says of itself: how its rows move when one repository takes the place of another,
// and how they are hidden while their repository is gone. Each capability lists its own.
import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { bareColumn } from './database.js'

export interface RepositoryTable {
  table: PgTable
  repoId: PgColumn
  /** Columns that repeat its full name. */
  names?: readonly PgColumn[]
  /** What tells the rows of one repository apart: one key after the other; an empty one where there is one row. */
  keys?: readonly (readonly PgColumn[])[]
  /** Set in rows that have ended: these clash with no other. */
  gone?: PgColumn
  /** Where a row keeps the repository that it first came from. */
  movedFrom?: PgColumn
  /** Whether a row is shown, and what hides a row for good. */
  live?: { column: PgColumn; unless?: PgColumn }
  /** Columns that refer to rows of a table which may clash, and by what. */
  references?: readonly { column: PgColumn; to: PgColumn }[]
  /** Who works on a row holds it before the repository: here they are held first as well, in this order. */
  heldFirstBy?: PgColumn
}

export function tableName({ table }: RepositoryTable): string {
  return getTableName(table)
}

/** One repository takes the place of another. */
export interface RepositoryPair {
  orphan: number
  live: number
}

/** Rows `o` of the orphan in whose place the live repository has a row `l`. */
export function clashes({ repoId, keys = [], gone }: RepositoryTable, { orphan, live }: RepositoryPair): SQL {
  const isSame = (key: readonly PgColumn[]) =>
    key.length === 0
      ? sql`true`
      : sql.join(
          key.map((one) => sql`o.${bareColumn(one)} = l.${bareColumn(one)}`),
          sql` and `
        )
  const same =
    keys.length === 0
      ? sql`false`
      : sql.join(
          keys.map((key) => sql`(${isSame(key)})`),
          sql` or `
        )
  const there = gone ? sql` and o.${bareColumn(gone)} is null and l.${bareColumn(gone)} is null` : sql``
  return sql`o.${bareColumn(repoId)} = ${orphan} and l.${bareColumn(repoId)} = ${live} and (${same})${there}`
}
