// The database: whether it can be reached, has what this version needs, and a server the time of this machine.
import { existsSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type CheckFinding, failure, warning, well } from '#domain/operation/findings.js'
import { logText } from '#domain/text/failure.js'
import { ServiceError } from '#errors/errors.js'
import type { Settings } from '#settings/settings.js'
import { type Database, rowsOf } from '#store/sql/database.js'
import { appliedMigrations, availableMigrations } from '#store/sql/migrate.js'
import { DataDirectoryInUse, lockDataDirectory } from '../../data-directory.js'
import { databaseIn, openDatabase } from '../../open-database.js'
import { readActivity } from './activity.js'

export async function checkDatabase(settings: Settings, log: FastifyBaseLogger): Promise<CheckFinding[]> {
  if (settings.databaseUrl !== undefined) return readDatabase(settings, log)
  if (!existsSync(databaseIn(settings.dataDir)))
    return [well('database', `Embedded, in ${settings.dataDir}: the first start makes it.`)]
  try {
    const unlock = lockDataDirectory(settings.dataDir)
    try {
      return await readDatabase(settings, log)
    } finally {
      unlock()
    }
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    return [well('database', 'Embedded, and in use: the service that runs says how it is.')]
  }
}

async function readDatabase(settings: Settings, log: FastifyBaseLogger): Promise<CheckFinding[]> {
  let database: Database | undefined
  try {
    database = await openDatabase(settings, log)
    const [row] = await rowsOf<{ version: string; now: string }>(
      database.db,
      sql`select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::text as now`
    )
    const applied = await appliedMigrations(database.db)
    const isServer = settings.databaseUrl !== undefined
    const migrations = migrationsFinding(applied.newest, applied.count)
    return [
      well('database', `It answers: Postgres ${row?.version}${isServer ? '' : ', embedded'}.`),
      migrations,
      // An embedded one has the clock of this machine.
      ...(isServer ? [clockFinding(Date.now() - Number(row?.now))] : []),
      // What a version keeps can be read only where its migrations are applied.
      ...(migrations.outcome === 'ok' && settings.host.credential
        ? await readActivity(database.db, new Date())
        : [])
    ]
  } catch (error) {
    return [failure('database', whyNot(error), remedyFor(settings))]
  } finally {
    await database?.close()
  }
}

/** Errors of the service say what to do. */
function whyNot(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  return `It cannot be used: ${error instanceof Error ? logText(error) : String(error)}`
}

const remedyFor = ({ databaseUrl }: Settings): string =>
  databaseUrl === undefined
    ? 'Mend that first, and look again.'
    : 'Check DATABASE_URL, DATABASE_SESSION_URL if it is set, and that the server runs.'

function migrationsFinding(newest: number, count: number): CheckFinding {
  const available = availableMigrations()
  const last = available.at(-1)?.folderMillis ?? 0
  if (newest === last) return well('migrations', `All ${available.length} are applied.`)
  if (newest > last)
    return failure(
      'migrations',
      'The database was migrated by a newer version.',
      'Start that version, or restore a backup from before the upgrade.'
    )
  return warning(
    'migrations',
    `${available.length - count} of ${available.length} are missing.`,
    'The next start applies them; so does the command migrate. Back up first.'
  )
}

/** Tokens of the host and the turns of jobs depend on it. */
const MOST_SKEW_MS = 5_000

function clockFinding(aheadMs: number): CheckFinding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) <= MOST_SKEW_MS) return well('clock', 'It agrees with that of the database.')
  return failure(
    'clock',
    `It is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database.`,
    'Synchronise the clock of this machine, by NTP for example.'
  )
}
