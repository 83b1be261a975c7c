// How registries are asked: bounded, within one server, again where that may help, and of nothing that is not theirs.
import t, { type Test } from 'tap'
import type { MetadataNeed } from '#domain/dependencies/updates/update.js'
import type { RegistrySettings } from '#registries/index.js'
import { integrityOf, publishNpm } from '#test/fixtures/package-replies.js'
import { type PackageServers, startPackageServers } from '#test/fixtures/package-servers.js'

const HOST = 'registry.npmjs.org'
const PAD: MetadataNeed = { name: 'left-pad', version: '1.0.1' }
const AT = `${HOST}/left-pad/1.0.1`

async function start(
  t: Test,
  {
    settings = { npm: 'public' as const },
    ...options
  }: { settings?: RegistrySettings; timeoutMs?: number; address?: string } = {}
) {
  const servers = await startPackageServers(t, options)
  publishNpm(servers, 'left-pad', { '1.0.0': {}, '1.0.1': {} })
  const registry = servers.open(settings)('npm')
  if (!registry) throw new Error('a registry is open')
  return {
    ...servers,
    registry,
    async ask(need = PAD, withinMs = 10_000) {
      const [only] = await registry.ask([need], performance.now() + withinMs)
      if (!only) throw new Error('each need has an answer')
      return { ...only.answer, isTemporary: only.isTemporary }
    }
  }
}

const KNOWN = {
  is: 'metadata',
  isTemporary: false,
  metadata: { integrity: integrityOf('left-pad', '1.0.1') }
}

t.test('a version is one short document, and all versions are the short list of npm', async (t) => {
  const { ask, asked } = await start(t)
  t.match(await ask(), KNOWN)
  t.match(await ask({ name: 'left-pad', version: null }), { is: 'versions', versions: ['1.0.0', '1.0.1'] })
  t.match(asked, [
    { address: AT, headers: { accept: 'application/json', 'if-none-match': undefined } },
    { address: `${HOST}/left-pad`, headers: { accept: /^application\/vnd\.npm\.install-v1\+json/ } }
  ])
  t.notOk(asked.some(({ headers }) => headers.authorization))
})

t.test('what was said is kept for ten minutes, and then asked for only if it has changed', async (t) => {
  const servers = await start(t)
  await servers.ask()
  servers.advance(9 * 60_000)
  t.match(await servers.ask(), KNOWN)
  t.equal(servers.asked.length, 1)
  servers.advance(2 * 60_000)
  t.match(await servers.ask(), KNOWN)
  t.match(
    servers.asked.map(({ status }) => status),
    [200, 304]
  )
})

t.test('a server that is busy is asked again, as soon as it says', async (t) => {
  const { ask, asked, fails } = await start(t)
  fails(AT, { status: 503 }, { status: 429, headers: { 'retry-after': '0' } })
  t.match(await ask(), KNOWN)
  t.equal(asked.length, 3)
})

t.test('a server that stays away may know it later, and the reason names it', async (t) => {
  const { ask, asked, fails } = await start(t)
  fails(AT, { status: 500 }, { status: 502 }, { status: 503 })
  t.same(await ask(), { is: 'failed', reason: `${HOST} answered 503`, isTemporary: true })
  t.equal(asked.length, 3, 'it is asked three times')
  fails(AT, { status: 429, headers: { 'retry-after': '3600' } })
  t.same(await ask(), { is: 'failed', reason: `${HOST} answered 429`, isTemporary: true })
  t.equal(asked.length, 4, 'nobody waits for an hour')
  fails(AT, 'cut', 'cut', 'cut')
  t.match(await ask(), { is: 'failed', reason: /could not be reached/, isTemporary: true })
  t.match(await ask(), KNOWN)
})

t.test('a server that is silent costs no more than its time', async (t) => {
  const { ask, fails } = await start(t, { timeoutMs: 50 })
  fails(AT, 'silent', 'silent', 'silent')
  t.same(await ask(), { is: 'failed', reason: `${HOST} did not answer in time`, isTemporary: true })
  t.match(await ask(PAD, 0), { is: 'failed', reason: /not asked in time/, isTemporary: true })
})

t.test('what is no package is a failure, and is not kept', async (t) => {
  const { ask, fails, documents } = await start(t)
  fails(AT, 'garbage')
  t.match(await ask(), { is: 'failed', reason: /something else than a package/, isTemporary: true })
  t.match(await ask(), KNOWN)
  documents.set(`${HOST}/right-pad/1.0.1`, documents.get(AT) ?? '')
  t.match(await ask({ name: 'right-pad', version: '1.0.1' }), { is: 'failed' }, 'it is about another package')
})

