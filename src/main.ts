// Reads the environment, starts the service, and stops it when it is told to.

import { logText } from '#domain/text/failure.js'
import { ServiceError } from '#errors/errors.js'
import { readSettings, type Settings, SettingsError } from '#settings/settings.js'
import { watchLoop } from '#watchdog/index.js'
import { DataDirectoryError } from './data-directory.js'
import { openLog } from './logger.js'
import { type Service, startService } from './service.js'

/** Well after the service has cut off what still ran: only what hangs is ended by this. */
const GIVE_UP_AFTER_MS = 30_000

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  const starting = startService(settings, log, endFatally)
  // From the beginning: the first process of a container is not ended by a signal that it does not listen for.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(starting))
  printStartup(settings, await starting)
  // Not before: the start may bring a large database up to date in one step.
  watchLoop()
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'Unhandled promise rejection'))
}

function printStartup(
  { databaseUrl, dataDir, role, apiKeys, webhookSecrets, host }: Settings,
  { address, secrets }: Service
): void {
  const lines = [
    `Repository Automation Service is running${address === undefined ? ` as ${role}` : ` at ${address}`}`,
    ...(address === undefined
      ? []
      : [
          `  Dashboard      ${address}/dashboard`,
          `  API document   ${address}/docs (OpenAPI: ${address}/openapi.json)`
        ]),
    `  Database       ${databaseUrl === undefined ? `embedded, in ${dataDir}` : 'Postgres'}`,
    `  API key        ${apiKeyHint(apiKeys.length > 0 ? undefined : secrets)}`,
    ...(webhookSecrets.length > 0 ? [] : ['  Webhooks       rejected until HOST_WEBHOOK_SECRET is set']),
    ...(host.credential ? [] : ['  Host           not called until HOST_APP_ID or HOST_TOKEN is set'])
  ]
  // At once, so that whoever has read the first line can rely on the others.
  process.stderr.write(`${lines.join('\n')}\n`)
}

function apiKeyHint(made: Service['secrets']): string {
  if (!made) return 'as set in the environment'
  return made.isNew ? `${made.apiKey} (shown only once; stored in ${made.file})` : `stored in ${made.file}`
}

/** Of sysexits: an error of the software below. */
const FATAL = 70

/** Nothing that is still held may be written by a database that has lost its mind: the log of Postgres is what counts. */
function endFatally(error: Error): void {
  process.stderr.write(
    `The embedded database has failed and the process exits: ${logText(error)} Committed data is kept. Check the disk of DATA_DIR, then start again.\n`
  )
  process.exit(FATAL)
}

let stopping = false

function stop(starting: Promise<Service>): void {
  if (stopping) return
  stopping = true
  const timer = setTimeout(() => process.exit(1), GIVE_UP_AFTER_MS)
  starting
    .then((service) => service.stop())
    .then(
      () => {
        clearTimeout(timer)
        process.exit(0)
      },
      () => process.exit(1)
    )
}

main().catch((error: unknown) => {
  process.stderr.write(`${startErrorText(error)}\n`)
  process.exit(1)
})

const ADVICE: Record<string, string> = {
  EADDRINUSE: 'PORT is in use by another process. Choose another PORT.',
  EADDRNOTAVAIL: 'LISTEN_ADDRESS is not an address of this machine.',
  ENOTFOUND: 'LISTEN_ADDRESS is not an address of this machine.'
}

function startErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SettingsError || error instanceof DataDirectoryError || error instanceof ServiceError)
    return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EACCES') return `This user is not allowed to use PORT or DATA_DIR: ${error.message}`
  // What a database answers comes wrapped in the query that met it.
  if (error.cause instanceof Error)
    return `The database cannot be used: ${logText(error)} Check DATABASE_URL.`
  return ADVICE[code] ?? `The service could not start: ${logText(error)}`
}
