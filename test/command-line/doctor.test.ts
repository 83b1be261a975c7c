import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { lockDataDirectory } from '#data-directory.js'
import { type FakeHost, startFakeHost } from '#demo/world/http.js'
import { NEEDED_PERMISSIONS } from '#domain/operation/permissions.js'
import { type Environment, emptyHomeOf, homeOf, serviceProcess } from '#test/harness/process.js'
import { SERVER } from '#test/harness/server.js'
import { runProgram } from './program.js'

interface Told {
  check: string
  outcome: string
  message: string
  remedy: string | null
}

/** What is found, with the exit code. */
async function examine(environment: Environment): Promise<{ code: number | null; findings: Told[] }> {
  const { code, out, err } = await runProgram(['doctor', '--json'], { PORT: '1', ...environment })
  if (err !== '') throw new Error(err)
  return { code, findings: JSON.parse(out).findings }
}

const about = (findings: readonly Told[], check: string) => findings.filter((one) => one.check === check)

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const APP = {
  HOST_APP_ID: '7',
  HOST_APP_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const ALL = Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]))

const HOOK = {
  url: 'https://automation.test/webhooks/host',
  content_type: 'json',
  secret: '********',
  insecure_ssl: '0'
}

/** The delivery log, the newest first, by what the address replied. */
const logged = (...codes: number[]) =>
  codes.map((status_code, at) => ({
    id: 100 - at,
    guid: `delivery-${at}`,
    event: 'issues',
    delivered_at: '2026-01-31T09:30:00Z',
    redelivery: false,
    status_code
  }))

async function startHost(t: Test, permissions: Record<string, string> = ALL): Promise<FakeHost> {
  const host = await startFakeHost()
  t.teardown(() => host.close())
  host.on('GET /app', { body: { name: 'our-automation' } })
  host.on('GET /app/hook/config', { body: HOOK })
  host.on('GET /app/hook/deliveries', { body: logged(202, 202) })
  host.on('GET /app/installations', {
    body: [{ id: 1, account: { login: 'octo-org' }, suspended_at: null, permissions }]
  })
  return host
}

t.test('where all is well each check says so, and the exit code is 0', async (t) => {
  const host = await startHost(t)
  const home = await homeOf(t)
  const { code, findings } = await examine({ ...home, ...APP, HOST_API_URL: host.url })
  t.equal(code, 0)
  t.same(
    findings.filter(({ outcome, check }) => outcome !== 'ok' && check !== 'service'),
    []
  )
  for (const check of ['settings', 'database', 'migrations', 'credential', 'webhooks', 'budget', 'sync'])
    t.match(about(findings, check), [{ outcome: 'ok', remedy: null }], check)
  t.match(about(findings, 'installation octo-org'), [{ message: 'It grants everything.' }])
  // Only a server has a clock of its own.
  t.equal(about(findings, 'clock').length, SERVER === undefined ? 0 : 1)
})

t.test('every setting that is wrong is a finding, and nothing else is looked at', async (t) => {
  const { code, findings } = await examine({ PORT: 'http', ROLE: 'server' })
  t.equal(code, 1)
  t.match(findings, [
    { check: 'settings', outcome: 'failed', message: /^PORT is wrong/, remedy: String },
    { check: 'settings', outcome: 'failed', message: /^ROLE is wrong/ }
  ])
})

t.test(
  'a permission that is missing is named with what it costs; one that few need is no failure',
  async (t) => {
    const lacking = Object.entries(ALL).filter(([name]) => !['checks', 'members'].includes(name))
    const host = await startHost(t, { ...Object.fromEntries(lacking), issues: 'read' })
    const { code, findings } = await examine({ ...(await homeOf(t)), ...APP, HOST_API_URL: host.url })
    t.equal(code, 1)
    t.match(about(findings, 'installation octo-org'), [
      {
        outcome: 'failed',
        message: /^issues is not granted for write\. Issues get neither/,
        remedy: /Grant it/
      },
      { outcome: 'failed', message: /^checks is not granted/ },
      { outcome: 'warning', message: /^members is not granted for read/ }
    ])
  }
)

