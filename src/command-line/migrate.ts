// Brings the database to this version without starting the service, for operators who migrate in a step of its own.
import { readSettings } from '#settings/settings.js'
import { appliedMigrations } from '#store/sql/migrate.js'
import { lockDataDirectory } from '../data-directory.js'
import { openLog } from '../logger.js'
import { openDatabase } from '../open-database.js'
import { prepareDatabase } from '../prepare-database.js'
import { type ProgramCommand, takeNone } from './command.js'
import { migrationProgress, ProgressLine } from './progress.js'
import { orSayWhy } from './start-errors.js'

export const migrateCommand: ProgramCommand = {
  usage: `usage: repository-automation-service migrate

Applies the migrations that the database lacks, all or none, and ends. "start" does the same. Back up first: a version that is
older than its database refuses to start.
`,
  async run(args, environment) {
    takeNone(args)
    return orSayWhy(() => applyMigrations(environment))
  }
}

async function applyMigrations(environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSettings(environment)
  const unlock = settings.databaseUrl === undefined ? lockDataDirectory(settings.dataDir) : () => {}
  try {
    const database = await openDatabase(settings, openLog(settings.logLevel, { format: settings.logFormat }))
    const progress = new ProgressLine()
    try {
      const before = await appliedMigrations(database.db)
      await prepareDatabase(database, migrationProgress(progress))
      progress.end()
      const after = await appliedMigrations(database.db)
      process.stdout.write(`${migratedText(after.count - before.count, after.count)}\n`)
      return 0
    } finally {
      progress.end()
      await database.close()
    }
  } finally {
    unlock()
  }
}

function migratedText(applied: number, all: number): string {
  if (applied === 0) return `The database has all ${all} migrations of this version. Nothing was to be done.`
  return `${applied} ${applied === 1 ? 'migration was' : 'migrations were'} applied. The database has all ${all} now.`
}
