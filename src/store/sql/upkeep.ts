// Checkpoints and vacuums of the embedded database. A server runs them by itself, Postgres in a single process does not.
import type { PGlite } from '@electric-sql/pglite'

type Client = Pick<PGlite, 'query'>

const LOOK_EVERY_MS = 1_000
const MIB = 1024 * 1024
/** What a start after a crash replays at most, but for what was written since the last look. */
const MOST_LOG_BYTES = 64 * MIB
/** Tables change only as the log grows, so they are looked at once it has grown by this much. */
const LOG_BYTES_PER_LOOK = 8 * MIB

const READ_LOG = `select (pg_current_wal_lsn() - '0/0')::float8 as written,
  (pg_current_wal_lsn() - redo_lsn)::float8 as since_checkpoint from pg_control_checkpoint()`

/**
 * A vacuum holds the only connection, and the watchdog ends a process that stands still for 30 s. This much is some
 * 2,500,000 rows; a larger table belongs on a server.
 */
const MOST_TABLE_BYTES = 1024 * MIB

/**
 * Tables, their long values and the catalogue, by the rule of autovacuum. Its counts are lost with the process, so what
 * has grown since its last vacuum is due as well. Transaction ids must be frozen before they are used again.
 */
const FIND_DUE_TABLES = `select oid::regclass::text as name from pg_class
  where relkind in ('r', 'm', 't') and relpersistence <> 't'
    and pg_table_size(oid) + pg_indexes_size(oid) < ${MOST_TABLE_BYTES}
    and (pg_stat_get_dead_tuples(oid) + pg_stat_get_ins_since_vacuum(oid) > 1000 + 0.2 * greatest(reltuples, 0)
      or pg_relation_size(oid) / current_setting('block_size')::int > 128 + 1.2 * relpages
      or age(relfrozenxid) > 150000000)`

/** Begins to look after the database; returns the function that stops it after the step that runs. */
export function startUpkeep(client: Client, onError: (error: unknown) => void): () => Promise<void> {
  let tablesSeenAt = 0
  let isStopped = false
  let running = Promise.resolve()
  let timer = lookLater()

  function lookLater(): NodeJS.Timeout {
    const begin = () => {
      running = look()
        .catch(onError)
        .then(() => {
          if (!isStopped) timer = lookLater()
        })
    }
    return setTimeout(begin, LOOK_EVERY_MS).unref()
  }

  async function look(): Promise<void> {
    const written = await shortenLog(client)
    if (written - tablesSeenAt < LOG_BYTES_PER_LOOK) return
    tablesSeenAt = written
    for (const name of await dueTables(client)) {
      await nextTurn()
      if (isStopped) return
      await vacuum(client, name).catch(onError)
    }
  }

  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}

/** Returns how much has ever been written to the log. */
async function shortenLog(client: Client): Promise<number> {
  const { rows } = await client.query<{ written: number; since_checkpoint: number }>(READ_LOG)
  const [{ written, since_checkpoint } = { written: 0, since_checkpoint: 0 }] = rows
  if (since_checkpoint > MOST_LOG_BYTES) await client.query('checkpoint')
  return written
}

async function dueTables(client: Client): Promise<string[]> {
  return (await client.query<{ name: string }>(FIND_DUE_TABLES)).rows.map(({ name }) => name)
}

/** The long values of a table have a turn of their own. A vacuum writes to the log as well. */
async function vacuum(client: Client, name: string): Promise<void> {
  await client.query(`vacuum (analyze, process_toast false) ${name}`)
  await shortenLog(client)
}

/** The database answers without leaving this turn of the event loop: requests would wait for all tables. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
