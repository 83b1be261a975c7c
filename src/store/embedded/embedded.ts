// The embedded database: one process, one directory, no server.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { databaseIsDamaged, diskIsFull } from '#errors/database.js'
import { diskAt } from '../disk.js'
import { ProcessRevisions } from '../revisions/process-revisions.js'
import { toldByTriggers, withAnnouncements } from '../sql/announcements.js'
import { countTransactions, type Database, type Db, rowsOf, type Transaction } from '../sql/database.js'
import { ProcessAnnouncements } from './announcements.js'
import { DurableFiles, INITDB_PARAMETERS, NO_SYNC, START_PARAMETERS } from './durable-files.js'
import { type OnFatal, withFatalHandler } from './fatal.js'
import { PreparedClient } from './prepared.js'
import { startUpkeep, type UpkeepLog } from './upkeep.js'

export interface EmbeddedOptions {
  /** The data directory; in memory without one. */
  directory?: string
  /** A dump to start a new database from, which is far cheaper than initialising one. */
  image?: string
  /** Called when the database cannot continue. */
  onFatal?: OnFatal
  /** Told what its upkeep could not do. */
  log?: UpkeepLog
  /** How many bytes of WebAssembly a function runs before V8 optimises it. */
  optimiseAfterBytes?: number
}

export interface EmbeddedDatabase extends Database {
  /** A compressed dump of everything, for `image`. */
  dump(): Promise<Buffer>
}

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const client = await openPglite(options)
  const database = embeddedOn(options.onFatal ? withFatalHandler(client, options.onFatal) : client)
  return options.directory === undefined ? database : withUpkeep(database, options.directory, options.log)
}

const NO_LOG: UpkeepLog = { warn() {}, error() {} }

function withUpkeep(database: EmbeddedDatabase, directory: string, log = NO_LOG): EmbeddedDatabase {
  const { freeBytes } = diskAt(directory, 0)
  const stopUpkeep = startUpkeep({ execute: database.execute, freeBytes, log })
  return {
    ...database,
    async close() {
      await stopUpkeep()
      await database.close()
    }
  }
}

export function embeddedOn(client: PGlite): EmbeddedDatabase {
  const db = drizzle(client)
  // Cast: both drivers are used through the interface that they share.
  const [shared, transaction] = [db as unknown as Db, db.transaction.bind(db) as unknown as Transaction]
  const announcements = new ProcessAnnouncements()
  const revisions = new ProcessRevisions()
  const ours = countTransactions(announcingTransaction(transaction, announcements, revisions))
  return {
    kind: 'embedded',
    db: shared,
    ...ours,
    // No other connection could wait.
    unlimitedTransaction: ours.transaction,
    revisions,
    execute: (text, values) => execute(client, text, values).finally(() => revisions.raiseAfter(text)),
    announce: (channel, message) => announcements.send(channel, message),
    async listen(channel, onMessage) {
      announcements.listen(channel, onMessage)
    },
    async close() {
      announcements.close()
      await client.close()
    },
    dump: async () => Buffer.from(await (await client.dumpDataDir('gzip')).arrayBuffer())
  }
}

/** Sends after the commit what the transaction announces; what was read before counts as outdated from before it on. */
function announcingTransaction(
  transaction: Transaction,
  announcements: ProcessAnnouncements,
  revisions: ProcessRevisions
): Transaction {
  return async (work) => {
    const { result, lines } = await transaction(async (tx) => {
      const { result, lines } = await withAnnouncements(tx, work)
      const [told] = await rowsOf<{ lines: string | null }>(tx, toldByTriggers.query)
      const all = `${told?.lines ?? ''}${lines}`
      revisions.raiseAnnounced(all)
      return { result, lines: all }
    })
    announcements.sendLines(lines)
    return result
  }
}

export async function openPglite(options: EmbeddedOptions): Promise<PGlite> {
  setFlagsFromString(`--wasm-tiering-budget=${options.optimiseAfterBytes ?? OPTIMISE_AFTER_BYTES}`)
  const { directory, image } = options
  if (directory === undefined) return createClient({ startParams: [...START_PARAMETERS, NO_SYNC] }, image)
  // Exists while a database is created: the remains that a killed process left have never held data.
  const unfinished = `${directory}.unfinished`
  if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (readdirSync(directory).length === 0) writeFileSync(unfinished, '')
  const isNew = !existsSync(join(directory, 'PG_VERSION'))
  const client = await createClient({ fs: new DurableFiles(directory) }, isNew ? image : undefined).catch(
    (error: unknown) => {
      throw openError(directory, isNew) ?? error
    }
  )
  rmSync(unfinished, { force: true })
  return client
}

const ENOUGH_BYTES = 32 * 1024 * 1024

/** The original message, such as `Aborted()`, explains nothing. */
function openError(directory: string, isNew: boolean): Error | undefined {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < ENOUGH_BYTES) return diskIsFull(directory)
  return isNew ? undefined : databaseIsDamaged(directory)
}

/** Much more than the default of V8, with which a start optimises much of Postgres that it hardly uses again. */
const OPTIMISE_AFTER_BYTES = 2_000_000_000

async function createClient(options: PGliteOptions, image: string | undefined): Promise<PGlite> {
  const client = new PreparedClient({
    startParams: START_PARAMETERS,
    initDbStartParams: INITDB_PARAMETERS,
    extensions: { pg_trgm },
    ...options,
    ...(image === undefined ? {} : { loadDataDir: new Blob([await readFile(image)]) })
  })
  await client.waitReady
  client.parsers = Object.fromEntries(
    Object.entries(client.parsers).filter(([type]) => type in types.parsers || ARRAY_TYPES.has(Number(type)))
  )
  return client
}

/**
 * Arrays of boolean, int4, text, varchar, int8, float8, uuid and jsonb. PGlite copies all its parsers for each query,
 * and has one for every array type there is, also for the rows of our tables: that is two thirds of a small query.
 */
const ARRAY_TYPES = new Set([1000, 1007, 1009, 1015, 1016, 1022, 2951, 3807])

async function execute(client: PGlite, text: string, values?: unknown[]) {
  if (values) return { rows: (await client.query<Record<string, unknown>>(text, values)).rows }
  // The SQL may open a transaction; one around it makes sure that a failure leaves none open.
  const results = await client.transaction((tx) => tx.exec(text))
  return { rows: results.at(-1)?.rows ?? [] }
}
