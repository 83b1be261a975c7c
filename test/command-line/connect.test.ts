import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { APP_WEBHOOK_SECRET, conversion, serveRegistrations } from '#demo/world/app-manifests.js'
import { type FakeHost, type HostAnswer, startFakeHost } from '#demo/world/http.js'
import { neededPermissions } from '#domain/operation/permissions.js'
import { CONNECTED_PILLARS } from '#schemas/operation/connection.js'
import { readSettings } from '#settings/settings.js'
import { storedConnection } from '#stored-connection.js'
import { until } from '../harness/until.js'
import { ADDRESS, CTRL_D, connectAs, connectFolder, SCRIPT, SECRETS, wayBack } from './connecting.js'
import { startProgram } from './program.js'

const open = await startFakeHost()
t.teardown(() => open.close())
const registered = serveRegistrations(open, ['octo-org'])

const homeOf = (t: Test) => join(connectFolder(t), 'data')

t.test('a script makes an App with what its pillars need, and the next start uses it', async (t) => {
  const DATA_DIR = homeOf(t)
  const { code, shown } = await connectAs(open, SCRIPT, { DATA_DIR })
  t.equal(code, 0, shown)
  const { manifest } = registered.at(-1) ?? {}
  t.match(manifest, {
    hook_attributes: { url: `${ADDRESS}/webhooks/host` },
    default_permissions: Object.fromEntries(
      neededPermissions(['triage', 'insights']).map(({ name, level }) => [name, level])
    )
  })
  t.match(shown, `${open.url}/apps/our-automation/installations/new`)
  t.match(shown, 'connect --check')
  t.notMatch(shown, SECRETS, 'no secret is shown')
  const settings = readSettings({ DATA_DIR })
  t.match(settings.host, { apiUrl: open.url, credential: { kind: 'app', appId: 77 } })
  t.same(settings.webhookSecrets, [APP_WEBHOOK_SECRET])
  t.same(settings.connection, { isStored: true, pillars: ['triage', 'insights'] })
  t.equal(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o777, 0o600)
  t.notMatch(readFileSync(join(DATA_DIR, 'secrets.json'), 'utf8'), 'a-client-secret', 'what nobody needs')
})

t.test('a person is asked, told what the choice needs, and corrected', async (t) => {
  const DATA_DIR = homeOf(t)
  serveApp(open)
  const { code, shown } = await connectAs(
    open,
    [],
    { DATA_DIR },
    {
      answers: {
        Numbers: '1, merge_queue',
        'A file': '',
        'At which': ADDRESS,
        'Which organisation': 'octo-org',
        'Then press': '',
        Start: 'later'
      }
    }
  )
  t.equal(code, 0, shown)
  t.match(shown, /It needs these permissions:[\s\S]*statuses: read/)
  t.match(shown, /FAIL {2}installation octo-org +checks is not granted for write\. Gates, /)
  t.notMatch(shown, 'administration', 'what no chosen pillar needs is not missed')
  t.same(storedConnection(DATA_DIR)?.pillars, ['triage', 'merge_queue'])
  t.notMatch(shown, SECRETS)
})

t.test('Enter chooses what is on by default, and "all" the rest as well', async (t) => {
  const onByDefault = ['triage', 'ci_healing', 'maintainer', 'enforcement', 'trust', 'ai_review', 'insights']
  for (const [answer, chosen] of [['', onByDefault] as const, ['all', CONNECTED_PILLARS] as const]) {
    const DATA_DIR = homeOf(t)
    const answers = {
      Numbers: answer,
      'A file': '',
      'At which': ADDRESS,
      'Which org': '',
      'Then press': CTRL_D
    }
    const { code, shown } = await connectAs(open, [], { DATA_DIR }, { answers })
    t.equal(code, 0, shown)
    t.match(shown, /1 \* triage +Labels issues[\s\S]* 4 {3}issue_fix +Fixes issues/)
    t.same(storedConnection(DATA_DIR)?.pillars, chosen)
    t.match(shown, 'connect --check', 'whoever leaves after that is told how to go on')
  }
})

