// Postgres over the network, shared by any number of processes.
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { NotedRevisions } from '../revisions/noted-revisions.js'
import { AnnouncementSender, withAnnouncements } from './announcements.js'
import {
  type Connection,
  type ConnectionSettings,
  type DriverOptions,
  limitedBegin,
  openConnection
} from './connection/connection.js'
import type { Address } from './connection/sockets.js'
import { countTransactions, type Database, type Db, type Transaction } from './database.js'
import { type DrizzleClient, drizzleClient } from './drizzle-client.js'
import { POSTGRES_LIMITS, type PostgresAddresses, type PostgresLimits, type TimeLimits } from './limits.js'
import { openListener } from './listener.js'
import { Pool } from './pool.js'

/** A check of the job queue does not wait for its upkeep. */
const TEXTS_AT_ONCE = 2
/** One more connection receives all notifications. */
const LISTENER_CONNECTIONS = 1
/** Has no time limits, for the start: it may wait for another process that migrates, and may migrate itself. */
const UNLIMITED_BEGIN =
  "begin; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = '10min'"

const shared = {
  onnotice: () => {},
  connection: { application_name: 'repository-automation-service' }
}

/** Strings pass unchanged, so that callers can pass JSON as text. */
const json = {
  to: 114,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text)
}

export function openPostgres(
  addresses: string | PostgresAddresses,
  limits: PostgresLimits = POSTGRES_LIMITS
): Database {
  const { url, sessionUrl } = typeof addresses === 'string' ? { url: addresses } : addresses
  const sizes = sizesOf(limits.connections)
  // Drizzle changes how its driver handles JSON and dates, so foreign SQL needs options of its own.
  const ours = postgres(url, { ...shared, max: 1 }).options
  const plain = postgres(url, { ...shared, max: 1, types: { json } }).options
  const isPooled = sessionUrl !== undefined
  const open = openerOf(limits.seconds, isPooled)
  const waitMs = limits.seconds.answer * 1000
  const pool = new Pool({ size: sizes.ours, waitMs, open: () => open(ours) })
  const plainPool = new Pool({ size: sizes.plain, waitMs, open: () => open(plain) })
  const sessions = sessionUrl === undefined ? undefined : sessionsOf(sessionUrl, limits)
  const ownPool = sessions?.pool ?? plainPool
  const listener = openListener(sessions?.listen ?? ((onNotification) => open(plain, onNotification)))
  const run: Database['execute'] = (text, values) =>
    values ? executeOne(plainPool, text, values) : executeAll(ownPool, text)
  const announcer = new AnnouncementSender(run)
  const onTold = (lines: unknown) => announcer.sendLines(lines)
  const begin = isPooled ? limitedBegin(limits.seconds) : 'begin'
  const db = drizzleOn(drizzleClient(pool, ours, { begin, isUnlimited: false, onTold }))
  const patient = drizzleOn(
    drizzleClient(sessions?.patientPool ?? pool, ours, {
      begin: UNLIMITED_BEGIN,
      isUnlimited: true,
      onTold
    })
  )
  return {
    kind: 'postgres',
    // Cast: both drivers are used through the interface that they share.
    db: db as unknown as Db,
    ...countTransactions(announcingTransaction(db, announcer)),
    unlimitedTransaction: announcingTransaction(patient, announcer),
    revisions: new NotedRevisions(run),
    execute: run,
    announce: (channel, message) => announcer.send(channel, message),
    listen: listener.listen,
    async close() {
      await announcer.close()
      await Promise.all([pool.close(), plainPool.close(), sessions?.close(), listener.close()])
    }
  }
}

/**
 * What needs a connection of the server for itself: notifications, texts of several statements, and transactions that
 * wait for as long as it takes. Whoever waits for a migration must not hold what its process needs to end it.
 */
function sessionsOf(url: string, { seconds }: PostgresLimits) {
  const ours = postgres(url, { ...shared, max: 1 }).options
  const plain = postgres(url, { ...shared, max: 1, types: { json } }).options
  const open = openerOf(seconds, false)
  const waitMs = seconds.answer * 1000
  const pool = new Pool({ size: TEXTS_AT_ONCE, waitMs, open: () => open(plain) })
  const patientPool = new Pool({ size: 1, waitMs, open: () => open(ours) })
  return {
    pool,
    patientPool,
    listen: (onNotification: ConnectionSettings['onNotification']) => open(plain, onNotification),
    close: () => Promise.all([pool.close(), patientPool.close()])
  }
}

/** Opens single connections, and sets nothing on them that would stay with a pooler. */
export const openerAt = (limits: PostgresLimits) => (url: string) => {
  const { options } = postgres(url, { ...shared, max: 1 })
  const open = openerOf(limits.seconds, true)
  return () => open(options)
}

function drizzleOn(client: DrizzleClient) {
  // Cast: Drizzle expects its driver's client, of which it uses what ours offers.
  return drizzle(client as unknown as postgres.Sql)
}

/** Sends after the commit what a transaction announces by itself. What its triggers told has been sent then. */
function announcingTransaction(db: ReturnType<typeof drizzleOn>, announcer: AnnouncementSender): Transaction {
  // Cast: both drivers are used through the interface that they share.
  const transaction = db.transaction.bind(db) as unknown as Transaction
  return async (work) => {
    const { result, lines } = await transaction((tx) => withAnnouncements(tx, work))
    announcer.sendLines(lines)
    return result
  }
}

/** A quarter of the other connections is for foreign SQL: short statements, mostly of the job queue. */
function sizesOf(connections: number): { ours: number; plain: number } {
  const shared = connections - LISTENER_CONNECTIONS
  const plain = Math.max(1, Math.floor(shared / 4))
  return { ours: shared - plain, plain }
}

type Open = (
  options: DriverOptions,
  onNotification?: ConnectionSettings['onNotification']
) => Promise<Connection>

/** Tries the servers in turn, beginning with the one that answered last. */
function openerOf(limits: TimeLimits, isPooled: boolean): Open {
  let last = 0
  return async (options, onNotification) => {
    const addresses = addressesOf(options)
    let fault: unknown
    for (const address of [...addresses.slice(last), ...addresses.slice(0, last)]) {
      try {
        const connection = await openConnection({ options, address, limits, isPooled, onNotification })
        last = addresses.indexOf(address)
        return connection
      } catch (error) {
        fault = error
      }
    }
    throw fault
  }
}

function addressesOf({ host, port, path }: DriverOptions): Address[] {
  if (typeof path === 'string' && path !== '') return [{ path }]
  return host.map((one, at) => ({ host: one, port: port[at] ?? port[0] ?? 5432 }))
}

async function executeOne(pool: Pool, text: string, values: unknown[]) {
  // The driver rejects undefined.
  return { rows: [...(await pool.run({ text, values: values.map((value) => value ?? null) }))] }
}

/** The SQL may open a transaction, which needs a connection of its own. */
async function executeAll(pool: Pool, text: string) {
  return pool.holding(async (connection) => {
    connection.isPatient = true
    try {
      await connection.run({ text: 'set statement_timeout = 0' })
      const rows = await connection.run({ text })
      await connection.restore()
      return { rows: [...rows] }
    } catch (error) {
      // A failed transaction must not be left open for the next user of the connection.
      await connection
        .run({ text: 'rollback' })
        .then(() => connection.restore())
        .catch((why) => connection.cut(why))
      throw error
    } finally {
      connection.isPatient = false
    }
  })
}
