// Runs the built service as a process of its own, as an operator starts it.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { DATABASE_IMAGE, MIGRATIONS_FOLDER, PACKAGE_FOLDER, SERVICE } from '#paths.js'
import { openEmbedded } from '#store/embedded/embedded.js'
import { createClient, type ServiceClient } from '../../openapi/client.js'
import { root } from '../lanes/tap.js'
import { issueOpened, KEY, signed, WEBHOOK_SECRET } from './app.js'
import { checkBuilt } from './built.js'
import { type NewDatabase, newDatabase, SERVER, TEMPLATE } from './server.js'
import { until } from './until.js'

const SOURCES = ['schemas', 'drizzle/tables', 'openapi', 'src'].map((name) => join(PACKAGE_FOLDER, name))

export type Environment = Record<string, string>
export type Command = readonly [program: string, ...options: string[]]

export class ServiceProcess {
  readonly #environment: Environment
  readonly #command: Command
  #child: ChildProcess | undefined
  #exited: Promise<unknown> | undefined
  /** Later than the exit: whatever the process has started may still write to its streams. */
  #closed: Promise<unknown> | undefined
  /** Everything written to either stream since the start. */
  output = ''

  constructor(environment: Environment, command: Command = [process.execPath, SERVICE]) {
    this.#environment = { PORT: '0', LOG_LEVEL: 'fatal', RATE_LIMIT_MAX: '1000000', ...environment }
    this.#command = command
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get address(): string {
    return /running at (\S+)/.exec(this.output)?.[1] ?? ''
  }

  get client(): ServiceClient {
    return this.clientWith(KEY)
  }

  clientWith(key: string): ServiceClient {
    return createClient({ baseUrl: this.address, headers: { authorization: `Bearer ${key}` }, retry: false })
  }

  /** Sends one signed delivery; returns the status of the response. */
  async deliver(id: string, payload: unknown = issueOpened()): Promise<number> {
    const { headers, payload: body, url } = signed({ id, payload })
    return (await fetch(`${this.address}${url}`, { method: 'POST', headers, body: String(body) })).status
  }

  /** Starts the process and waits until it listens. */
  async start(): Promise<void> {
    this.begin()
    await until('the service listens', async () => this.address !== '' || this.#hasEnded)
    if (this.#hasEnded) throw new Error(`it did not start: ${this.output}`)
  }

  begin(): void {
    checkBuilt(SERVICE, SOURCES)
    const [program, ...options] = this.#command
    const child = spawn(program, options, {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    this.#child = child
    this.#exited = new Promise((resolve) => child.once('exit', resolve))
    this.#closed = new Promise((resolve) => child.once('close', resolve))
    this.output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.output += text
      })
    }
  }

  get #hasEnded(): boolean {
    return this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Waits until the process ends by itself, and all that it started; returns its exit code. */
  async end(): Promise<number | null> {
    await this.#closed
    return this.#child?.exitCode ?? null
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name)
  }

  async stop(): Promise<number | null> {
    this.signal('SIGTERM')
    return this.end()
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.#exited
  }
}

/** A process that ends with its test at the latest. */
export function serviceProcess(t: Test, environment: Environment, command?: Command): ServiceProcess {
  const service = new ServiceProcess(environment, command)
  t.teardown(() => service.kill())
  return service
}

/** The environment for a process of the test: a database of its own, as a first start leaves it, and known secrets. */
export async function homeOf(t: Test): Promise<Environment> {
  if (SERVER !== undefined) return servedHome(t, SERVER, { template: TEMPLATE })
  const DATA_DIR = t.testdir()
  cpSync(await preparedDirectory(), join(DATA_DIR, 'database'), { recursive: true })
  return { ...secrets(), DATA_DIR }
}

/** The same before the first start. */
export async function emptyHomeOf(t: Test): Promise<Environment> {
  return SERVER === undefined ? { ...secrets(), DATA_DIR: t.testdir() } : servedHome(t, SERVER)
}

const secrets = () => ({
  API_KEY: KEY,
  SESSION_SECRET: randomUUID() + randomUUID(),
  HOST_WEBHOOK_SECRET: WEBHOOK_SECRET
})

async function servedHome(t: Test, server: string, database?: NewDatabase): Promise<Environment> {
  const { url, drop } = await newDatabase(server, database)
  t.teardown(drop)
  return { ...secrets(), DATABASE_URL: url }
}

let prepared: Promise<string> | undefined

/** Made once and copied: a first start takes twice the CPU time of a later one. */
function preparedDirectory(): Promise<string> {
  prepared ??= prepareDirectory()
  return prepared
}

async function prepareDirectory(): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'prepared-'))
  root.teardown(() => rmSync(parent, { recursive: true }))
  const directory = join(parent, 'database')
  checkBuilt(DATABASE_IMAGE, [MIGRATIONS_FOLDER])
  await (await openEmbedded({ directory, image: DATABASE_IMAGE })).close()
  return directory
}
