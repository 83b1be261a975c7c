import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { NEEDED_PERMISSIONS } from '#domain/host/permissions.js'
import { type FakeHost, startFakeHost } from '#test/harness/host.js'
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

async function startHost(t: Test, permissions: Record<string, string> = ALL): Promise<FakeHost> {
  const host = await startFakeHost()
  t.teardown(() => host.close())
  host.on('GET /app', { body: { name: 'our-automation' } })
  host.on('GET /app/hook/config', { body: { url: 'https://automation.test/webhooks/host' } })
  host.on('GET /app/hook/deliveries', { body: [{ status_code: 202 }, { status_code: 202 }] })
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
  for (const check of ['settings', 'database', 'migrations', 'credential', 'webhooks'])
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
        message: /^issues is not granted for write\. Issues are not mirrored/,
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
  host.on('GET /app/hook/deliveries', { body: [{ status_code: 502 }, { status_code: 202 }] })
  t.match(await webhooks(), { code: 1, found: [{ message: /^1 of the latest 2 did not arrive/ }] })
  host.on('GET /app/hook/config', { body: {} })
  t.match(await webhooks(), { code: 1, found: [{ message: 'The App has no address for them.' }] })
})

t.test('a credential that the host refuses fails, and no secret is shown', async (t) => {
  const host = await startHost(t)
  host.on('GET /app', { status: 401, body: { message: 'Bad credentials' } })
  const home = await homeOf(t)
  const refused = await examine({ ...home, ...APP, HOST_API_URL: host.url })
  t.equal(refused.code, 1)
  t.match(about(refused.findings, 'credential'), [{ outcome: 'failed', remedy: /Check HOST_API_URL/ }])
  const away = await examine({ ...home, HOST_TOKEN: 'a-secret-token', HOST_API_URL: 'http://127.0.0.1:1' })
  t.match(about(away.findings, 'credential'), [{ outcome: 'failed' }])
  t.notMatch(JSON.stringify([refused, away]), /a-secret-token|PRIVATE KEY/)
})

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

t.test('an empty database is told from one that is behind, and neither is changed', async (t) => {
  const home = await emptyHomeOf(t)
  const before = await examine(home)
  if (SERVER === undefined)
    t.match(about(before.findings, 'database'), [{ message: /the first start makes it/ }])
  else t.match(about(before.findings, 'migrations'), [{ outcome: 'warning', remedy: /The next start/ }])
  t.same(await examine(home), before)
  t.match(await runProgram(['migrate'], home), { code: 0 })
  t.match(about((await examine(home)).findings, 'migrations'), [{ outcome: 'ok' }])
})

t.test('the service that runs is asked how it is, also while it holds its database', async (t) => {
  const home = await homeOf(t)
  const service = serviceProcess(t, home)
  await service.start()
  const PORT = new URL(service.address).port
  const { code, findings } = await examine({ ...home, PORT })
  t.equal(code, 0)
  t.match(about(findings, 'service'), [{ outcome: 'ok', message: /and is well\.$/ }])
  t.match(about(findings, 'queue'), [{ outcome: 'ok' }])
  if (SERVER === undefined) t.match(about(findings, 'database'), [{ message: /in use/ }])
  const stranger = await examine({ ...home, API_KEY: 'another-key-of-16', PORT })
  t.match(about(stranger.findings, 'service'), [{ outcome: 'failed', message: /refuses the key/ }])
})

t.test('what stands in the way of one check is told, and the others are told as well', async (t) => {
  const elsewhere = createServer((_, reply) => reply.end('<h1>Another program</h1>')).listen(0, '127.0.0.1')
  t.teardown(() => elsewhere.close())
  await once(elsewhere, 'listening')
  // Cast: it listens at a port.
  const PORT = String((elsewhere.address() as AddressInfo).port)
  const stranger = await examine({ ...(await homeOf(t)), PORT })
  t.match(about(stranger.findings, 'service'), [{ outcome: 'failed', message: /^Something else answers/ }])
  t.match(about(stranger.findings, 'database'), [{ outcome: 'ok' }])
  const DATA_DIR = t.testdir({ 'secrets.json': '{', database: { PG_VERSION: '' } })
  const damaged = await examine({ DATA_DIR })
  t.equal(damaged.code, 1)
  t.match(about(damaged.findings, 'service'), [{ outcome: 'failed', message: /secrets\.json does not hold/ }])
  t.match(about(damaged.findings, 'database'), [{ outcome: 'failed' }])
  t.match(about(damaged.findings, 'disk'), [{ outcome: 'ok' }])
})

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
