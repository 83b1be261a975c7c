// Reads the environment, starts the service, and stops it on a signal.

import { logText } from '#domain/text/failure.js'
import { ServiceError } from '#errors/errors.js'
import { readSettings, type Settings, SettingsError } from '#settings/settings.js'
import { watchLoop } from '#watchdog/index.js'
import { DataDirectoryError } from './data-directory.js'
import { openLog } from './logger.js'
import { type Service, startService } from './service.js'

/** Longer than an orderly stop can take: only a hanging stop is cut off. */
const GIVE_UP_AFTER_MS = 30_000

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  const starting = startService(settings, log, endFatally)
  // Registered before anything else: as PID 1 of a container a process ignores signals without a handler.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(starting))
  printStartup(settings, await starting)
  // Only after the start, because a migration may block the event loop for long.
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
  // A single write, so that a reader of the first line finds the others as well.
  process.stderr.write(`${lines.join('\n')}\n`)
}

function apiKeyHint(secrets: Service['secrets']): string {
  if (!secrets) return 'as set in the environment'
  return secrets.isNew
    ? `${secrets.apiKey} (shown only once; stored in ${secrets.file})`
    : `stored in ${secrets.file}`
}

/** EX_SOFTWARE of sysexits. */
const FATAL = 70

/** Exits at once: a broken database must not write its buffers. The write-ahead log is what counts. */
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
  ENOSPC: 'The disk of DATA_DIR is full. Free some space and start again.',
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
  // Database errors are wrapped in the failed query.
  if (error.cause instanceof Error)
    return `The database cannot be used: ${logText(error)} Check DATABASE_URL.`
  return ADVICE[code] ?? `The service could not start: ${logText(error)}`
}
