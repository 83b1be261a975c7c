// Shows the service at work: at an emulated host on this machine, with a made-up organisation and its history.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { type Demo, startDemo } from '#demo/index.js'
import { logText } from '#domain/text/failure.js'
import { withoutConnection } from '#settings/connection.js'
import { readSettings, SettingsError } from '#settings/settings.js'
import { type ProgramCommand, UsageError } from './command.js'
import { ProgressLine } from './progress.js'
import { orSayWhy } from './start-errors.js'

const WEEK_DAYS = 7
const MONTH_DAYS = 30
const MOST_DAYS = 90
const LARGEST_SEED = 1_000_000_000
const LARGEST_PORT = 65_535
/** Parts of the history that progress counts. */
const WHOLE = 1_000

export const demoCommand: ProgramCommand = {
  usage: `usage: repository-automation-service demo [--fast] [--days N] [--seed N] [--port N] [--open]

Starts the service at an emulated host, with a made-up organisation and a week of history, and lets things happen until it
gets SIGINT or SIGTERM. It needs no account and no settings, and reads no credentials. Nothing leaves the machine, and in
the end nothing is left on it.

  --fast     begins with a month of history
  --days N   begins with so many days of history
  --seed N   tells other stories; the same number begins the same ones at the same moments
  --port N   listens on this port, in place of PORT or 3000
  --open     opens the dashboard in a browser
`,
  async run(args, environment) {
    const options = optionsOf(args)
    const stopping = stoppedBySignals()
    // What nobody has caught is the trouble of one story or one job.
    process.on('unhandledRejection', (error) => say(`Something failed: ${logText(error)}`))
    const demo = await orSayWhy(() => begin(options, environment, stopping))
    const code = typeof demo === 'number' ? demo : await show(demo, options, stopping)
    // What has begun may hold the process open.
    process.exit(code)
  }
}

interface Options {
  days: number
  seed: number
  port: number | undefined
  opens: boolean
}

function optionsOf(args: string[]): Options {
  const { fast, open, days, seed, port } = valuesOf(args)
  return {
    days: wholeOf('--days', days, MOST_DAYS) ?? (fast ? MONTH_DAYS : WEEK_DAYS),
    seed: wholeOf('--seed', seed, LARGEST_SEED) ?? 1,
    port: wholeOf('--port', port, LARGEST_PORT),
    opens: open
  }
}

function valuesOf(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const number = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { fast: flag, open: flag, days: number, seed: number, port: number } })
      .values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function wholeOf(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text)
  throw new UsageError(`${name} takes a whole number up to ${most}, and was given ${text}.`)
}

/** Longer than an orderly end can take. */
const GIVE_UP_AFTER_MS = 30_000

/** Aborted by the first signal. npm hands on those that a terminal sends anyway, so each may come twice. */
function stoppedBySignals(): AbortSignal {
  const stopping = new AbortController()
  const stop = () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    setTimeout(() => process.exit(1), GIVE_UP_AFTER_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return stopping.signal
}

/** Starts the demo and lets it live through its history. */
async function begin(
  { days, seed, port }: Options,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal
): Promise<Demo> {
  say('A demo: the host is emulated, the organisation is made up, and nothing leaves this machine.')
  const settings = settingsOf(environment, port)
  await requirePort(settings)
  const progress = new ProgressLine()
  progress.begin(`Living through ${days} days`, WHOLE)
  let shown = 0
  try {
    return await startDemo({
      days,
      seed,
      environment: settings,
      signal,
      tell: (line) => say(`${clockTime()} ${line}`),
      onProgress: (share) => {
        progress.advance(share * WHOLE - shown)
        shown = share * WHOLE
      },
      onFatal: endFatally
    })
  } finally {
    progress.end()
  }
}

/** Before all that takes long. */
async function requirePort(environment: NodeJS.ProcessEnv): Promise<void> {
  const { port, listenAddress } = readSettings(environment, withoutConnection)
  const server = createServer().listen(port, listenAddress)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new SettingsError(`Port ${port} is in use by another process. Choose another one with --port.`)
  }
  server.close()
  await once(server, 'close')
}

async function show(demo: Demo, { opens }: Options, signal: AbortSignal): Promise<number> {
  try {
    if (signal.aborted) return 0
    const address = `${demo.address}/dashboard`
    say(`
  Dashboard      ${address}
  Documentation  ${demo.address}/docs
  Key            ${demo.apiKey}

Ctrl+C ends it, and nothing is left. Meanwhile:
`)
    if (opens) openPage(address)
    await demo.play()
    return 0
  } finally {
    await demo.stop()
    say('The demo has ended, and has left nothing.')
  }
}

/** All that the demo takes from the environment: no credential is among it. */
function settingsOf(environment: NodeJS.ProcessEnv, port: number | undefined): NodeJS.ProcessEnv {
  const { PORT, LISTEN_ADDRESS, LOG_LEVEL = 'error', LOG_FORMAT } = environment
  return {
    LOG_LEVEL,
    ...(LOG_FORMAT === undefined ? {} : { LOG_FORMAT }),
    ...(LISTEN_ADDRESS === undefined ? {} : { LISTEN_ADDRESS }),
    ...(port === undefined ? (PORT === undefined ? {} : { PORT }) : { PORT: String(port) })
  }
}

const say = (text: string) => void process.stderr.write(`${text}\n`)
const clockTime = () => new Date().toTimeString().slice(0, 5)

/** Whatever fails here leaves the address on the screen. */
function openPage(address: string): void {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  spawn(opener, [address], { stdio: 'ignore', detached: true })
    .on('error', () => say(`${opener} is not there: open ${address} yourself.`))
    .unref()
}

/** EX_SOFTWARE of sysexits. */
const FATAL = 70

function endFatally(error: Error): void {
  say(`The database of the demo has failed: ${logText(error)} Start the demo again.`)
  process.exit(FATAL)
}
