// Databases on the Postgres server that the tests use, if they use one.
import { createHash, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { PACKAGE_FOLDER } from '#paths.js'

export const SERVER = process.env['TEST_DATABASE_URL']
/** One template per checkout, so that two checkouts can run tests at the same time. */
export const TEMPLATE = `test_template_${createHash('md5').update(PACKAGE_FOLDER).digest('hex')}`

export interface NewDatabase {
  name?: string
  template?: string
}

/** Creates a database on the server, empty or from a template; replaces one of the same name. */
export async function newDatabase(
  server: string,
  { name = `test_${randomUUID().replaceAll('-', '')}`, template = 'template1' }: NewDatabase = {}
): Promise<{ url: string; drop: () => Promise<unknown> }> {
  const drop = `drop database if exists ${name} with (force)`
  await onServer(server, drop, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, drop) }
}

/** Runs administrative statements; returns the rows of the last. */
export async function onServer(server: string, ...texts: string[]): Promise<Record<string, unknown>[]> {
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  try {
    let rows: Record<string, unknown>[] = []
    for (const text of texts) rows = [...(await admin.unsafe(text))]
    return rows
  } finally {
    await admin.end()
  }
}