t.test('webhooks that do not arrive, or have nowhere to go, are failures', async (t) => {
  const host = await startHost(t)
  const webhooks = async () => {
    const { code, findings } = await examine({ ...(await homeOf(t)), ...APP, HOST_API_URL: host.url })
    return { code, found: about(findings, 'webhooks') }
  }
  host.on('GET /app/hook/deliveries', { body: logged(502, 202) })
  t.match(await webhooks(), { code: 1, found: [{ message: /^1 of the latest 2 did not arrive/ }] })
  host.on('GET /app/hook/config', { body: {} })
  t.match(await webhooks(), { code: 1, found: [{ message: 'The App has no address for them.' }] })
})

t.test(
  'a credential that the host refuses fails, as a host that cannot be reached, and no secret is shown',
  async (t) => {
    const host = await startHost(t)
    host.on('GET /app', { status: 401, body: { message: 'Bad credentials' } })
    const home = await homeOf(t)
    const refused = await examine({ ...home, ...APP, HOST_API_URL: host.url })
    t.equal(refused.code, 1)
    t.match(about(refused.findings, 'credential'), [{ outcome: 'failed', remedy: /Check HOST_API_URL/ }])
    const away = await examine({ ...home, HOST_TOKEN: 'a-secret-token', HOST_API_URL: 'http://127.0.0.1:1' })
    t.same(about(away.findings, 'credential'), [], 'nothing is known of it')
    t.match(about(away.findings, 'host'), [
      {
        outcome: 'failed',
        message: /^The host does not respond/,
        remedy: /reaches http:\/\/127\.0\.0\.1:1 .*network/
      }
    ])
    t.notMatch(JSON.stringify([refused, away]), /a-secret-token|PRIVATE KEY/)
  }
)

t.test('a database that cannot be reached fails, without its password', async (t) => {
  const { code, findings } = await examine({
    API_KEY: 'a-key-of-16-chars',
    SESSION_SECRET: 's'.repeat(32),
    DATABASE_URL: 'postgres://user:no-message-shows@127.0.0.1:1/service'
  })
  t.equal(code, 1)
  t.match(about(findings, 'database'), [
    { outcome: 'failed', message: /ECONNREFUSED/, remedy: /DATABASE_URL/ }
  ])
  t.notMatch(JSON.stringify(findings), /no-message-shows/)
})

/** The space that is free changes meanwhile. */
const withoutSizes = (report: object) => JSON.stringify(report).replaceAll(/\d+ MiB/g, '… MiB')

t.test('an empty database is told from one that is behind, and neither is changed', async (t) => {
  const home = await emptyHomeOf(t)
  const before = await examine(home)
  if (SERVER === undefined)
    t.match(about(before.findings, 'database'), [{ message: /the first start makes it/ }])
  else t.match(about(before.findings, 'migrations'), [{ outcome: 'warning', remedy: /The next start/ }])
  t.same(withoutSizes(await examine(home)), withoutSizes(before))
  t.match(await runProgram(['migrate'], home), { code: 0 })
  t.match(about((await examine(home)).findings, 'migrations'), [{ outcome: 'ok' }])
})

t.test('the service that runs is asked how it is, also while it holds its database', async (t) => {
  const home = await homeOf(t)
  const service = serviceProcess(t, home)
  await service.start()
  const PORT = new URL(service.address).port
  const host = await startHost(t)
  const { code, findings } = await examine({ ...home, ...APP, HOST_API_URL: host.url, PORT })
  t.equal(code, 0)
  t.match(about(findings, 'service'), [{ outcome: 'ok', message: /and is well\.$/ }])
  for (const check of ['queue', 'budget', 'sync']) t.match(about(findings, check), [{ outcome: 'ok' }], check)
  if (SERVER === undefined) t.match(about(findings, 'database'), [{ message: /in use/ }])
  const stranger = await examine({ ...home, API_KEY: 'another-key-of-16', PORT })
  t.match(about(stranger.findings, 'service'), [{ outcome: 'failed', message: /refuses the key/ }])
})

