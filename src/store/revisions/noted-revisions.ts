// Revisions on a server that several processes write. Triggers note the tables that a transaction writes, in the same
// transaction: one short statement finds what was committed since it was asked last.
import { coalesced } from '#runtime/coalesce.js'
import type { Database } from '../sql/database.js'
import { ANY_TABLE, MARK_XID, type Revisions, TableCounts } from './revisions.js'

/**
 * The notes of transactions that were not over, or had not begun, when the database was seen as `$1`; and what stays the
 * same as long as no note is lost.
 */
const LOOK = `select pg_current_snapshot()::text as seen, concat_ws(' ', pg_postmaster_start_time(),
    'change_notes'::regclass::oid, (select min(table_name) from change_notes where xid = '${MARK_XID}')) as source,
  exists (select from change_notes where xid = '${MARK_XID}') as "isMarked",
  array_to_json(array(
    select table_name from change_notes where xid >= pg_snapshot_xmax($1::pg_snapshot)
    union select table_name from change_notes where xid in (select pg_snapshot_xip($1::pg_snapshot))
  ))::text as written`

/** A mark that is lost with the notes: a fall of the server empties a table that is not logged. */
const MARK = `insert into change_notes values ('${MARK_XID}', gen_random_uuid()::text)`

interface Look {
  /** Which transactions were over. */
  seen: string
  /** The server, the table and the mark in it; undefined without a mark. */
  source: string | undefined
}

export class NotedRevisions implements Revisions {
  readonly #execute: Database['execute']
  readonly #counts = new TableCounts()
  #last: Look | undefined
  /** Whoever asks during a look waits for the next one, which sees all that was committed before. */
  readonly refresh = coalesced(() => this.#look())

  constructor(execute: Database['execute']) {
    this.#execute = execute
  }

  of(tables: readonly string[]): number | undefined {
    return this.#last && this.#counts.of(tables)
  }

  async #look(): Promise<Look> {
    const last = this.#last
    const { written, ...look } = await this.#markedLook(last?.seen ?? null)
    const isUnbroken =
      look.source !== undefined && look.source === last?.source && !written.includes(ANY_TABLE)
    if (isUnbroken) for (const table of written) this.#counts.raise(table)
    else this.#counts.raiseAll()
    this.#last = look
    return look
  }

  async #markedLook(since: string | null): Promise<Look & { written: string[] }> {
    const first = await this.#lookSince(since)
    if (first.source !== undefined) return first
    // A database that takes no writes, as on a full disk, is read all the same: then nothing is kept.
    await this.#execute(MARK, []).catch(() => {})
    return this.#lookSince(since)
  }

  async #lookSince(since: string | null): Promise<Look & { written: string[] }> {
    const [row] = (await this.#execute(LOOK, [since])).rows
    const { seen, source, isMarked, written } = row ?? {}
    return {
      seen: String(seen),
      source: isMarked === true ? String(source) : undefined,
      written: JSON.parse(String(written))
    }
  }
}