t.test('whoever ends the input is told that nothing was changed', async (t) => {
  const DATA_DIR = homeOf(t)
  const answers = { Numbers: '1', 'A file': '', 'At which': CTRL_D }
  t.match(await connectAs(open, [], { DATA_DIR }, { answers }), { code: 1, shown: /Nothing was changed\.$/m })
  t.equal(storedConnection(DATA_DIR), undefined)
})

/** The App after it was installed with too little, and its log. */
function serveApp(host: FakeHost, delivered: number[] = []): void {
  host.on('GET /app', { body: { name: 'our-automation' } })
  host.on('GET /app/installations', {
    body: [
      {
        id: 1,
        account: { login: 'octo-org' },
        suspended_at: null,
        permissions: {
          metadata: 'read',
          contents: 'write',
          issues: 'write',
          pull_requests: 'write',
          actions: 'write'
        }
      }
    ]
  })
  const hook = { url: `${ADDRESS}/webhooks/host`, content_type: 'json', secret: '********' }
  host.on('GET /app/hook/config', { body: hook })
  const log = delivered.map((status_code, at) => entry(at + 1, { status_code }))
  host.on('GET /app/hook/deliveries', () => ({ body: log.toReversed() }))
  host.on('POST /app/hook/deliveries/1/attempts', () => {
    log.push(entry(log.length + 1, { guid: 'ping-1', status_code: 202, redelivery: true }))
    return { status: 202, body: {} }
  })
}

const entry = (id: number, more: object) => ({
  id,
  guid: `ping-${id}`,
  event: 'ping',
  delivered_at: '2026-01-31T09:30:00Z',
  redelivery: false,
  ...more
})

t.test('--check has a ping sent again, and says whether the service took it', async (t) => {
  const DATA_DIR = homeOf(t)
  await connectAs(open, SCRIPT, { DATA_DIR })
  serveApp(open, [401])
  const again = await connectAs(open, ['--check'], { DATA_DIR })
  t.match(again.shown, /ok +ping +It arrived, and the service accepted it\./)
  t.match(again.shown, /warn +webhooks +1 of the latest 2 did not arrive.*The newest did\./)
  t.match(again.shown, /ok +signature/)
  t.equal(again.code, 0, again.shown)
  open.on('POST /app/hook/deliveries/1/attempts', { status: 403, body: { message: 'Forbidden' } })
  const refused = await connectAs(open, ['--check'], { DATA_DIR })
  t.equal(refused.code, 1)
  t.match(refused.shown, /FAIL +ping/)
  t.notMatch(refused.shown, SECRETS)
})

