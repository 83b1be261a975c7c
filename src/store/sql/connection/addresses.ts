// Looks at a start whether the addresses of the database lead where they should: to one database, and to the server
// itself for what needs a session.
import { logText } from '#domain/text/failure.js'
import { addressLeadsNowhere, databasesDiffer, poolerInTheWay } from '#errors/database.js'
import { storeFaultOf } from '#errors/store.js'
import { withTimeout } from '#runtime/timeout.js'
import type { PostgresAddresses } from '../limits.js'
import type { Connection } from './connection.js'

type Open = () => Promise<Connection>

/** A pooler that other clients keep busy may hand out the same connection again by chance. */
const TRIES = 5
/** A pooler with a single connection to the server answers one client only after the other has given it back. */
const WAIT_MS = 500

const PID = 'select pg_backend_pid() as value'
const WHICH = `select concat_ws(' ', pg_postmaster_start_time(), oid) as value from pg_database
  where datname = current_database()`

/** Refuses addresses with which the service would answer nothing later, or hear of no change. */
export async function requireUsableAddresses(
  { url, sessionUrl }: PostgresAddresses,
  openerOf: (url: string) => Open
): Promise<void> {
  const name = sessionUrl === undefined ? 'DATABASE_URL' : 'DATABASE_SESSION_URL'
  const openSession = openerOf(sessionUrl ?? url)
  if (!(await reached(name, keepsSession(openSession)))) throw poolerInTheWay(name)
  if (sessionUrl === undefined) return
  const [pooled, direct] = await Promise.all([
    reached('DATABASE_URL', ask(openerOf(url), WHICH)),
    reached(name, ask(openSession, WHICH))
  ])
  if (pooled !== direct) throw databasesDiffer()
}

/** Says by which address the database was not reached. */
async function reached<Answer>(name: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw storeFaultOf(error) ? addressLeadsNowhere(name, logText(error)) : error
  }
}

const ask = (open: Open, text: string): Promise<unknown> =>
  withConnection(open, (connection) => valueAt(connection, text))

async function withConnection<Result>(
  open: Open,
  work: (connection: Connection) => Promise<Result>
): Promise<Result> {
  const connection = await open()
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

const valueAt = async (connection: Connection, text: string): Promise<unknown> =>
  (await connection.run({ text }))[0]?.['value']

/**
 * Whether a client stays with its connection of the server while another has a transaction open. A pooler in transaction
 * mode lends that one the connection which the first has just used.
 */
const keepsSession = (open: Open): Promise<boolean> =>
  withConnection(open, (one) =>
    withConnection(open, async (other) => {
      for (let tries = 0; tries < TRIES; tries += 1) if (!(await staysWith(one, other))) return false
      return true
    })
  )

async function staysWith(one: Connection, other: Connection): Promise<boolean> {
  const before = await valueAt(one, PID)
  await other.run({ text: 'begin' })
  const asked = valueAt(one, PID)
  await withTimeout(WAIT_MS, asked).catch(() => {})
  await other.run({ text: 'rollback' })
  // However late: a server that has much to do is no pooler.
  return (await asked) === before
}
