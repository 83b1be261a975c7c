// A database of its own for each test file: embedded from the prepared image, or on a Postgres server.
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { MIGRATIONS_FOLDER, PACKAGE_FOLDER } from '../src/paths.js'
import type { Database } from '../src/store/database.js'
import { openEmbedded } from '../src/store/embedded.js'
import { migrate } from '../src/store/migrate.js'
import { openPostgres } from '../src/store/postgres.js'

const SERVER = process.env['TEST_DATABASE_URL']

/** Named after what it was made from, so that a changed table or queue makes a new one. */
export function imageFile(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS_FOLDER, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  }
  for (const name of ['src/jobs/index.ts', 'src/jobs/queue.ts', 'package-lock.json']) {
    hash.update(readFileSync(join(PACKAGE_FOLDER, name)))
  }
  return join(PACKAGE_FOLDER, '.tap', 'database', `${hash.digest('hex').slice(0, 16)}.tar.gz`)
}

export interface TestDatabase {
  database: Database
  /** Where a second process finds the same database; only on a server. */
  url: string | undefined
  drop(): Promise<void>
}

export async function openTestDatabase(): Promise<TestDatabase> {
  if (SERVER === undefined) {
    const database = await openEmbedded({ image: imageFile() })
    return { database, url: undefined, drop: () => database.close() }
  }
  const { url, drop } = await emptyDatabase(SERVER)
  const database = openPostgres(url)
  await migrate(database)
  return {
    database,
    url,
    async drop() {
      await database.close()
      await drop()
    }
  }
}

/** An empty database on the server, and what drops it. */
export async function emptyDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (text: string) => {
    const admin = postgres(server, { max: 1, onnotice: () => {} })
    await admin.unsafe(text).finally(() => admin.end())
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}
