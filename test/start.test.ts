import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { SERVICE } from '#paths.js'
import { KEY, WEBHOOK_SECRET } from './harness/app.js'
import {
  type Command,
  type Environment,
  emptyHomeOf,
  homeOf,
  type ServiceProcess,
  serviceProcess
} from './harness/process.js'
import { onServer, SERVER } from './harness/server.js'
import { until } from './harness/until.js'

const MIB = 1024 * 1024
const LARGEST_RESERVE_MIB = 1_048_576

const SECRETS = {
  API_KEY: 'a-key-that-no-message-shows',
  SESSION_SECRET: 'a-secret-that-no-message-shows-either'
}

/** What happens in a data directory is the same whatever server other tests use: it is tested once. */
const WITHOUT_SERVER = { skip: SERVER !== undefined }

async function refusalOf(t: Test, environment: Environment, command?: Command): Promise<string> {
  const service = serviceProcess(t, environment, command)
  service.begin()
  t.equal(await service.end(), 1, `exit code with ${Object.keys(environment).join()}`)
  t.equal(service.address, '', 'it never listened')
  t.notMatch(service.output, /no-message-shows|\n\s+at /, 'neither secrets nor a stack')
  return service.output
}

async function stateOf(service: ServiceProcess, key: string, id: string) {
  const { data } = await service.clientWith(key).GET('/api/deliveries/{id}', { params: { path: { id } } })
  return data?.state
}

t.test(
  'with a wrong setting nothing is begun: the message names it, the exit code is 1',
  WITHOUT_SERVER,
  async (t) => {
    const directory = t.testdir()
    const wrong: [Environment, RegExp][] = [
      [{ PORT: 'http' }, /^PORT is wrong: expected a whole number from 0 to 65535/],
      [{ TRUST_PROXY: 'proxy.test' }, /^TRUST_PROXY is wrong: .*proxy\.test/],
      [{ NODE_ENV: 'production' }, /^API_KEY or API_KEYS is missing/],
      [{ DATABASE_URL: 'postgres://db.test/x' }, /^API_KEY or API_KEYS is missing/],
      [{ ROLE: 'worker' }, /^ROLE=worker requires DATABASE_URL/]
    ]
    await Promise.all(
      wrong.map(async ([environment, message]) =>
        t.match(await refusalOf(t, { DATA_DIR: join(directory, 'data'), ...environment }), message)
      )
    )
    t.same(readdirSync(directory), [])
  }
)

