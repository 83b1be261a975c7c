import { once } from 'node:events'
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { type FakeHost, startFakeHost } from '#demo/world/http.js'
import { openHostClient } from '#host/api/client.js'
import { jobLog } from '#host/resources/runs/job-logs.js'
import { addressKindOf } from '#runtime/addresses.js'
import { NO_STORE, TOKEN } from '../harness/host.js'

const JOB = '/repos/octo-org/hello/actions/jobs/5/logs'
const PLACE = { owner: 'octo-org', name: 'hello', installationId: 7, priority: 'work' } as const

/** What names stand for, in the order in which they are asked; the last answer stays. */
type Names = Record<string, string[]>

interface Led {
  fake: FakeHost
  names: Names
  /** How often a name was asked for. */
  lookups: string[]
  logAt(place: string): Promise<string>
}

/** The host at a name, which leads to a place. */
async function leading(t: Test, apiHost = '127.0.0.1'): Promise<Led> {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  const lookups: string[] = []
  const names: Names = {}
  const apiUrl = `http://${apiHost}:${new URL(fake.url).port}`
  const client = openHostClient({
    apiUrl,
    credential: TOKEN,
    store: NO_STORE,
    log: { warn: () => {} },
    now: fake.now,
    async resolve(name) {
      lookups.push(name)
      const answers = names[name] ?? []
      const address = (answers.length > 1 ? answers.shift() : answers[0]) ?? ''
      return [{ address, family: address.includes(':') ? 6 : 4 }]
    }
  })
  async function logAt(place: string): Promise<string> {
    fake.on(`GET ${JOB}`, { status: 302, headers: { location: place } })
    let text = ''
    for await (const piece of jobLog(client, PLACE, 5)) text += piece
    return text
  }
  return { fake, names, lookups, logAt }
}

const portOf = ({ url }: FakeHost) => new URL(url).port
const UNSAFE = { code: 'host_unavailable', message: /unsafe address/ }

t.test('an address is known by its network, however it is written', async (t) => {
  const kinds: Record<string, string[]> = {
    loopback: ['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::FFFF:7f00:1'],
    private: ['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', 'fd12::1', 'fec0::1', '64:ff9b::a00:1'],
    'link-local': ['169.254.1.1', 'fe80::1%eth0', '::ffff:169.254.7.7'],
    reserved: [
      ...['169.254.169.254', '::ffff:a9fe:a9fe', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254'],
      ...['0.0.0.0', '::', '224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1', '198.18.0.1'],
      ...['2001::1', '2002:7f00:1::', '2001:db8::1', '::127.0.0.1', '64:ff9b:1::7f00:1', 'localhost', '']
    ],
    open: [
      '140.82.112.3',
      '172.32.0.1',
      '100.128.0.1',
      '2606:50c0:8000::153',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808'
    ]
  }
  for (const [kind, addresses] of Object.entries(kinds))
    for (const address of addresses) t.equal(addressKindOf(address), kind, address)
})

t.test('a log is fetched from the address that was checked, without a credential', async (t) => {
  const { fake, names, lookups, logAt } = await leading(t)
  names['logs.test'] = ['127.0.0.1', '127.0.0.2']
  fake.on('GET /log', { body: 'what it printed' })
  t.equal(await logAt(`http://logs.test:${portOf(fake)}/log`), 'what it printed')
  t.same(lookups, ['logs.test'], 'the name is asked for once')
  t.equal(fake.asked.at(-1)?.headers['authorization'], undefined)
  t.equal(fake.asked.at(-1)?.headers['host'], `logs.test:${portOf(fake)}`)
})

t.test('over TLS too the place is asked by its name, at the address that was checked', async (t) => {
  const { names, logAt } = await leading(t)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  names['logs.test'] = ['127.0.0.1', '192.0.2.1']
  const [hello] = await Promise.all([
    once(server, 'connection').then(async ([socket]) => {
      const [first] = await once(socket, 'data')
      socket.destroy()
      return String(first)
    }),
    t.rejects(logAt(`https://logs.test:${port}/log`), { code: 'host_unavailable' })
  ])
  t.match(hello, 'logs.test')
})

t.test('no internal place is asked, unless the host is of the same network', async (t) => {
  const { fake, names, logAt } = await leading(t)
  const inside = ['10.0.0.7', '169.254.169.254', '169.254.3.4', 'fd00:ec2::254', '::', '0.0.0.0', 'fe80::1']
  for (const address of inside) {
    names['logs.test'] = [address]
    for (const scheme of ['http', 'https'])
      await t.rejects(logAt(`${scheme}://logs.test:${portOf(fake)}/log`), UNSAFE, address)
    const literal = address.includes(':') ? `[${address}]` : address
    await t.rejects(logAt(`http://${literal}:${portOf(fake)}/log`), UNSAFE, `${address} itself`)
  }
  t.same(new Set(fake.asked.map(({ path }) => path)), new Set([JOB]))
})

t.test(
  'a host on the internet leads to nothing internal, and to nothing that is not encrypted',
  async (t) => {
    const { fake, names, logAt } = await leading(t, 'localhost')
    names['localhost'] = ['140.82.112.3']
    for (const place of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost.test'
    ]) {
      names['localhost.test'] = ['127.0.0.1']
      await t.rejects(logAt(`https://${place}:${portOf(fake)}/log`), UNSAFE, place)
    }
    names['logs.test'] = ['140.82.112.4']
    for (const place of [
      'http://logs.test/log',
      'ftp://logs.test/log',
      'file:///etc/passwd',
      'https://a:b@logs.test/'
    ])
      await t.rejects(logAt(place), UNSAFE, place)
    t.same(new Set(fake.asked.map(({ path }) => path)), new Set([JOB]))
  }
)

t.test('each further step is checked like the first, and there are few', async (t) => {
  const { fake, names, logAt } = await leading(t)
  fake.on('GET /on', { status: 307, headers: { location: '/log' } })
  fake.on('GET /log', { body: 'what it printed' })
  t.equal(await logAt(`${fake.url}/on`), 'what it printed')
  names['inside.test'] = ['10.0.0.7']
  fake.on('GET /on', { status: 302, headers: { location: 'http://inside.test/' } })
  await t.rejects(logAt(`${fake.url}/on`), UNSAFE)
  fake.on('GET /on', { status: 302, headers: { location: '/on' } })
  const before = fake.asked.length
  await t.rejects(logAt(`${fake.url}/on`), { code: 'host_unavailable', message: /redirected/ })
  t.equal(fake.asked.length - before, 4)
})
