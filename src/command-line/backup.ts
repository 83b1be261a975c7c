// Backs up the data directory of the embedded database, while no service uses it.
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listContents, withChecksums } from '#backup/contents.js'
import { BackupError } from '#backup/error.js'
import { type BackupManifest, bytesOf, newManifest, SECRETS_NAME } from '#backup/manifest.js'
import { taken } from '#backup/place.js'
import { writeBackup } from '#backup/write.js'
import { readSettings, type Settings } from '#settings/settings.js'
import { appliedMigrations } from '#store/sql/migrate.js'
import { DataDirectoryInUse, lockDataDirectory, requireOwner } from '../data-directory.js'
import { openLog } from '../logger.js'
import { databaseIn, openDatabase } from '../open-database.js'
import { SERVICE_VERSION } from '../paths.js'
import { type ProgramCommand, UsageError } from './command.js'
import { dumpAdvice } from './dump-advice.js'
import { interruptible } from './interruption.js'
import { ProgressLine } from './progress.js'
import { orSayWhy } from './start-errors.js'

export const backupCommand: ProgramCommand = {
  usage: `usage: repository-automation-service backup [--without-secrets] [FILE]

Writes the embedded database, the exports of the audit trail and the generated secrets of DATA_DIR to one archive, which only
its owner can read. The service must not run meanwhile. Without FILE, its name is made of the time, in the current folder.
With DATABASE_URL it says how to back up that database.

  --without-secrets  leaves out the generated API key and the keys that sign sessions and exports
`,
  async run(args, environment) {
    const call = callOf(args)
    return interruptible((signal) => orSayWhy(() => backUp(call, readSettings(environment), signal)))
  }
}

interface BackupCall {
  file: string
  secrets: boolean
}

function callOf(args: string[]): BackupCall {
  const { values, positionals } = parsed(args)
  const [file = defaultName(), extra] = positionals
  if (extra !== undefined) throw new UsageError(`It takes one file, and was given ${extra} too.`)
  return { file: resolve(file), secrets: !values['without-secrets'] }
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { 'without-secrets': { type: 'boolean', default: false } }
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const defaultName = () =>
  `service-backup-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

async function backUp(
  { file, secrets }: BackupCall,
  settings: Settings,
  signal: AbortSignal
): Promise<number> {
  const { databaseUrl, sessionUrl, dataDir } = settings
  if (databaseUrl !== undefined) throw new BackupError(dumpAdvice('pg_dump', sessionUrl ?? databaseUrl))
  if (existsSync(file)) throw taken(file)
  if (!existsSync(databaseIn(dataDir)))
    throw new BackupError(`There is no database in ${dataDir}. Set DATA_DIR to the directory of the service.`)
  // Opening the database makes files.
  requireOwner(databaseIn(dataDir))
  const unlock = lockOrSayHow(dataDir)
  const progress = new ProgressLine()
  const onBytes = (bytes: number) => {
    signal.throwIfAborted()
    progress.advance(bytes)
  }
  try {
    progress.begin('Opening the database')
    const newest = await newestMigration(settings)
    const contents = await listContents(dataDir, { secrets })
    progress.begin('Reading the data directory', bytesOf(contents.files))
    const manifest = newManifest({
      service_version: SERVICE_VERSION,
      created_at: new Date().toISOString(),
      newest_migration: newest,
      folders: contents.folders,
      files: await withChecksums(dataDir, contents, onBytes)
    })
    progress.begin(`Writing ${file}`, bytesOf(manifest.files))
    await writeBackup(file, { directory: dataDir, manifest, onBytes })
    progress.end()
    process.stdout.write(await backedUpText(file, manifest))
    return 0
  } finally {
    progress.end()
    unlock()
  }
}

function lockOrSayHow(dataDir: string): () => void {
  try {
    return lockDataDirectory(dataDir, { distrustsElsewhere: true })
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    throw new BackupError(
      `${error.message} The embedded database can only be backed up while nothing uses it: stop the service, back up, and start it again.`
    )
  }
}

/** Opening it shows that it can be opened, and repairs what a crash left: a backup of a broken one would help nobody. */
async function newestMigration(settings: Settings): Promise<number> {
  const database = await openDatabase(settings, openLog('silent'))
  try {
    return (await appliedMigrations(database.db)).newest
  } finally {
    await database.close()
  }
}

async function backedUpText(file: string, { files }: BackupManifest): Promise<string> {
  const hasSecrets = files.some(({ path }) => path === SECRETS_NAME)
  const secrets = hasSecrets
    ? 'It contains secrets: keep it as you keep a password.'
    : 'It contains no generated secrets. The database holds what the service has read of your repositories.'
  return `${file}: ${files.length} files, ${mib((await stat(file)).size)} (${mib(bytesOf(files))} restored). ${secrets}\n`
}

const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