t.test('a database that cannot be reached is said to be so, without its password', async (t) => {
  for (const address of ['127.0.0.1:1', 'no.such.host.invalid']) {
    const DATABASE_URL = `postgres://user:no-message-shows@${address}/service`
    t.match(
      await refusalOf(t, { ...SECRETS, DATABASE_URL }),
      /^The database cannot be used: .*(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/
    )
  }
})

t.test(
  'a user of the database that lacks rights is told which',
  { skip: SERVER === undefined && 'the embedded database has no users' },
  async (t) => {
    const guest = `test_guest_${randomUUID().replaceAll('-', '')}`
    await onServer(SERVER ?? '', `create role ${guest} login password 'guest'`)
    t.teardown(() => onServer(SERVER ?? '', `drop role ${guest}`))
    const home = await emptyHomeOf(t)
    const url = new URL(home['DATABASE_URL'] ?? '')
    Object.assign(url, { username: guest, password: 'guest' })
    t.match(
      await refusalOf(t, { ...home, DATABASE_URL: url.href }),
      /^The database cannot be used: permission denied .*has to own the database, or to have been granted CREATE/
    )
  }
)

t.test(
  'an address that is none of this machine, and a data directory that is none, are named',
  WITHOUT_SERVER,
  async (t) => {
    const DATA_DIR = t.testdir({ file: '' })
    for (const LISTEN_ADDRESS of ['192.0.2.1', 'no.such.host.invalid'])
      t.match(await refusalOf(t, { DATA_DIR, LISTEN_ADDRESS }), /^LISTEN_ADDRESS is not an address/m)
    t.match(await refusalOf(t, { DATA_DIR: join(DATA_DIR, 'file') }), /^DATA_DIR cannot be used/)
  }
)

/** Runs a command with a small disk mounted over its data directory, which is gone with the command. */
const onSmallDisk = (options: string, ...command: string[]): Command => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && exec "$@"`,
  'sh',
  ...command
]

t.test(
  'a disk that is full at the start is said to be so, whichever file is the first without room',
  WITHOUT_SERVER,
  async (t) => {
    const DATA_DIR = t.testdir()
    const [program, ...options] = onSmallDisk('size=1m', 'true')
    if (spawnSync(program, options, { env: { ...process.env, DATA_DIR } }).status !== 0) {
      t.pass('nothing can be mounted here')
      return
    }
    for (const size of ['nr_inodes=1', 'size=4k', 'size=1m']) {
      const message = await refusalOf(t, { DATA_DIR }, onSmallDisk(size, process.execPath, SERVICE))
      t.match(message, /(DATA_DIR|embedded database).*is full.*free some space/is, size)
    }
  }
)

t.test('a port that is taken is said to be so, and the data directory is free again', async (t) => {
  const home = await emptyHomeOf(t)
  const DATA_DIR = home['DATA_DIR'] ?? t.testdir()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const address = other.address()
  const PORT = String(typeof address === 'object' ? address?.port : '')
  t.match(await refusalOf(t, { ...home, DATA_DIR, PORT }), /^PORT is in use/m)
  t.same(
    readdirSync(DATA_DIR).filter((name) => name.startsWith('service.pid')),
    []
  )
})

t.test('a first start that fails keeps no key that nobody has seen', WITHOUT_SERVER, async (t) => {
  const DATA_DIR = t.testdir()
  await refusalOf(t, { DATA_DIR, LISTEN_ADDRESS: '203.0.113.1' })
  t.notOk(existsSync(join(DATA_DIR, 'secrets.json')))
})

t.test(
  'without any setting but a place for its data it runs, and keeps its data and its key',
  WITHOUT_SERVER,
  async (t) => {
    const DATA_DIR = join(t.testdir(), 'data')
    const service = serviceProcess(t, { DATA_DIR, HOST_WEBHOOK_SECRET: WEBHOOK_SECRET })
    await service.start()
    const [, key = ''] = /API key\s+(\S+) \(shown only once/.exec(service.output) ?? []
    const { address } = service
    for (const line of [`${address}/dashboard`, `${address}/docs`, `${address}/openapi.json`, DATA_DIR])
      t.match(service.output, line)
    t.match(key, /^[\w-]{43}$/)
    const file = join(DATA_DIR, 'secrets.json')
    t.equal(statSync(file).mode & 0o777, 0o600)
    t.equal(JSON.parse(readFileSync(file, 'utf8')).apiKey, key)
    const id = randomUUID()
    t.equal(await service.deliver(id), 202)
    await until('the delivery is processed', async () => (await stateOf(service, key, id)) === 'processed')
    t.equal(await service.stop(), 0)
    t.notOk(readdirSync(DATA_DIR).includes('service.pid'))

    await service.start()
    t.notMatch(service.output, key, 'the key is not shown again')
    t.match(service.output, `stored in ${file}`)
    t.equal(await stateOf(service, key, id), 'processed')
    t.equal(await service.deliver(id), 202)
    t.equal(await service.stop(), 0)
  }
)

t.test(
  'a key from the environment is the only one, and none is shown or said to be kept',
  WITHOUT_SERVER,
  async (t) => {
    const service = serviceProcess(t, { DATA_DIR: t.testdir(), API_KEY: SECRETS.API_KEY })
    await service.start()
    t.match(service.output, /API key\s+as set in the environment/)
    t.notMatch(service.output, /shown only once|stored in/)
    t.notMatch(service.output, /Warning/, 'nor are there warnings that no operator can do anything about')
    t.equal((await service.clientWith(SECRETS.API_KEY).GET('/api/auth/session')).response.status, 200)
  }
)

t.test(
  'a data directory in use is refused with the process that has it, which is not disturbed',
  WITHOUT_SERVER,
  async (t) => {
    const environment = { ...SECRETS, DATA_DIR: t.testdir(), HOST_WEBHOOK_SECRET: WEBHOOK_SECRET }
    const service = serviceProcess(t, environment)
    await service.start()
    const [before, after] = [randomUUID(), randomUUID()]
    t.equal(await service.deliver(before), 202)
    t.match(await refusalOf(t, environment), `The data directory is in use by process ${service.pid}`)
    t.equal(await service.deliver(after), 202)
    for (const id of [before, after])
      await until(
        'both are processed',
        async () => (await stateOf(service, SECRETS.API_KEY, id)) === 'processed'
      )
  }
)

t.test('a start on a disk that is almost full says so in the log', WITHOUT_SERVER, async (t) => {
  const DATA_DIR = t.testdir()
  const { bavail, bsize } = statfsSync(DATA_DIR)
  if (bavail * bsize >= LARGEST_RESERVE_MIB * MIB) {
    t.pass('no reserve is larger than what is free here')
    return
  }
  const environment = { DATA_DIR, DISK_RESERVE_MIB: String(LARGEST_RESERVE_MIB), LOG_LEVEL: 'warn' }
  const service = serviceProcess(t, environment)
  await service.start()
  await until('the log tells of the disk', async () =>
    service.output.includes('disk of DATA_DIR is almost full')
  )
})

t.test(
  'a key of audit exports that was replaced and is not named is told at the start and by health',
  async (t) => {
    const [former, current] = [randomUUID() + randomUUID(), randomUUID() + randomUUID()]
    const home = { DATA_DIR: t.testdir(), ...(await homeOf(t)), LOG_LEVEL: 'warn' }
    const started = async (keys: Environment) => {
      const service = serviceProcess(t, { ...home, ...keys })
      await service.start()
      return service
    }
    /** Once the process has ended, all that it logged has been read. */
    const endOf = async (service: ServiceProcess) => {
      const { data } = await service.client.GET('/health')
      await service.stop()
      const isLogged = service.output.includes('AUDIT_EXPORT_FORMER_KEYS')
      return { status: data?.status, audit_exports: data?.audit_exports, isLogged }
    }
    const before = await started({ AUDIT_EXPORT_KEY: former })
    await before.client.POST('/api/auth/login', { body: { api_key: KEY } })
    t.equal((await before.client.POST('/api/audit/export', { body: {} })).response.status, 200)
    t.match(await endOf(before), { audit_exports: 'ok', isLogged: false })

    const after = await started({ AUDIT_EXPORT_KEY: current })
    t.same(await endOf(after), { status: 'degraded', audit_exports: 'blocked', isLogged: true })

    const today = new Date().toISOString().slice(0, 10)
    const mended = await started({
      AUDIT_EXPORT_KEY: current,
      AUDIT_EXPORT_FORMER_KEYS: `${former}@${today}`
    })
    t.match(await endOf(mended), { audit_exports: 'ok', isLogged: false })
  }
)

t.test('what a killed process held is taken over, with its data', WITHOUT_SERVER, async (t) => {
  const service = serviceProcess(t, {
    ...SECRETS,
    DATA_DIR: t.testdir(),
    HOST_WEBHOOK_SECRET: WEBHOOK_SECRET
  })
  await service.start()
  const id = randomUUID()
  t.equal(await service.deliver(id), 202)
  await service.kill()
  await service.start()
  await until('it is processed', async () => (await stateOf(service, SECRETS.API_KEY, id)) === 'processed')
})

t.test('two processes that begin at once on an empty home do not harm each other', async (t) => {
  const home = await emptyHomeOf(t)
  const both = [serviceProcess(t, home), serviceProcess(t, home)]
  const started = await Promise.allSettled(both.map((service) => service.start()))
  const running = both.filter((_, at) => started[at]?.status === 'fulfilled')
  t.equal(
    running.length,
    home['DATABASE_URL'] === undefined ? 1 : 2,
    'a directory is for one, a server for many'
  )
  for (const service of running) t.equal((await service.client.GET('/health/ready')).response.status, 200)
})
