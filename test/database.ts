// A database of its own for each test file: a copy of a prepared one, embedded or on a Postgres server.
import { createHash, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { DATABASE_IMAGE, MIGRATIONS_FOLDER, PACKAGE_FOLDER } from '../src/paths.js'
import type { Database } from '../src/store/database.js'
import { openEmbedded } from '../src/store/embedded.js'
import { openPostgres } from '../src/store/postgres.js'
import { checkBuilt } from './built.js'

export const SERVER = process.env['TEST_DATABASE_URL']
/** One for each checkout, so that two that test at once do not meet. */
export const TEMPLATE = `test_template_${createHash('md5').update(PACKAGE_FOLDER).digest('hex')}`

export interface TestDatabase {
  database: Database
  /** Where a second process finds the same database; only on a server. */
  url: string | undefined
  drop(): Promise<void>
}

export async function openTestDatabase(): Promise<TestDatabase> {
  if (SERVER === undefined) {
    checkBuilt(DATABASE_IMAGE, [MIGRATIONS_FOLDER])
    const database = await openEmbedded({ image: DATABASE_IMAGE })
    return { database, url: undefined, drop: () => database.close() }
  }
  const { url, drop } = await newDatabase(SERVER, { template: TEMPLATE })
  const database = openPostgres(url)
  return {
    database,
    url,
    async drop() {
      await database.close()
      await drop()
    }
  }
}

export interface NewDatabase {
  name?: string
  template?: string
}

/** A database on the server, empty or a copy; one of the same name gives way. */
export async function newDatabase(
  server: string,
  { name = `test_${randomUUID().replaceAll('-', '')}`, template = 'template1' }: NewDatabase = {}
): Promise<{ url: string; drop: () => Promise<void> }> {
  const drop = `drop database if exists ${name} with (force)`
  await onServer(server, drop, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, drop) }
}

async function onServer(server: string, ...texts: string[]): Promise<void> {
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  try {
    for (const text of texts) await admin.unsafe(text)
  } finally {
    await admin.end()
  }
}
