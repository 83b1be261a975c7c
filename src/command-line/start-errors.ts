// What is said when a command cannot begin.
import { BackupError } from '#backup/error.js'
import { logText } from '#domain/text/failure.js'
import { ServiceError } from '#errors/errors.js'
import { storeFaultOf } from '#errors/store.js'
import { SettingsError } from '#settings/settings.js'
import { DataDirectoryError, DISK_IS_FULL } from '../data-directory.js'
import { InputEnded, UsageError } from './command.js'

const ADVICE: Record<string, string> = {
  ENOSPC: DISK_IS_FULL,
  EADDRINUSE: 'PORT is in use by another process. Choose another PORT.',
  EADDRNOTAVAIL: 'LISTEN_ADDRESS is not an address of this machine.',
  ENOTFOUND: 'LISTEN_ADDRESS is not an address of this machine.'
}

const MAY_NOT =
  'The user of DATABASE_URL has to own the database, or to have been granted CREATE on the database and on its schema public.'
const FORBIDDEN = '42501'

/** Their messages say what to do. */
const KNOWN = [SettingsError, DataDirectoryError, ServiceError, BackupError, InputEnded]

/** Runs a command that needs the settings or the database; if it cannot, says why on one line. */
export async function orSayWhy<Result>(work: () => Promise<Result>): Promise<Result | 1> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UsageError) throw error
    process.stderr.write(`${startErrorText(error)}\n`)
    return 1
  }
}

function startErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (KNOWN.some((type) => error instanceof type)) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EACCES') return `This user is not allowed to use PORT or DATA_DIR: ${error.message}`
  // Database errors are wrapped in the failed query.
  if (error.cause instanceof Error) {
    const advice = storeFaultOf(error)?.code === FORBIDDEN ? MAY_NOT : 'Check DATABASE_URL.'
    return `The database cannot be used: ${logText(error)}. ${advice}`
  }
  return ADVICE[code] ?? `The service could not start: ${logText(error)}`
}