t.test('without a credential nobody is blamed for what is not done with the host', async (t) => {
  const home = await homeOf(t)
  const service = serviceProcess(t, home)
  for (const isRunning of [false, true]) {
    if (isRunning) await service.start()
    const PORT = isRunning ? new URL(service.address).port : '1'
    const { findings } = await examine({ ...home, PORT })
    t.match(about(findings, 'credential'), [{ outcome: 'warning', message: /the host is not called/ }])
    for (const check of ['budget', 'sync', 'activity']) t.same(about(findings, check), [], check)
  }
})

t.test('what stands in the way of one check is told, and the others are told as well', async (t) => {
  const elsewhere = createServer((_, reply) => reply.end('<h1>Another program</h1>')).listen(0, '127.0.0.1')
  t.teardown(() => elsewhere.close())
  await once(elsewhere, 'listening')
  // Cast: it listens at a port.
  const PORT = String((elsewhere.address() as AddressInfo).port)
  const home = await homeOf(t)
  const stranger = await examine({ ...home, PORT })
  // With the embedded database, the key goes only to the service that holds it.
  const expected =
    SERVER === undefined
      ? { outcome: 'warning', message: /^No service runs with this DATA_DIR/ }
      : { outcome: 'failed', message: /^Something else answers/ }
  t.match(about(stranger.findings, 'service'), [expected])
  t.match(about(stranger.findings, 'database'), [{ outcome: 'ok' }])
  for (const content of ['{', '{}']) {
    const DATA_DIR = t.testdir({ 'secrets.json': content, database: { PG_VERSION: '' } })
    const { code, findings } = await examine({ DATA_DIR })
    t.equal(code, 1)
    const unread = { outcome: 'failed', message: /secrets\.json does not hold/ }
    t.match(about(findings, 'connection'), content === '{' ? [unread] : [])
    t.match(about(findings, 'database'), [{ outcome: 'failed' }])
    t.match(about(findings, 'disk'), [{ outcome: 'ok' }])
  }
})

t.test(
  'a service that does not tell what it does still tells how it is',
  { skip: SERVER !== undefined },
  async (t) => {
    const unwell = createServer(({ url }, reply) => {
      const isHealth = url === '/api/system/health'
      reply.statusCode = isHealth ? 200 : 503
      reply.end(JSON.stringify(isHealth ? { health: { status: 'ok', version: '9.9.9' } } : {}))
    }).listen(0, '127.0.0.1')
    t.teardown(() => unwell.close())
    await once(unwell, 'listening')
    // Cast: it listens at a port.
    const PORT = String((unwell.address() as AddressInfo).port)
    const home = await homeOf(t)
    t.teardown(lockDataDirectory(home['DATA_DIR'] ?? ''))
    const host = await startHost(t)
    const { findings } = await examine({ ...home, ...APP, HOST_API_URL: host.url, PORT })
    t.match(about(findings, 'service'), [{ outcome: 'ok', message: /^Version 9\.9\.9 runs at/ }])
    t.match(about(findings, 'activity'), [{ outcome: 'warning', message: /rate-limits.*was not answered/ }])
  }
)

t.test(
  'a low disk is a failure, also before the folder is there',
  { skip: SERVER !== undefined },
  async (t) => {
    const DATA_DIR = join(t.testdir(), 'not', 'yet')
    const { code, findings } = await examine({ DATA_DIR, DISK_RESERVE_MIB: '1048576' })
    t.equal(code, 1)
    t.match(about(findings, 'disk'), [{ outcome: 'failed', remedy: /Free some space/ }])
    mkdirSync(DATA_DIR, { recursive: true })
    t.match(about((await examine({ DATA_DIR })).findings, 'disk'), [{ outcome: 'ok' }])
  }
)

t.test('for people each finding is a line, with its remedy below', async (t) => {
  const { code, out } = await runProgram(['doctor'], { PORT: 'http' })
  t.equal(code, 1)
  t.match(out, /^FAIL {2}settings {2}PORT is wrong: .*\n {16}Correct the variable of the environment\.\n$/)
  t.match(await runProgram(['doctor', '--fix'], {}), { code: 2, err: /^Unknown option '--fix'/ })
})
