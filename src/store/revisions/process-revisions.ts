// Revisions of the embedded database: all its writes go through this process, so that nothing has to be asked.
import { CHANGES_CHANNEL, channelMessagesOf } from '../sql/announcements.js'
import { ANY_TABLE, type Revisions, TableCounts } from './revisions.js'

/** The job queue writes its own tables alone, and a read writes none. */
const WRITES_NOTHING_OF_OURS = /^\s*select\b[^;]*$|\bpgboss\./i

export class ProcessRevisions implements Revisions {
  readonly #counts = new TableCounts()

  refresh(): undefined {}

  of(tables: readonly string[]): number {
    return this.#counts.of(tables)
  }

  /**
   * Takes what a transaction announces, before it commits: reads wait for it, so that whoever finds the new numbers
   * reads what it has written.
   */
  raiseAnnounced(lines: unknown): void {
    for (const { channel, message } of channelMessagesOf(lines)) {
      if (channel !== CHANGES_CHANNEL) continue
      if (message === ANY_TABLE) this.#counts.raiseAll()
      else this.#counts.raise(message)
    }
  }

  /** SQL that is not ours may write anything, and announces nothing. */
  raiseAfter(foreignSql: string): void {
    if (!WRITES_NOTHING_OF_OURS.test(foreignSql)) this.#counts.raiseAll()
  }
}
