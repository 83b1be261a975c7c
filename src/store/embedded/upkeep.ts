// Checkpoints, vacuums and statistics of the embedded database: a server sees to them by itself, a single process does not.
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../sql/database.js'
import { type DueStep, findDue } from './due.js'

export interface UpkeepLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface UpkeepParts {
  execute: Database['execute']
  freeBytes(): Promise<number>
  log: UpkeepLog
}

const LOOK_EVERY_MS = 1_000
const MIB = 1024 * 1024
/** What a start after a crash replays at most, but for what was written since the last look. */
const MOST_WAL_BYTES = 64 * MIB
/** Tables change only as the log grows, so they are looked at once it has grown by this much, and after a start. */
const WAL_BYTES_PER_SEARCH = 8 * MIB
/** Nothing else runs meanwhile, and the watchdog ends a process that stands still for 30 s. */
const MOST_STEP_BYTES = 1024 * MIB

const TOO_LARGE =
  'A table of the embedded database has changed so much that to vacuum it would hold up the service: the space of its deleted rows is not used again. Databases of this size belong on a Postgres server'
const NO_ROOM =
  'A table of the embedded database is not vacuumed while the disk of DATA_DIR has less free space than twice what that may write'

/** Begins to look after the database; returns the function that stops it after the step that runs. */
export function startUpkeep(parts: UpkeepParts): () => Promise<void> {
  const stopping = new AbortController()
  const running = lookAgainAndAgain(parts, stopping.signal)
  return () => {
    stopping.abort()
    return running
  }
}

async function lookAgainAndAgain(parts: UpkeepParts, signal: AbortSignal): Promise<void> {
  const upkeep = new Upkeep(parts)
  const onError = (error: unknown) =>
    parts.log.error({ err: error }, 'Upkeep of the embedded database failed')
  while (await pause(signal)) await upkeep.look(signal).catch(onError)
}

/** Returns whether to go on. */
function pause(signal: AbortSignal): Promise<boolean> {
  return setTimeout(LOOK_EVERY_MS, true, { ref: false, signal }).catch(() => false)
}

export class Upkeep {
  readonly #parts: UpkeepParts
  #walBytesAtSearch = 0
  #due: DueStep[] = []
  readonly #warned = new Set<string>()

  constructor(parts: UpkeepParts) {
    this.#parts = parts
  }

  /** Takes one step at most, so that whatever waits for the database has its turn before the next. */
  async look(signal: AbortSignal): Promise<void> {
    const { execute } = this.#parts
    const written = await checkpointIfLong(execute)
    if (this.#due.length === 0 && written - this.#walBytesAtSearch >= WAL_BYTES_PER_SEARCH) {
      this.#walBytesAtSearch = written
      this.#due = await findDue(execute)
    }
    const step = this.#due.shift()
    if (step && !signal.aborted && (await this.#mayTake(step))) await execute(step.statement, [])
  }

  async #mayTake({ table, bytes }: DueStep): Promise<boolean> {
    const freeBytes = await this.#parts.freeBytes()
    if (bytes <= MOST_STEP_BYTES && 2 * bytes <= freeBytes) return true
    if (!this.#warned.has(table))
      this.#parts.log.warn({ table, bytes, freeBytes }, bytes > MOST_STEP_BYTES ? TOO_LARGE : NO_ROOM)
    this.#warned.add(table)
    return false
  }
}

/** Has Postgres publish its counts of rows as well, which it otherwise does when it sees fit. */
const READ_WAL = `select pg_current_wal_lsn() - '0/0' as written, pg_current_wal_lsn() - redo_lsn as to_replay,
  pg_stat_force_next_flush() from pg_control_checkpoint()`

/** Returns how much has ever been written to the log. */
async function checkpointIfLong(execute: Database['execute']): Promise<number> {
  const [row = {}] = (await execute(READ_WAL, [])).rows
  if (Number(row['to_replay']) > MOST_WAL_BYTES) await execute('checkpoint', [])
  return Number(row['written'])
}
