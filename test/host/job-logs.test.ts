import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { openHostClient } from '#host/api/client.js'
import type { HostLimits } from '#host/api/limits.js'
import { jobLog } from '#host/resources/runs/job-logs.js'
import { connect, NO_STORE, TOKEN } from '../harness/host.js'

const JOB = '/repos/octo-org/hello/actions/jobs/5/logs'
const PLACE = { owner: 'octo-org', name: 'hello', installationId: 7, priority: 'work' } as const

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** A server by itself, so that what it sends is made as it is sent. */
async function serving(t: Test, answer: Answering): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  // The border to Node: a server on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function clientAt(apiUrl: string, limits: Partial<HostLimits> = {}) {
  const log = { warn: () => {} }
  return openHostClient({ apiUrl, credential: TOKEN, store: NO_STORE, log, now: () => new Date(), limits })
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const MB = 1_000_000
const PIECE = `${'2026-01-02T10:00:00.0000000Z   Downloading package.tar.gz (12 kB)\n'.repeat(900)}`

function* longLog(bytes: number): Generator<string> {
  for (let made = 0; made < bytes; made += PIECE.length) yield PIECE
  yield 'npm error code ECONNRESET\nnpm error network aborted\n##[error]Process completed with exit code 1.\n'
}

t.test('a log of 50 MB is read to its end and never held', async (t) => {
  const url = await serving(t, (request, response) => {
    if (request.url !== '/log') response.writeHead(302, { location: '/log' }).end()
    else void pipeline(Readable.from(longLog(50 * MB)), response).catch(() => {})
  })
  const before = process.memoryUsage()
  let [most, read] = [0, 0]
  const reader = createLogReader()
  for await (const piece of jobLog(clientAt(url), PLACE, 5)) {
    reader.push(piece)
    read += piece.length
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    most = Math.max(most, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers)
  }
  t.ok(read > 50 * MB, `${read} characters`)
  t.ok(most < 150 * MB, `${Math.round(most / MB)} MB at most`)
  t.match(diagnose(reader.end()), { type: 'network', transient: true })
})

t.test('what goes beyond the limit is not read', async (t) => {
  let sent = 0
  const url = await serving(t, (request, response) => {
    if (request.url !== '/log') return void response.writeHead(302, { location: '/log' }).end()
    function* endless() {
      for (;;) {
        sent += PIECE.length
        yield PIECE
      }
    }
    void pipeline(Readable.from(endless()), response).catch(() => {})
  })
  const text = await textOf(jobLog(clientAt(url, { streamBytes: MB }), PLACE, 5))
  t.equal(text.length, MB)
  t.ok(sent < 30 * MB, `${sent} were sent`)
})

t.test('the credential stays with the host, and a letter may be cut anywhere', async (t) => {
  const seen: (string | undefined)[] = []
  const bytes = Buffer.from('größer\n')
  const url = await serving(t, (request, response) => {
    seen.push(request.headers.authorization)
    if (request.url !== '/log') return void response.writeHead(302, { location: '/log' }).end()
    response.write(bytes.subarray(0, 3))
    setTimeout(() => response.end(bytes.subarray(3)), 20)
  })
  t.equal(await textOf(jobLog(clientAt(url), PLACE, 5)), 'größer\n')
  t.same(
    seen.map((one) => one !== undefined),
    [true, false]
  )
})

t.test('a text that is kept packed is unpacked, and what is broken in it is told', async (t) => {
  let packed = gzipSync(PIECE)
  const url = await serving(t, (request, response) => {
    if (request.url !== '/log') return void response.writeHead(302, { location: '/log' }).end()
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  })
  t.equal(await textOf(jobLog(clientAt(url), PLACE, 5)), PIECE)
  packed = packed.subarray(0, packed.length / 2)
  await t.rejects(textOf(jobLog(clientAt(url), PLACE, 5)), { code: 'host_unavailable' })
})

t.test('a repository that has moved is followed to its log', async (t) => {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  const { client } = connect(fake)
  fake.on(`GET ${JOB}`, {
    status: 301,
    headers: { location: `${fake.url}/repositories/1/actions/jobs/5/logs` }
  })
  fake.on('GET /repositories/1/actions/jobs/5/logs', {
    status: 302,
    headers: { location: `${fake.url}/log` }
  })
  fake.on('GET /log', { body: 'here it is' })
  t.equal(await textOf(jobLog(client, PLACE, 5)), 'here it is')
})

t.test('a log that is gone is told from a host that cannot answer', async (t) => {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  const { client } = connect(fake)
  await t.rejects(textOf(jobLog(client, PLACE, 5)), { code: 'host_not_found' })
  fake.on(`GET ${JOB}`, { status: 302, headers: { location: `${fake.url}/log` } })
  fake.on('GET /log', { status: 404, body: 'gone' })
  await t.rejects(textOf(jobLog(client, PLACE, 5)), { code: 'host_not_found' })
  for (const answer of [{ status: 503 }, { status: 429 }, { body: 'half', cut: true }]) {
    fake.on('GET /log', answer)
    await t.rejects(textOf(jobLog(client, PLACE, 5)), { code: 'host_unavailable' })
  }
})
