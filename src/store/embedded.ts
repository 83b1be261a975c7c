// The embedded database: one process, one directory, no server.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { counted, type Database, type Db, type Transaction } from './database.js'
import { DurableFiles, NO_SYNC, START_PARAMETERS } from './durable-files.js'

export interface EmbeddedOptions {
  /** Where it lives; in memory without. */
  directory?: string
  /** A dump to begin from when there is nothing yet: far cheaper than making a database from nothing. */
  image?: string
}

export interface EmbeddedDatabase extends Database {
  /** All that it holds, compressed, for `image`. */
  dump(): Promise<Buffer>
}

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return embeddedOn(await openClient(options))
}

export function embeddedOn(client: PGlite): EmbeddedDatabase {
  const db = drizzle(client)
  return {
    kind: 'embedded',
    // The border to Drizzle: both drivers are used through the part that they share.
    db: db as unknown as Db,
    ...counted(db.transaction.bind(db) as unknown as Transaction),
    execute: (text, values) => execute(client, text, values),
    async listen(channel, onMessage) {
      await client.listen(channel, onMessage)
    },
    close: () => client.close(),
    dump: async () => Buffer.from(await (await client.dumpDataDir('gzip')).arrayBuffer())
  }
}

export async function openClient({ directory, image }: EmbeddedOptions): Promise<PGlite> {
  if (directory === undefined) return createClient({ startParams: [...START_PARAMETERS, NO_SYNC] }, image)
  // Stands beside a database while it is made: what a killed process left of one has never held anything.
  const unfinished = `${directory}.unfinished`
  if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (readdirSync(directory).length === 0) writeFileSync(unfinished, '')
  const isNew = !existsSync(join(directory, 'PG_VERSION'))
  const client = await createClient({ fs: new DurableFiles(directory) }, isNew ? image : undefined)
  rmSync(unfinished, { force: true })
  return client
}

async function createClient(options: PGliteOptions, image: string | undefined): Promise<PGlite> {
  return PGlite.create({
    startParams: START_PARAMETERS,
    ...options,
    ...(image === undefined ? {} : { loadDataDir: new Blob([await readFile(image)]) })
  })
}

async function execute(client: PGlite, text: string, values?: unknown[]) {
  if (values) return { rows: (await client.query<Record<string, unknown>>(text, values)).rows }
  // A text may open a transaction of its own; one around it makes sure that a failure leaves nothing open.
  const results = await client.transaction((tx) => tx.exec(text))
  return { rows: results.at(-1)?.rows ?? [] }
}
