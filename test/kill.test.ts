// Real processes, killed without warning while deliveries stream in: nothing that was answered with 202 is lost.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'
import { createClient, type ServiceClient } from '../openapi/client.js'
import { PACKAGE_FOLDER } from '../src/paths.js'
import { issueOpened, KEY, signed, until, WEBHOOK_SECRET } from './app.js'
import { emptyDatabase } from './database.js'

const MAIN = join(PACKAGE_FOLDER, 'dist', 'src', 'main.js')

class ServiceProcess {
  readonly #environment: Record<string, string>
  #child: ChildProcess | undefined
  #address = ''

  constructor(environment: Record<string, string>) {
    this.#environment = {
      PORT: '0',
      API_KEY: KEY,
      SESSION_SECRET: randomUUID() + randomUUID(),
      HOST_WEBHOOK_SECRET: WEBHOOK_SECRET,
      RATE_LIMIT_MAX: '1000000',
      LOG_LEVEL: 'fatal',
      ...environment
    }
  }

  get client(): ServiceClient {
    return createClient({ baseUrl: this.#address, headers: { authorization: `Bearer ${KEY}` } })
  }

  /** Begins, and waits until it listens. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], {
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'pipe']
    })
    this.#child = child
    const said: string[] = []
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line)
      const [, address] = /running at (\S+)/.exec(line) ?? []
      if (address === undefined) continue
      this.#address = address
      child.stderr.resume()
      return
    }
    throw new Error(`it did not start: ${said.join(' ')}`)
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Whether the delivery was accepted. */
  async accepts(id: string): Promise<boolean> {
    const { headers, payload, url } = signed({ id, payload: issueOpened() })
    const reply = await fetch(`${this.#address}${url}`, { method: 'POST', headers, body: String(payload) })
    return reply.status === 202
  }
}

async function started(t: Test, environment: Record<string, string>): Promise<ServiceProcess> {
  const service = new ServiceProcess(environment)
  t.teardown(() => service.kill())
  await service.start()
  return service
}

const SENDERS = 8

/**
 * Sends deliveries from several senders at once until there are so many accepted ones. Like the host, a sender that
 * got no answer sends the same delivery again, to whichever process is next.
 */
function stream(doors: ServiceProcess[], count: number) {
  const accepted = new Set<string>()
  const sendOne = async (sender: number) => {
    const id = randomUUID()
    for (let attempt = 0; !accepted.has(id); attempt += 1) {
      const door = doors[(sender + attempt) % doors.length]
      if (await door?.accepts(id).catch(() => false)) accepted.add(id)
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const send = async (sender: number) => {
    while (accepted.size < count) await sendOne(sender)
  }
  const ended = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
  return {
    accepted,
    ended,
    reached: (size: number) => until(`${size} are accepted`, async () => accepted.size >= size)
  }
}

/** Every delivery on record, by id. */
async function recorded({ client }: ServiceProcess) {
  const found = new Map<string, string>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data } = await client.GET('/api/deliveries', { params: { query: { page, per_page: 100 } } })
    for (const { delivery_id, state } of data?.data ?? []) found.set(delivery_id, state)
    pages = data?.meta.total_pages ?? 0
  }
  return found
}

async function isAllHandled({ client }: ServiceProcess): Promise<boolean> {
  const { data } = await client.GET('/api/deliveries', { params: { query: { state: 'queued' } } })
  return data?.meta.total === 0
}

/** Each accepted delivery is on record and processed; the counts, which only an effect moves, know of no second one. */
async function nothingIsLost(t: Test, service: ServiceProcess, accepted: Set<string>): Promise<void> {
  await until('every delivery is handled', () => isAllHandled(service))
  const found = await recorded(service)
  t.same(
    [...accepted].filter((id) => found.get(id) !== 'processed'),
    [],
    'none is lost'
  )
  const { data: stats } = await service.client.GET('/api/deliveries/stats')
  t.match(stats, { total: found.size, processed_ok: found.size, errors: 0 }, 'none took effect twice')
}

t.test('on the embedded database, what was accepted before a kill is handled after it', async (t) => {
  const service = await started(t, { DATA_DIR: t.testdir() })
  const { accepted, ended, reached } = stream([service], 300)
  for (const size of [100, 200]) {
    await reached(size)
    await service.kill()
    await service.start()
  }
  await ended
  await service.kill()
  await service.start()
  await nothingIsLost(t, service, accepted)
})

const server = process.env['TEST_DATABASE_URL']
if (server !== undefined) {
  t.test(
    'on Postgres, two processes lose nothing though one of them is killed again and again',
    async (t) => {
      const { url, drop } = await emptyDatabase(server)
      t.teardown(drop)
      const [steady, killed] = [
        await started(t, { DATABASE_URL: url }),
        await started(t, { DATABASE_URL: url })
      ]
      const { accepted, ended, reached } = stream([steady, killed], 1_000)
      for (const size of [200, 400, 600]) {
        await reached(size)
        await killed.kill()
        await killed.start()
      }
      await ended
      await nothingIsLost(t, steady, accepted)
    }
  )
}
