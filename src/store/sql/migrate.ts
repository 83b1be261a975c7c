// Applies the migrations that this version of the code needs.
import { count, max, min, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { bigint, pgSchema, serial, text } from 'drizzle-orm/pg-core'
import { databaseIsNewer, databaseIsOlder, extensionIsMissing } from '#errors/database.js'
import { storeFaultOf } from '#errors/store.js'
import { MIGRATIONS_FOLDER } from '#paths.js'
import { bareColumn, type Database, type Db, rowsOf, type Tx } from './database.js'

/** One process at a time: an arbitrary number that nothing else in the database uses. */
const PREPARATION_LOCK = 7_310_420_001

/** The table in which Drizzle's own tools record migrations. */
const journal = pgSchema('drizzle').table('__drizzle_migrations', {
  id: serial('id'),
  hash: text('hash').notNull(),
  createdAt: bigint('created_at', { mode: 'number' })
})

export interface AppliedMigrations {
  count: number
  oldest: number
  newest: number
}

export function availableMigrations(folder = MIGRATIONS_FOLDER) {
  return readMigrationFiles({ migrationsFolder: folder })
}

export async function appliedMigrations(db: Db | Tx): Promise<AppliedMigrations> {
  // Not with to_regclass: its cache may not know the table yet that the previous holder of the lock created.
  const journals = await rowsOf(
    db,
    sql`select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`
  )
  if (journals.length === 0) return { count: 0, oldest: 0, newest: 0 }
  const { createdAt } = journal
  const [applied] = await db
    .select({ count: count(), oldest: min(createdAt), newest: max(createdAt) })
    .from(journal)
  return { count: applied?.count ?? 0, oldest: applied?.oldest ?? 0, newest: applied?.newest ?? 0 }
}

export interface MigrateOptions {
  folder?: string
  /** Called before each statement of a migration, with their number: a migration may take long. */
  onStatement?: (statements: number) => void
}

/**
 * Applies all missing migrations or none. Rejects a database that a newer version has migrated, and one that started
 * with another first migration.
 */
export async function migrate(
  database: Database,
  { folder = MIGRATIONS_FOLDER, onStatement = () => undefined }: MigrateOptions = {}
): Promise<void> {
  const available = availableMigrations(folder)
  const newest = available.at(-1)?.folderMillis ?? 0
  if ((await appliedMigrations(database.db)).newest === newest) return
  await database.unlimitedTransaction(async (tx) => {
    await lockPreparation(tx)
    const applied = await appliedMigrations(tx)
    if (applied.count > 0 && applied.oldest !== available[0]?.folderMillis) throw databaseIsOlder()
    if (applied.newest > newest) throw databaseIsNewer(applied.count, available.length)
    await prepareJournal(tx)
    // Drizzle's own migrator opens a transaction of its own and cannot run under our lock.
    const missing = available.filter((one) => one.folderMillis > applied.newest)
    const statements = missing.reduce((sum, migration) => sum + migration.sql.length, 0)
    for (const migration of missing) {
      for (const statement of migration.sql) {
        onStatement(statements)
        await run(tx, statement)
      }
      await tx.insert(journal).values({ hash: migration.hash, createdAt: migration.folderMillis })
    }
  })
}

const EXTENSION = /^\s*create extension if not exists (\w+)/i

async function run(tx: Tx, statement: string): Promise<void> {
  try {
    await tx.execute(sql.raw(statement))
  } catch (error) {
    const extension = EXTENSION.exec(statement)?.[1]
    const isAway = storeFaultOf(error)?.is === 'away'
    throw extension === undefined || isAway ? error : extensionIsMissing(extension, error)
  }
}

/** Runs other preparations, which use their own connections, in one process at a time. */
export async function withPreparationLock(database: Database, work: () => Promise<void>): Promise<void> {
  // The embedded database has one process and one connection, which the work needs.
  if (database.kind === 'embedded') return work()
  await database.unlimitedTransaction(async (tx) => {
    await lockPreparation(tx)
    await work()
  })
}

async function lockPreparation(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PREPARATION_LOCK})`)
}

async function prepareJournal(tx: Tx): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists ${journal} (id serial primary key, hash text not null, ${bareColumn(journal.createdAt)} bigint)`
  )
}
