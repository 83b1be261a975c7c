// Postgres over the network, shared by any number of processes.
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { AnnouncementSender } from './announcements.js'
import { type Connection, type ConnectionSettings, type DriverOptions, openConnection } from './connection.js'
import { countTransactions, type Database, type Db, type Transaction } from './database.js'
import { type DrizzleClient, drizzleClient } from './drizzle-client.js'
import { POSTGRES_LIMITS, type PostgresLimits, type TimeLimits } from './limits.js'
import { openListener } from './listener.js'
import { Pool } from './pool.js'
import type { Address } from './sockets.js'

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

export function openPostgres(url: string, limits: PostgresLimits = POSTGRES_LIMITS): Database {
  const sizes = sizesOf(limits.connections)
  // Drizzle changes how its driver handles JSON and dates, so foreign SQL needs options of its own.
  const ours = postgres(url, { ...shared, max: 1 }).options
  const plain = postgres(url, { ...shared, max: 1, types: { json } }).options
  const open = openerOf(limits.seconds)
  const waitMs = limits.seconds.answer * 1000
  const pool = new Pool({ size: sizes.ours, waitMs, open: () => open(ours) })
  const plainPool = new Pool({ size: sizes.plain, waitMs, open: () => open(plain) })
  const listener = openListener((onNotification) => open(plain, onNotification))
  const run: Database['execute'] = (text, values) => execute(plainPool, text, values)
  const announcer = new AnnouncementSender(run)
  const onAnnounced = (lines: unknown) => announcer.sendLines(lines)
  const db = drizzleOn(drizzleClient(pool, ours, { begin: 'begin', isUnlimited: false, onAnnounced }))
  const patient = drizzleOn(
    drizzleClient(pool, ours, { begin: UNLIMITED_BEGIN, isUnlimited: true, onAnnounced })
  )
  return {
    kind: 'postgres',
    // Cast: both drivers are used through the interface that they share.
    db: db as unknown as Db,
    ...countTransactions(db.transaction.bind(db) as unknown as Transaction),
    unlimitedTransaction: patient.transaction.bind(patient) as unknown as Transaction,
    execute: run,
    announce: (channel, message) => announcer.send(channel, message),
    listen: listener.listen,
    async close() {
      await announcer.close()
      await Promise.all([pool.close(), plainPool.close(), listener.close()])
    }
  }
}

function drizzleOn(client: DrizzleClient) {
  // Cast: Drizzle expects its driver's client, of which it uses what ours offers.
  return drizzle(client as unknown as postgres.Sql)
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
function openerOf(limits: TimeLimits): Open {
  let last = 0
  return async (options, onNotification) => {
    const addresses = addressesOf(options)
    let fault: unknown
    for (const address of [...addresses.slice(last), ...addresses.slice(0, last)]) {
      try {
        const connection = await openConnection({ options, address, limits, onNotification })
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

async function execute(pool: Pool, text: string, values?: unknown[]) {
  // The driver rejects undefined.
  if (values) return { rows: [...(await pool.run({ text, values: values.map((value) => value ?? null) }))] }
  // The SQL may open a transaction, which needs a connection of its own.
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
