// Runs the whole service in one process and calls it through the generated client; the test controls the clock.
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Reply } from 'fastify'
import t from 'tap'
import { buildApp } from '#app.js'
import { jobs } from '#capabilities/index.js'
import type { Deps } from '#deps.js'
import { keyRing, parseKeys } from '#domain/accounts/keys.js'
import { format } from '#formatter/index.js'
import { openHost } from '#host/index.js'
import { openQueue, type RunningQueue } from '#queue/engine.js'
import type { JobTable } from '#queue/job.js'
import { PageMemory } from '#runtime/page-memory.js'
import { CONNECTED_PILLARS } from '#schemas/operation/connection.js'
import { loggedTransaction } from '#store/sql/commit-log.js'
import { createClient, type ServiceClient } from '../../openapi/client.js'
import { lendApp, openApp, USUAL } from './apps.js'
import { openTestDatabase, type TestDatabase } from './database.js'
import { diagnoseHere } from './diagnosis.js'
import { checkReplies } from './replies.js'

export const KEY = 'test-key-0123456789'
export const ADMIN_KEY = 'admin-key'
export const EXPORT_KEY = 'an export key of at least 32 characters'
export const WEBHOOK_SECRET = 'whsec-test-0123456789'

export interface TestService {
  app: FastifyInstance
  deps: Deps
  queue: RunningQueue
  test: TestDatabase
  /** A client with an API key. */
  client: ServiceClient
  /** A client with the given headers. */
  clientWith(headers: Record<string, string>): ServiceClient
  inject(options: InjectOptions): Promise<Reply>
  /** Sends one signed delivery. */
  deliver(delivery: Partial<TestDelivery>): Promise<Reply>
  advance(ms: number): void
  close(): Promise<void>
}

export interface TestDelivery {
  event: string
  id: string
  payload: unknown
  secret: string
}

export interface TestOptions {
  /** Whether jobs are run. */
  work?: boolean
  jobs?: JobTable
  deps?: Partial<Deps>
  /** Whether nothing that its application counts may come from another service. */
  ownApp?: boolean
  /** Reuses the database of another service of the test. */
  database?: TestDatabase
}

const PAGE_MEMORY_BYTES = 1024 * 1024

/** Fails the file rather than one test: a wrong reply may arrive late, over a socket, or without anybody reading it. */
const failFile = (fault: string) => void t.fail(`a reply breaks its schema: ${fault}`)

export async function startTestService(options: TestOptions = {}): Promise<TestService> {
  const test = options.database ?? (await openTestDatabase())
  const { database } = test
  const queue = await openQueue({
    database,
    jobs: options.jobs ?? jobs,
    supervises: false,
    onError: (error) => USUAL.log.error({ err: error }, 'queue')
  })
  const exportsDirectory = mkdtempSync(join(tmpdir(), 'exports-'))
  let aheadMs = 0
  const deps: Deps = {
    ...USUAL,
    db: database.db,
    transaction: loggedTransaction(database.transaction, options.deps?.log ?? USUAL.log),
    commits: database.commits,
    listen: database.listen,
    revisions: database.revisions,
    pageMemory: new PageMemory(PAGE_MEMORY_BYTES),
    queue,
    host: openHost([WEBHOOK_SECRET, 'whsec-older']),
    connection: { apiUrl: undefined, isStored: false, pillars: CONNECTED_PILLARS, store: undefined },
    diagnose: diagnoseHere,
    format,
    model: undefined,
    postMessage: async () => ({ is: 'refused', reason: 'No chat is connected in this test.' }),
    advisorySource: undefined,
    packageRegistries: () => undefined,
    keys: keyRing(parseKeys(`${KEY},admin=${ADMIN_KEY}`), USUAL.sessionSecret),
    exports: { directory: exportsDirectory, key: EXPORT_KEY, formerKeys: [], signedSince: undefined },
    production: false,
    isDemo: false,
    gitSha: null,
    now: () => new Date(Date.now() + aheadMs),
    ...options.deps
  }
  const build = (usual: Deps) => checkReplies(() => buildApp(usual), failFile)
  const { app, giveBack } = await (options.ownApp ? openApp(deps, build) : lendApp(deps, build))
  if (options.work !== false) await queue.work(deps)
  const clientWith = (headers: Record<string, string>) =>
    createClient({
      baseUrl: 'http://service.test',
      headers,
      fetch: (request) => fetchFrom(app, request),
      retry: false
    })
  return {
    app,
    deps,
    queue,
    test,
    client: clientWith({ authorization: `Bearer ${KEY}` }),
    clientWith,
    inject: (request) => app.inject(request),
    deliver: (delivery) => app.inject(signed(delivery)),
    advance(ms) {
      aheadMs += ms
    },
    async close() {
      await giveBack()
      await queue.drain(5_000)
      rmSync(exportsDirectory, { recursive: true, force: true })
      if (!options.database) await test.drop()
    }
  }
}

/** A signed webhook request as the host sends it. */
export function signed(delivery: Partial<TestDelivery>): InjectOptions & { headers: Record<string, string> } {
  const { event = 'issues', id = randomUUID(), payload = issueOpened(), secret = WEBHOOK_SECRET } = delivery
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return {
    method: 'POST',
    url: '/webhooks/host',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    },
    payload: body
  }
}

export function issueOpened(title = 'It crashes') {
  return {
    action: 'opened',
    issue: { id: 1, number: 1, title },
    repository: { id: 42, full_name: 'octo-org/hello', private: false, default_branch: 'main' },
    installation: { id: 7 }
  }
}

/** The client uses fetch; the app answers in the same process. */
async function fetchFrom(app: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search, host } = new URL(request.url)
  const body = await request.text()
  const reply = await app.inject({
    // Cast: the injector only accepts known methods.
    method: request.method as 'GET',
    url: pathname + search,
    headers: { ...Object.fromEntries(request.headers), host },
    ...(body === '' ? {} : { payload: body })
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
  }
  const isEmpty = [204, 304].includes(reply.statusCode)
  return new Response(isEmpty ? null : reply.body, { status: reply.statusCode, headers })
}
