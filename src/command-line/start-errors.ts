// What is said when a command cannot begin.
import { logText } from '#domain/text/failure.js'
import { ServiceError } from '#errors/errors.js'
import { SettingsError } from '#settings/settings.js'
import { DataDirectoryError } from '../data-directory.js'

const ADVICE: Record<string, string> = {
  ENOSPC: 'The disk of DATA_DIR is full. Free some space and start again.',
  EADDRINUSE: 'PORT is in use by another process. Choose another PORT.',
  EADDRNOTAVAIL: 'LISTEN_ADDRESS is not an address of this machine.',
  ENOTFOUND: 'LISTEN_ADDRESS is not an address of this machine.'
}

/** Runs a command that needs the settings or the database; if it cannot, says why on one line. */
export async function orSayWhy(work: () => Promise<number | undefined>): Promise<number | undefined> {
  try {
    return await work()
  } catch (error) {
    process.stderr.write(`${startErrorText(error)}\n`)
    return 1
  }
}

function startErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SettingsError || error instanceof DataDirectoryError || error instanceof ServiceError)
    return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EACCES') return `This user is not allowed to use PORT or DATA_DIR: ${error.message}`
  // Database errors are wrapped in the failed query.
  if (error.cause instanceof Error)
    return `The database cannot be used: ${logText(error)} Check DATABASE_URL.`
  return ADVICE[code] ?? `The service could not start: ${logText(error)}`
}