t.test('a reply without end is cut off', async (t) => {
  const { ask, fails } = await start(t)
  fails(AT, 'endless')
  t.match(await ask(), { is: 'failed', reason: /more than \d+ bytes/, isTemporary: false })
})

t.test('a package that nobody published, and names that none can have', async (t) => {
  const { ask, asked } = await start(t)
  t.same(await ask({ name: 'none', version: '1.0.0' }), {
    is: 'unknown',
    reason: `${HOST} does not list it`,
    isTemporary: false
  })
  for (const name of ['../secrets', 'a/b/c', '@a/b/../c', '', '.', 'x?y', 'ä', 'a'.repeat(300), 'a\nb'])
    t.match(
      await ask({ name, version: '1.0.0' }),
      { is: 'unknown', reason: /can have no such package/ },
      name
    )
  t.match(await ask({ name: 'left-pad', version: '../..' }), { is: 'unknown' })
  t.equal(asked.length, 1)
})

t.test('redirects within the server are followed, and none to another one', async (t) => {
  const { ask, asked, fails, documents } = await start(t)
  documents.set(`${HOST}/moved`, documents.get(AT) ?? '')
  fails(AT, { status: 301, headers: { location: '/moved' } })
  t.match(await ask(), KNOWN)
  for (const location of ['https://evil.example/x', 'http://registry.npmjs.org/x', 'https://[', ''])
    fails(`${HOST}/left-pad/1.0.0`, { status: 302, headers: { location } })
  const again = { name: 'left-pad', version: '1.0.0' }
  for (let at = 0; at < 4; at += 1)
    t.match(await ask(again), { is: 'failed', reason: /redirects/, isTemporary: false })
  t.ok(asked.every(({ address }) => address.startsWith(HOST)))
})

t.test('a mirror is told its credentials, and nobody else is: no reason quotes them', async (t) => {
  const authorization = `Basic ${Buffer.from('ci:secret').toString('base64')}`
  const npm = { address: 'https://npm.corp.test:8443/all/', authorization }
  const { registry, documents, ask, asked, fails } = await start(t, {
    settings: { npm },
    address: '10.0.0.7'
  })
  const at = 'npm.corp.test:8443/all/left-pad/1.0.1'
  documents.set(at, documents.get(AT) ?? '')
  t.match(await ask(), KNOWN, 'it may be in the own network')
  t.match(asked, [{ address: at, headers: { authorization } }])
  fails(at.replace('1.0.1', '1.0.0'), { status: 401 })
  t.same(await ask({ name: 'left-pad', version: '1.0.0' }), {
    is: 'failed',
    reason: 'npm.corp.test:8443 answered 401; see `PACKAGE_REGISTRIES`',
    isTemporary: false
  })
  t.equal(registry.address, 'https://npm.corp.test:8443/all/')
})

t.test(
  'a public name that leads to an internal address, and any that leads to credentials, is not asked',
  async (t) => {
    const own = { npm: { address: 'https://npm.corp.test/', authorization: null } }
    for (const [settings, address] of [
      [{ npm: 'public' as const }, '10.0.0.7'],
      [own, '169.254.169.254']
    ] as const) {
      const { ask, asked } = await start(t, { settings, address })
      t.match(await ask(), { is: 'failed', reason: /internal address/, isTemporary: false })
      t.same(asked, [])
    }
  }
)

t.test('a registry serves what lock files say is from it', async (t) => {
  const npm = { address: 'https://npm.corp.test/all/', authorization: null }
  const { open }: Pick<PackageServers, 'open'> = await start(t)
  const registries = open({ npm, cargo: 'public', rubygems: 'public' })
  const serves = (ecosystem: 'npm' | 'cargo' | 'rubygems', origin: string) =>
    registries(ecosystem)?.serves(origin)
  t.equal(serves('npm', 'https://npm.corp.test/all/x/-/x-1.tgz'), true)
  t.equal(serves('npm', 'https://registry.npmjs.org/x/-/x-1.tgz'), true)
  t.equal(serves('npm', 'https://registry.npmjs.org.evil.test/x'), false)
  t.equal(serves('npm', 'https://npm.corp.test/private/x'), false)
  t.equal(serves('cargo', 'registry+https://github.com/rust-lang/crates.io-index'), true)
  t.equal(serves('cargo', 'registry+https://github.com/rust-lang/crates.io-index-of-others'), false)
  t.equal(serves('cargo', 'sparse+https://cargo.corp.test/'), false)
  t.equal(serves('rubygems', 'https://rubygems.org/'), true)
  t.equal(serves('rubygems', 'https://rubygems.org.evil.test/'), false)
  t.equal(registries('pip'), undefined)
})
