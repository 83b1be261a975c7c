// Postgres over the network: any number of processes share it.
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { type Connection, type ConnectionSettings, type DriverOptions, openConnection } from './connection.js'
import { countTransactions, type Database, type Db, type Transaction } from './database.js'
import { type DrizzleClient, drizzleClient } from './drizzle-client.js'
import { POSTGRES_LIMITS, type PostgresLimits, type TimeLimits } from './limits.js'
import { openListener } from './listener.js'
import { Pool } from './pool.js'
import type { Address } from './sockets.js'

/** One more is for all notifications. */
const LISTENER_CONNECTIONS = 1
/** For work that takes as long as it takes: the start waits for another process that migrates, and migrates itself. */
const UNLIMITED_BEGIN =
  "begin; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = '10min'"

const shared = {
  onnotice: () => {},
  connection: { application_name: 'repository-automation-service' }
}

/** Texts pass as they are, so that a caller who has written JSON need not parse it first. */
const json = {
  to: 114,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text)
}

export function openPostgres(url: string, limits: PostgresLimits = POSTGRES_LIMITS): Database {
  const sizes = sizesOf(limits.connections)
  // Drizzle changes how its driver reads and writes JSON and dates, so foreign SQL has options of its own.
  const ours = postgres(url, { ...shared, max: 1 }).options
  const plain = postgres(url, { ...shared, max: 1, types: { json } }).options
  const open = openerOf(limits.seconds)
  const waitMs = limits.seconds.answer * 1000
  const pool = new Pool({ size: sizes.ours, waitMs, open: () => open(ours) })
  const plainPool = new Pool({ size: sizes.plain, waitMs, open: () => open(plain) })
  const listener = openListener((onNotification) => open(plain, onNotification))
  const db = drizzleOn(drizzleClient(pool, ours))
  const patient = drizzleOn(drizzleClient(pool, ours, { begin: UNLIMITED_BEGIN, isUnlimited: true }))
  return {
    kind: 'postgres',
    // The border to Drizzle: both drivers are used through the part that they share.
    db: db as unknown as Db,
    ...countTransactions(db.transaction.bind(db) as unknown as Transaction),
    unlimitedTransaction: patient.transaction.bind(patient) as unknown as Transaction,
    execute: (text, values) => execute(plainPool, text, values),
    listen: listener.listen,
    async close() {
      await Promise.all([pool.close(), plainPool.close(), listener.close()])
    }
  }
}

function drizzleOn(client: DrizzleClient) {
  // The border to Drizzle, which asks of its driver what a client of ours is.
  return drizzle(client as unknown as postgres.Sql)
}

/** Of what is left beside notifications a quarter is for foreign SQL: mostly the job queue's, in short statements. */
function sizesOf(connections: number): { ours: number; plain: number } {
  const shared = connections - LISTENER_CONNECTIONS
  const plain = Math.max(1, Math.floor(shared / 4))
  return { ours: shared - plain, plain }
}

type Open = (
  options: DriverOptions,
  onNotification?: ConnectionSettings['onNotification']
) => Promise<Connection>

/** To one server after the other, where there are several, from the one that answered last. */
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
  // The driver refuses undefined.
  if (values) return { rows: [...(await pool.run({ text, values: values.map((value) => value ?? null) }))] }
  // A text may open a transaction of its own, which needs a connection to itself.
  return pool.holding(async (connection) => {
    connection.isPatient = true
    try {
      await connection.run({ text: 'set statement_timeout = 0' })
      const rows = await connection.run({ text })
      await connection.restore()
      return { rows: [...rows] }
    } catch (error) {
      // What failed within a transaction of the text must not be left to whoever gets the connection next.
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
