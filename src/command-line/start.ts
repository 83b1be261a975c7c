// Reads the environment, starts the service, and stops it on a signal.
import { logText } from '#domain/text/failure.js'
import { readSettings, type Settings } from '#settings/settings.js'
import { watchLoop } from '#watchdog/index.js'
import { openLog } from '../logger.js'
import { type Service, startService } from '../service.js'
import { type ProgramCommand, takeNone } from './command.js'
import { migrationProgress, ProgressLine } from './progress.js'
import { orSayWhy } from './start-errors.js'

/** Longer than an orderly stop can take: only a hanging stop is cut off. */
const GIVE_UP_AFTER_MS = 30_000

export const startCommand: ProgramCommand = {
  usage: `usage: repository-automation-service start

Starts the service and goes on until it gets SIGINT or SIGTERM. All settings are variables of the environment.
`,
  async run(args, environment) {
    takeNone(args)
    const code = await orSayWhy(() => start(environment))
    // What has begun may hold the process open.
    if (code !== undefined) process.exit(code)
    return undefined
  }
}

async function start(environment: NodeJS.ProcessEnv): Promise<undefined> {
  const settings = readSettings(environment)
  const log = openLog(settings.logLevel, { format: settings.logFormat })
  const progress = new ProgressLine()
  const starting = startService(settings, log, endFatally, migrationProgress(progress)).finally(() =>
    progress.end()
  )
  // Registered before anything else: as PID 1 of a container a process ignores signals without a handler.
  // npm hands on those that a terminal sends anyway, so each may come twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(starting))
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
          `  Documentation  ${address}/docs (OpenAPI: ${address}/openapi.json)`
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
