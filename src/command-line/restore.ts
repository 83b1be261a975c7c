// Restores a backup into an empty data directory.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BackupError } from '#backup/error.js'
import { type BackupManifest, bytesOf, FOLDERS, SECRETS_NAME } from '#backup/manifest.js'
import { placeAll } from '#backup/place.js'
import { readBackup } from '#backup/read.js'
import { readSettings, type Settings } from '#settings/settings.js'
import { availableMigrations } from '#store/sql/migrate.js'
import { LOCK_NAME, lockDataDirectory, RESTORING } from '../data-directory.js'
import { type ProgramCommand, UsageError } from './command.js'
import { dumpAdvice } from './dump-advice.js'
import { interruptible } from './interruption.js'
import { ProgressLine } from './progress.js'
import { orSayWhy } from './start-errors.js'

export const restoreCommand: ProgramCommand = {
  usage: `usage: repository-automation-service restore FILE

Restores a backup into DATA_DIR, which must be empty: nothing is ever overwritten. A backup that is damaged, incomplete or of a
newer version is refused, and leaves the directory empty. With DATABASE_URL it says how to restore that database.
`,
  async run(args, environment) {
    const [file, extra] = args
    if (file === undefined || file.startsWith('-') || extra !== undefined)
      throw new UsageError('It takes one file, and nothing else.')
    return interruptible((signal) =>
      orSayWhy(() => restore(resolve(file), readSettings(environment), signal))
    )
  }
}

async function restore(
  file: string,
  { databaseUrl, sessionUrl, dataDir }: Settings,
  signal: AbortSignal
): Promise<number> {
  if (databaseUrl !== undefined) throw new BackupError(dumpAdvice('pg_restore', sessionUrl ?? databaseUrl))
  if (!existsSync(file))
    throw new BackupError(`There is no file ${file}. Name one that the command backup has written.`)
  const unlock = lockDataDirectory(dataDir, { distrustsElsewhere: true })
  try {
    await requireEmpty(dataDir)
    const manifest = await restoreInto(dataDir, file, signal)
    process.stdout.write(restoredText(dataDir, manifest))
    return 0
  } finally {
    unlock()
  }
}

/** A new file system has the folder `lost+found`. Locks of killed processes lie beside ours. */
const isNothing = (name: string) => name === 'lost+found' || name.startsWith(LOCK_NAME)

async function requireEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).find((name) => !isNothing(name))
  if (found === undefined) return
  throw new BackupError(
    `${dataDir} is not empty: it contains ${found}. Nothing is ever overwritten: name an empty DATA_DIR, or move its contents away.`
  )
}

/** Restored to the side, and named at the end: the directory is empty or complete. */
async function restoreInto(dataDir: string, file: string, signal: AbortSignal): Promise<BackupManifest> {
  const aside = join(dataDir, `${RESTORING}${randomUUID()}`)
  const progress = new ProgressLine()
  await mkdir(aside, { mode: 0o700 })
  try {
    const manifest = await readBackup(file, {
      directory: aside,
      newestMigration: availableMigrations().at(-1)?.folderMillis ?? 0,
      onManifest: ({ files }) => progress.begin(`Restoring ${file}`, bytesOf(files)),
      onBytes(bytes) {
        signal.throwIfAborted()
        progress.advance(bytes)
      }
    })
    const restored = [...FOLDERS, SECRETS_NAME].filter((name) => existsSync(join(aside, name)))
    await placeAll(restored, aside, dataDir)
    return manifest
  } finally {
    progress.end()
    await rm(aside, { recursive: true, force: true })
  }
}

function restoredText(dataDir: string, { created_at, service_version, files }: BackupManifest): string {
  const hasSecrets = files.some(({ path }) => path === SECRETS_NAME)
  const secrets = hasSecrets
    ? ''
    : ' It contains no secrets: unless they are set, the next start makes a new API key, and AUDIT_EXPORT_FORMER_KEYS must name the key that signed earlier exports.'
  return `The backup of ${created_at} (version ${service_version}) is restored to ${dataDir}.${secrets} Start the service.\n`
}
