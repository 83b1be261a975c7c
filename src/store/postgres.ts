// Postgres over the network: any number of processes share it.
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { counted, type Database, type Db, type Transaction } from './database.js'
import { openerOf } from './sockets.js'

const CONNECTIONS = 10
const PLAIN_CONNECTIONS = 4
const CLOSE_SECONDS = 5

const shared = {
  onnotice: () => {},
  connection: { application_name: 'repository-automation-service' },
  connect_timeout: 10,
  // Seconds until the next attempt: a database that comes back is found within one.
  backoff: (attempts: number) => Math.min(1, 0.02 * 2 ** attempts)
}

/** Texts pass as they are, so that a caller who has written JSON need not parse it first. */
const json = {
  to: 114,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text)
}

export function openPostgres(url: string): Database {
  // The border to the driver, whose types do not know that it can be given its sockets.
  const options = { ...shared, socket: openerOf() } as typeof shared
  const client = postgres(url, { ...options, max: CONNECTIONS })
  // Drizzle changes how its client reads and writes JSON and dates, so foreign SQL has a client of its own.
  const plain = postgres(url, { ...options, max: PLAIN_CONNECTIONS, types: { json } })
  const db = drizzle(preparing(client))
  return {
    kind: 'postgres',
    // The border to Drizzle: both drivers are used through the part that they share.
    db: db as unknown as Db,
    ...counted(db.transaction.bind(db) as unknown as Transaction),
    execute: (text, values) => execute(plain, text, values),
    listen: (channel, onMessage) => listen(plain, channel, onMessage),
    async close() {
      await Promise.all([client.end({ timeout: CLOSE_SECONDS }), plain.end({ timeout: CLOSE_SECONDS })])
    }
  }
}

/** Drizzle has every query parsed and planned anew; its client is taught to let the server remember them. */
function preparing<Client extends postgres.Sql | postgres.TransactionSql>(client: Client): Client {
  return new Proxy(client, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== 'function') return value
      if (name === 'unsafe')
        return (text: string, values: never[]) => target.unsafe(text, values, { prepare: true })
      if (name !== 'begin' && name !== 'savepoint') return value
      return (work: (inner: postgres.TransactionSql) => unknown) =>
        value.call(target, (inner: postgres.TransactionSql) => work(preparing(inner)))
    }
  })
}

type Plain = postgres.Sql<{ json: unknown }>

async function execute(client: Plain, text: string, values?: unknown[]) {
  if (values) {
    // The border to the driver, which types parameters more narrowly than its callers can, and refuses undefined.
    const parameters = values.map((value) => value ?? null) as postgres.ParameterOrJSON<never>[]
    return { rows: [...(await client.unsafe(text, parameters, { prepare: true }))] }
  }
  // A text may open a transaction of its own, which needs a connection to itself.
  const reserved = await client.reserve()
  try {
    return { rows: [...(await reserved.unsafe(text))] }
  } catch (error) {
    // What failed within a transaction of the text must not be left to whoever gets the connection next.
    await reserved.unsafe('rollback').catch(() => {})
    throw error
  } finally {
    reserved.release()
  }
}

async function listen(client: Plain, channel: string, onMessage: (message: string) => void) {
  let known = false
  await client.listen(channel, onMessage, () => {
    if (known) onMessage('')
    known = true
  })
}