t.test('--check without a connection says how to make one', async (t) => {
  const { code, shown } = await connectAs(open, ['--check'], { DATA_DIR: homeOf(t) })
  t.equal(code, 1)
  t.match(shown, /There is no connection to examine.*connect" makes one/)
})

t.test('--print keeps nothing: it shows names, and writes the values to a file of its user', async (t) => {
  const [DATA_DIR, file] = [homeOf(t), join(connectFolder(t), 'settings.env')]
  const { code, shown } = await connectAs(open, [...SCRIPT, '--print', file], { DATA_DIR })
  t.equal(code, 0, shown)
  t.notOk(existsSync(DATA_DIR))
  t.match(shown, /HOST_API_URL\n {2}HOST_APP_ID\n {2}HOST_APP_PRIVATE_KEY\n {2}HOST_WEBHOOK_SECRET\n/)
  t.notMatch(shown, SECRETS)
  t.equal(statSync(file).mode & 0o777, 0o600)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const variables = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  t.match(readSettings(variables), {
    host: { credential: { appId: 77 } },
    webhookSecrets: [APP_WEBHOOK_SECRET]
  })
  t.match(await connectAs(open, [...SCRIPT, '--print', file], { DATA_DIR }), { code: 2, shown: /made anew/ })
})

t.test('whoever gives up in the middle leaves no empty file behind', async (t) => {
  const file = join(connectFolder(t), 'settings.env')
  const { child, ended } = startProgram(['connect', ...SCRIPT, '--print', file], { HOST_API_URL: open.url })
  let shown = ''
  child.stdout?.on('data', (text) => {
    shown += text
  })
  await until('the page is shown', async () => shown.includes('http://127.0.0.1:'))
  t.ok(existsSync(file))
  child.kill('SIGINT')
  t.match(await ended, { code: 130 })
  t.notOk(existsSync(file))
})

t.test('a connection that is there is not replaced by mistake', async (t) => {
  const DATA_DIR = homeOf(t)
  await connectAs(open, SCRIPT, { DATA_DIR })
  const made = registered.length
  t.match(await connectAs(open, SCRIPT, { DATA_DIR }), { code: 2, shown: /holds a connection already/ })
  t.equal(registered.length, made, 'no App is made in vain')
  t.match(await connectAs(open, [...SCRIPT, '--replace'], { DATA_DIR }), { code: 0 })
  writeFileSync(join(DATA_DIR, 'secrets.json'), '{"connection":7}')
  t.match(await connectAs(open, SCRIPT, { DATA_DIR }), { code: 1, shown: /cannot be read/ })
  t.match(await connectAs(open, [...SCRIPT, '--replace'], { DATA_DIR }), { code: 0 })
  t.match(storedConnection(DATA_DIR)?.settings, { HOST_APP_ID: '77' }, 'one that is damaged is replaced')
})

t.test('before an App is made it is known that its secrets can be stored', async (t) => {
  const DATA_DIR = homeOf(t)
  const made = registered.length
  mkdirSync(DATA_DIR)
  writeFileSync(join(DATA_DIR, 'secrets.json'), '{')
  t.match(await connectAs(open, [...SCRIPT, '--replace'], { DATA_DIR }), {
    code: 1,
    shown: /secrets\.json does not hold .* Restore it from a backup/
  })
  t.equal(registered.length, made)
})

t.test(
  'the data directory of another user is refused',
  { skip: process.getuid?.() === 0 ? false : 'only root can give a directory away' },
  async (t) => {
    const DATA_DIR = homeOf(t)
    mkdirSync(DATA_DIR)
    chownSync(DATA_DIR, 1_000, 1_000)
    t.match(await connectAs(open, SCRIPT, { DATA_DIR }), {
      code: 1,
      shown: /belongs to the user with the id 1000, and this is user 0/
    })
    t.same(readdirSync(DATA_DIR), [])
  }
)

t.test('what the environment says otherwise is named: it wins over what is stored', async (t) => {
  const HOST_WEBHOOK_SECRET = 'a-secret-of-the-environment'
  const { shown } = await connectAs(open, SCRIPT, { DATA_DIR: homeOf(t), HOST_WEBHOOK_SECRET })
  t.match(shown, 'Unset HOST_WEBHOOK_SECRET.')
  t.notMatch(shown, HOST_WEBHOOK_SECRET)
})

t.test('a wrong call says what is wrong before anything is made', async (t) => {
  const DATA_DIR = homeOf(t)
  const call = (...args: string[]) => connectAs(open, args, { DATA_DIR })
  t.match(await call('--pillars', 'triag', '--address', ADDRESS), { code: 2, shown: /did you mean triage\?/ })
  t.match(await call('--pillars', 'triage'), { code: 2, shown: /^--address is missing/ })
  t.match(await call('--address', ADDRESS), { code: 2, shown: /^--pillars is missing/ })
  t.match(await call('--pillars', 'triage', '--address', 'http://a.test'), {
    code: 2,
    shown: /expected where GitHub/
  })
  t.match(await call(...SCRIPT, '--organisation', '../settings'), { code: 2 })
  t.match(await call(...SCRIPT, '--host-url', 'http://host.test'), { code: 2 })
  t.match(await call(...SCRIPT, '--token', 'a-secret-token'), { code: 2, shown: /Unknown option/ })
  t.match(await connectAs(open, SCRIPT, { DATA_DIR: '/dev/null/data' }), { code: 1, shown: /DATA_DIR/ })
})

t.test('only the browser that began comes back, once, and to this machine', async (t) => {
  const DATA_DIR = homeOf(t)
  const replies: Record<string, number> = {}
  const { code } = await connectAs(
    open,
    SCRIPT,
    { DATA_DIR },
    {
      async browse(address) {
        const { origin } = new URL(address)
        const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status
        replies['another page'] = await status(`${origin}/`)
        replies['another method'] = await status(address, { method: 'POST', body: 'x' })
        const back = await wayBack(address)
        const wrong = new URL(back)
        wrong.searchParams.set('state', 'a-state-of-somebody-else')
        replies['another state'] = await status(wrong.href)
        wrong.searchParams.delete('state')
        replies['no state'] = await status(wrong.href)
        replies['the way back'] = await status(back)
        replies['the same again'] = await status(back).catch(() => 403)
      }
    }
  )
  t.equal(code, 0)
  t.same(replies, {
    'another page': 404,
    'another method': 405,
    'another state': 403,
    'no state': 403,
    'the way back': 200,
    'the same again': 403
  })
})

/** Comes back after the host has begun to answer a request for the App with these, one after the other. */
const whileHostReplies =
  (...replies: (() => HostAnswer)[]) =>
  async (address: string) => {
    const back = await wayBack(address)
    const code = new URL(back).searchParams.get('code')
    open.on(`POST /app-manifests/${code}/conversions`, () => (replies.shift() ?? (() => ({ status: 500 })))())
    await fetch(back)
  }

const OUTAGE = () => ({ status: 502, body: 'bad gateway' })

t.test('an App that the host does not hand out yet is asked for again, and is not lost', async (t) => {
  const DATA_DIR = homeOf(t)
  const browse = whileHostReplies(OUTAGE, OUTAGE, () => conversion(open, {}))
  const answers = {
    'A file': '',
    'Which organisation': '',
    'Press Enter to try again': '',
    'Then press': '',
    Start: 'later'
  }
  const { shown } = await connectAs(open, SCRIPT, { DATA_DIR }, { answers, browse })
  t.equal(shown.match(/The host replied 502/g)?.length, 2)
  t.match(storedConnection(DATA_DIR)?.settings, { HOST_APP_ID: '77' })
  const script = await connectAs(open, SCRIPT, { DATA_DIR: homeOf(t) }, { browse: whileHostReplies(OUTAGE) })
  t.match(script, { code: 1, shown: /Delete the App on GitHub and begin again\./ })
})

t.test('what a host replies that is not an App is told, and nothing is stored', async (t) => {
  const hostile: Record<string, () => HostAnswer> = {
    'no key': () => conversion(open, {}, { pem: null }),
    'half a key': () =>
      conversion(open, {}, { pem: '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----' }),
    'a short secret': () => conversion(open, {}, { webhook_secret: 'short' }),
    'a secret that no setting takes': () => conversion(open, {}, { webhook_secret: `abc${' '.repeat(20)}` }),
    'an id that no setting takes': () => conversion(open, {}, { id: Number.MAX_SAFE_INTEGER }),
    'no id': () => conversion(open, {}, { id: '77' }),
    'another kind of page': () => conversion(open, {}, { html_url: 'javascript:alert(1)' }),
    'no JSON': () => ({ status: 201, body: '<h1>' }),
    'a list': () => ({ status: 201, body: [] }),
    'too much': () => ({ status: 201, body: JSON.stringify({ pem: 'x'.repeat(300_000) }) }),
    'a redirect elsewhere': () => ({
      status: 307,
      headers: { location: 'http://127.0.0.1:1/app-manifests' }
    }),
    'an old code': () => ({ status: 404, body: { message: 'Not Found' } }),
    'an outage': OUTAGE
  }
  for (const [name, reply] of Object.entries(hostile)) {
    const DATA_DIR = homeOf(t)
    const { code, shown } = await connectAs(open, SCRIPT, { DATA_DIR }, { browse: whileHostReplies(reply) })
    t.equal(code, 1, name)
    t.equal(storedConnection(DATA_DIR), undefined, name)
    t.notMatch(shown, SECRETS, name)
  }
})
