// A small fake host over HTTP: routes, ETags, rate-limit headers, faults, held requests and a log of all requests. Who
// starts it controls its clock.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOUR_MS } from '#domain/time/durations.js'
import type { Json } from '#schemas/common.js'

export interface HostRequest {
  method: string
  /** Includes the query. */
  path: string
  headers: Record<string, string | undefined>
  body: string
}

export interface HostAnswer {
  status?: number
  body?: Json | string | Buffer
  headers?: Record<string, string>
  /** The connection ends in the middle of the response. */
  cut?: boolean
  /** No response is sent. */
  silent?: boolean
}

type Reply = HostAnswer | ((asked: HostRequest) => HostAnswer | Promise<HostAnswer>)

export interface RateLimitHeaders {
  limit: number
  remaining: number
  resetInSeconds: number
}

export interface FakeHost {
  url: string
  /** All requests except those for tokens. */
  readonly asked: HostRequest[]
  readonly tokensMade: HostRequest[]
  /** Those answered with a 304. */
  readonly confirmed: HostRequest[]
  /** Rate limit in responses from now on; each response except a 304 costs one. */
  rate: RateLimitHeaders | undefined
  /** Overridden to give each caller its own limit. */
  rateOf: (asked: HostRequest) => RateLimitHeaders | undefined
  now: () => Date
  advance(ms: number): void
  /** Sets the response for `METHOD /path`, ignoring the query. */
  on(route: string, reply: Reply): void
  /** Answers all other requests; undefined means 404. */
  otherwise: (asked: HostRequest) => Promise<HostAnswer | undefined>
  /** Queues responses that replace the next ones of a route. */
  failNext(route: string, ...answers: HostAnswer[]): void
  /** Holds the next request of a route until it is released. */
  hold(route: string): { arrived: Promise<void>; release: () => void }
  close(): Promise<void>
}

interface Hold {
  arrive: () => void
  released: Promise<void>
}

const TOKEN_ROUTE = /^\/app\/installations\/(\d+)\/access_tokens$/
const TOKEN_LIFE_MS = HOUR_MS

/** Without a clock its time stands still but for `advance`. */
export async function startFakeHost(clock?: () => Date): Promise<FakeHost> {
  const routes = new Map<string, Reply>()
  const failures = new Map<string, HostAnswer[]>()
  const holds = new Map<string, Hold[]>()
  let nowMs = Date.now()
  const now = clock ?? (() => new Date(nowMs))

  /** The response of a held request is determined when it arrives, like one that is delayed in the network. */
  async function answerTo(asked: HostRequest): Promise<HostAnswer> {
    const route = `${asked.method} ${asked.path.split('?')[0]}`
    const hold = holds.get(route)?.shift()
    const answer = failures.get(route)?.shift() ?? (await ordinaryAnswer(route, asked))
    hold?.arrive()
    await hold?.released
    return answer
  }

  async function ordinaryAnswer(route: string, asked: HostRequest): Promise<HostAnswer> {
    const [, installation] = TOKEN_ROUTE.exec(asked.path) ?? []
    const reply = routes.get(route) ?? (await host.otherwise(asked))
    if (typeof reply === 'function') return reply(asked)
    return reply ?? (installation ? tokenFor(installation) : NOTHING)
  }

  function tokenFor(installation: string): HostAnswer {
    const expires_at = new Date(now().getTime() + TOKEN_LIFE_MS).toISOString()
    return { status: 201, body: { token: `ghs_${installation}_${host.tokensMade.length}`, expires_at } }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request)
    ;(TOKEN_ROUTE.test(asked.path) ? host.tokensMade : host.asked).push(asked)
    send(host, asked, await answerTo(asked), response)
  }

  const server = createServer((request, response) => {
    // Whoever asks for what no host has, or leaves in the middle, disturbs nobody else.
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else response.writeHead(400).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const host: FakeHost = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    tokensMade: [],
    confirmed: [],
    rate: undefined,
    rateOf: () => host.rate,
    otherwise: async () => undefined,
    now,
    advance(ms) {
      nowMs += ms
    },
    on: (route, reply) => void routes.set(route, reply),
    failNext: (route, ...answers) => void failures.set(route, [...(failures.get(route) ?? []), ...answers]),
    hold: (route) => holdIn(holds, route),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
  return host
}

const NOTHING: HostAnswer = { status: 404, body: { message: 'Not Found' } }

function holdIn(holds: Map<string, Hold[]>, route: string) {
  let arrive = () => {}
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  holds.set(route, [...(holds.get(route) ?? []), { arrive, released }])
  return { arrived, release }
}

async function read(request: IncomingMessage): Promise<HostRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      value === undefined ? undefined : String(value)
    ])
  )
  const body = Buffer.concat(chunks).toString('utf8')
  return { method: request.method ?? '', path: request.url ?? '', headers, body }
}

function send(host: FakeHost, asked: HostRequest, answer: HostAnswer, response: ServerResponse): void {
  if (answer.silent) return
  const { status = 200, body = null, headers = {} } = answer
  const text = bytesOf(body)
  const etag = `"${createHash('sha256').update(text).digest('hex')}"`
  const isUnchanged = status === 200 && asked.headers['if-none-match'] === etag
  const rate = host.rateOf(asked)
  if (isUnchanged) host.confirmed.push(asked)
  else if (rate) rate.remaining = Math.max(0, rate.remaining - 1)
  const common = {
    date: host.now().toUTCString(),
    ...(status === 200 ? { etag } : {}),
    ...rateHeaders(rate, host.now())
  }
  if (answer.cut) {
    sendHalf(text, common, response)
    return
  }
  response.writeHead(isUnchanged ? 304 : status, { ...JSON_TYPE, ...common, ...headers })
  response.end(isUnchanged || status === 204 ? undefined : text)
}

const bytesOf = (body: NonNullable<HostAnswer['body']> | null) =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

function sendHalf(text: string | Buffer, headers: Record<string, string>, response: ServerResponse): void {
  response.writeHead(200, { ...JSON_TYPE, ...headers, 'content-length': String(2 * text.length + 10) })
  response.write(text, () => response.destroy())
}

function rateHeaders(rate: RateLimitHeaders | undefined, now: Date): Record<string, string> {
  if (!rate) return {}
  const reset = Math.floor(now.getTime() / 1000) + rate.resetInSeconds
  return {
    'x-ratelimit-resource': 'core',
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-used': String(rate.limit - rate.remaining),
    'x-ratelimit-reset': String(reset)
  }
}
