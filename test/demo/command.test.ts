// The command `demo` as somebody calls it who has never heard of the service: one start for all tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { PACKAGE_FOLDER, SERVICE } from '#paths.js'
import { createClient } from '../../openapi/client.js'
import { runProgram } from '../command-line/program.js'
import { checkBuilt } from '../harness/built.js'
import { until } from '../harness/until.js'

/** Each story is told once at least. */
const DAYS = '3'

const heard: string[] = []
/** Whatever the environment leads to: nobody may come here. */
const elsewhere = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
elsewhere.on('connection', ({ remotePort }) => heard.push(`port ${remotePort}`))
await once(elsewhere, 'listening')
// Cast: a server that listens on a port has an address with one.
const { port } = elsewhere.address() as AddressInfo
const folder = t.testdir()
let output = ''

checkBuilt(
  SERVICE,
  ['demo', 'src', 'schemas'].map((name) => join(PACKAGE_FOLDER, name))
)
const child: ChildProcess = spawn(process.execPath, [SERVICE, 'demo', '--port', '0', '--days', DAYS], {
  cwd: folder,
  env: {
    TMPDIR: folder,
    DATABASE_URL: `postgres://somebody:secret@127.0.0.1:${port}/production`,
    DATA_DIR: 'production',
    HOST_API_URL: `http://127.0.0.1:${port}`,
    HOST_TOKEN: 'a-token-of-somebody',
    MODEL_PROVIDER: 'anthropic',
    MODEL_URL: `http://127.0.0.1:${port}`,
    MODEL_API_KEY: 'key-of-somebody',
    OSV_SOURCE: `http://127.0.0.1:${port}`,
    API_KEY: 'key-of-somebody-else'
  },
  stdio: ['ignore', 'pipe', 'pipe']
})
for (const stream of [child.stdout, child.stderr])
  stream?.setEncoding('utf8').on('data', (text) => {
    output += text
  })
t.teardown(() => {
  child.kill('SIGKILL')
  elsewhere.close()
})

await until('the history is over', async () => {
  if (child.exitCode !== null) throw new Error(`The demo has ended: ${output}`)
  return /Key {2,}\S+/.test(output)
})
const [, address = ''] = /Dashboard +(http\S+)\/dashboard/.exec(output) ?? []
const [, key = ''] = /Key +(\S+)/.exec(output) ?? []
const client = createClient({ baseUrl: address, headers: { authorization: `Bearer ${key}` } })

t.test('it says that the host is emulated, in the terminal and on the pages', async (t) => {
  t.match(output, /the host is emulated.*nothing leaves this machine/)
  t.match(await (await fetch(`${address}/dashboard/login`)).text(), /<body data-host="emulated">/)
})

t.test('a port that is taken is told before the history, with the option that chooses another', async (t) => {
  const { code, err } = await runProgram(['demo', '--port', String(port)])
  t.equal(code, 1)
  t.match(err, new RegExp(`Port ${port} is in use .*--port`))
  t.notMatch(err, 'Living through')
})

t.test('its history shows what the service is for', async (t) => {
  // What a slow machine has not worked off by the end of the history goes on after it.
  await until('a run is healed', async () => {
    const { data: healed } = await client.GET('/api/ci', { params: { query: { heal_status: 'healed' } } })
    return healed !== undefined && healed.data.length > 0
  })
  await until('the merge queue has merged and ejected', async () => {
    const { data: queue } = await client.GET('/api/phase2/queue', { params: { query: { status: 'all' } } })
    const entries = queue?.data ?? []
    return (
      entries.some(({ status }) => status === 'merged') &&
      entries.some(({ blocked_reason }) => blocked_reason === 'check_failed')
    )
  })
  await until('a protection is repaired', async () => {
    const { data: violations } = await client.GET('/api/enforcement/violations', {
      params: { query: { status: 'all' } }
    })
    return violations?.data.some(({ status }) => status === 'remediated') ?? false
  })
  await until('issues that report the same are found', async () => {
    const { data: duplicates } = await client.GET('/api/duplicates', { params: { query: {} } })
    return duplicates !== undefined && duplicates.data.length > 0
  })
  await until('the results of tests are read', async () => {
    const { data: flaky } = await client.GET('/api/phase3/flaky', { params: { query: {} } })
    return flaky !== undefined && flaky.data.length > 0
  })
  t.pass()
})

t.test('its connection is well, and shows what has really arrived', async (t) => {
  const { data } = await client.GET('/api/system/connection')
  t.match(data, { credential: 'app', name: 'service', webhook_url: `${address}/webhooks/host` })
  t.ok(data?.deliveries.length)
  for (const { check, outcome, message } of data?.findings ?? [])
    t.equal(outcome, 'ok', `${check}: ${message}`)
})

t.test(
  'what the service does by the clock has been done today, and not when the history began',
  async (t) => {
    const query = { per_page: 100 }
    const anHourAgo = new Date(Date.now() - HOUR_MS).toISOString()
    await until('each repository is synced', async () => {
      const { data } = await client.GET('/api/repos', { params: { query } })
      return (
        data?.data.every(({ last_synced_at }) => last_synced_at !== null && last_synced_at > anHourAgo) ??
        false
      )
    })
    await until('no repository waits for the reconciler', async () => {
      const { data } = await client.GET('/api/phase3/reconciler/repos', { params: { query } })
      const dueAt = data?.data.map(({ next_reconcile_at }) => next_reconcile_at ?? '') ?? []
      return dueAt.length > 0 && dueAt.every((at) => at > anHourAgo)
    })
    t.pass()
  }
)

t.test('it goes on in the present, and tells what happens', async (t) => {
  await until('something happens', async () => /\d\d:\d\d acme\//.test(output))
  t.pass()
})

t.test('nothing of the environment that is secret or leads elsewhere is used', async (t) => {
  const reply = await fetch(`${address}/api/repos`, {
    headers: { authorization: 'Bearer key-of-somebody-else' }
  })
  t.equal(reply.status, 401)
  t.same(heard, [])
})

t.test('it ends on a signal and leaves nothing', async (t) => {
  const ended = once(child, 'exit')
  // A terminal sends it to all that run there, and npm hands it on.
  child.kill('SIGINT')
  child.kill('SIGINT')
  const [code] = await ended
  t.equal(code, 0)
  t.match(output, /has ended, and has left nothing\.\s*$/)
  t.same(readdirSync(folder), [])
})
