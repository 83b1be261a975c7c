// What the replies of registries mean, and what becomes of those that are none.
import t from 'tap'
import { REGISTRY_PROTOCOLS, type RegistryEcosystem } from '#domain/dependencies/registries/index.js'
import type { PackageMetadata } from '#domain/dependencies/updates/update.js'

function read(ecosystem: RegistryEcosystem, name: string, version: string | null, ...texts: unknown[]) {
  const protocol = REGISTRY_PROTOCOLS[ecosystem]
  return protocol.read(
    { name, version },
    texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text)))
  )
}

function metadataOf(...parts: Parameters<typeof read>): PackageMetadata {
  const reply = read(...parts)
  if (reply.is !== 'metadata') throw new Error(`it is ${reply.is}`)
  return reply.metadata
}

const pathsOf = (ecosystem: RegistryEcosystem, name: string, version: string | null = '1.0.0') =>
  REGISTRY_PROTOCOLS[ecosystem].documentsOf({ name, version })?.map(({ path }) => path)

const SHA512 = `sha512-${'A'.repeat(86)}==`
const pad = (more: object = {}) => ({ name: 'pad', version: '1.0.1', dist: { integrity: SHA512 }, ...more })

t.test('each registry has its own addresses', async (t) => {
  t.same(pathsOf('npm', '@scope/pad'), ['@scope%2fpad/1.0.0'])
  t.same(pathsOf('npm', 'pad', null), ['pad'])
  t.same(pathsOf('pip', 'Zope.Interface'), ['pypi/zope-interface/1.0.0/json'])
  t.same(
    ['a', 'ab', 'abc', 'Abcd'].map((name) => pathsOf('cargo', name)),
    [['1/a'], ['2/ab'], ['3/a/abc'], ['ab/cd/abcd']]
  )
  t.same(pathsOf('rubygems', 'rack'), ['info/rack'])
  t.same(pathsOf('go', 'github.com/Azure/sdk', '1.0.0-RC1'), [
    'lookup/github.com/!azure/sdk@v1.0.0-!r!c1',
    'github.com/!azure/sdk/@v/v1.0.0-!r!c1.mod'
  ])
  for (const ecosystem of ['npm', 'pip', 'cargo', 'rubygems', 'go'] as const)
    for (const name of ['..', '../x', 'a/../b', 'a b', '', '/', 'a?b', 'a#b', 'a%2fb', 'x'.repeat(400)])
      t.equal(pathsOf(ecosystem, name), undefined, `${ecosystem} ${name}`)
})

t.test('npm: the members that a lock file repeats come in the form in which npm writes them', async (t) => {
  const scripts = { postinstall: 'node x.js', test: 'tap' }
  const more = {
    scripts,
    license: { type: 'MIT', url: 'x' },
    bin: './cli.js',
    funding: ['https://a.test', { url: 'https://b.test', type: 'x' }, 7],
    os: 'linux',
    cpu: [],
    engines: { node: '>=18' },
    peerDependenciesMeta: { react: { optional: true }, vue: { optional: 'no' } },
    deprecated: false,
    readme: 'x'.repeat(10_000),
    _hasShrinkwrap: false,
    bundleDependencies: []
  }
  t.same(JSON.parse(JSON.stringify(metadataOf('npm', 'pad', '1.0.1', pad(more)).fields)), {
    bin: { pad: './cli.js' },
    engines: { node: '>=18' },
    funding: [{ url: 'https://a.test' }, { url: 'https://b.test', type: 'x' }],
    hasInstallScript: true,
    license: 'MIT',
    os: ['linux'],
    peerDependenciesMeta: { react: { optional: true } }
  })
  t.match(metadataOf('npm', 'pad', '1.0.1', pad({ bundledDependencies: ['x'] })).fields, {
    bundleDependencies: true
  })
})

t.test('npm: only a strong digest counts where there is one, and no address with a password', async (t) => {
  const dist = (parts: object) => metadataOf('npm', 'pad', '1.0.1', pad({ dist: parts }))
  t.equal(dist({ integrity: `sha1-x ${SHA512}` }).integrity, SHA512)
  t.equal(dist({ integrity: 'sha1-x', shasum: 'a'.repeat(40) }).integrity, null)
  t.equal(dist({ integrity: `${SHA512}\n"evil"` }).integrity, null)
  t.match(dist({ shasum: 'a'.repeat(40) }).integrity, /^sha1-/)
  t.equal(dist({ shasum: 7 }).integrity, null)
  for (const tarball of ['http://a.test/x.tgz', 'https://u:p@a.test/x.tgz', 'file:///x', 'x', 7])
    t.equal(dist({ tarball }).resolved, null)
  t.equal(dist({ tarball: 'https://a.test/x.tgz' }).resolved, 'https://a.test/x.tgz')
})

t.test('npm: what is deprecated, above the latest or no version is not chosen anew', async (t) => {
  const versions = {
    '1.0.0': {},
    '1.1.0': { deprecated: 'broken' },
    '1.2.0': {},
    '2.0.0': {},
    many: {},
    __proto__: {}
  }
  t.same(read('npm', 'pad', null, { name: 'pad', versions, 'dist-tags': { latest: '1.2.0' } }), {
    is: 'versions',
    versions: ['1.0.0', '1.2.0']
  })
  t.match(read('npm', 'pad', null, { name: 'pad', versions: ['1.0.0'] }), { is: 'unreadable' })
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`1.0.${at}`, {}]))
  t.match(read('npm', 'pad', null, { name: 'pad', versions: many }), { is: 'unreadable' })
})

t.test('npm: packages may have the names of members of a prototype', async (t) => {
  const text = `{"name":"pad","version":"1.0.1","dependencies":{"__proto__":"1","constructor":"2"}}`
  const { dependencies } = metadataOf('npm', 'pad', '1.0.1', text)
  t.same(Object.entries(dependencies), [
    ['__proto__', '1'],
    ['constructor', '2']
  ])
  t.equal(metadataOf('npm', 'pad', '1.0.1', pad()).dependencies['constructor'], undefined)
})

t.test('pip: the digests of all files, and what every installation needs', async (t) => {
  const file = (digit: string, more: object = {}) => ({ digests: { sha256: digit.repeat(64) }, ...more })
  const release = (info: object, urls: unknown) => ({
    info: { name: 'Zope.X', version: '1.0', ...info },
    urls
  })
  const requires = ['Idna (<4,>=2.5)', 'socks>=1; extra == "socks"', 'colorama; sys_platform == "win32"']
  const metadata = metadataOf(
    'pip',
    'zope-x',
    '1.0.0',
    release({ requires_dist: requires }, [file('b'), file('a'), file('b')])
  )
  t.same(
    metadata.hashes,
    ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`)
  )
  t.same(Object.entries(metadata.dependencies), [
    ['idna', '<4,>=2.5'],
    ['colorama', '']
  ])
  const is = (info: object, urls: unknown) => read('pip', 'zope-x', '1.0.0', release(info, urls)).is
  t.equal(is({ yanked: true }, [file('a')]), 'unlisted')
  t.equal(is({}, []), 'unlisted')
  t.equal(is({ version: '2.0' }, [file('a')]), 'unlisted')
  t.equal(is({}, [file('a'), { digests: {} }]), 'unreadable')
  t.equal(is({ name: 'other' }, [file('a')]), 'unreadable')
  t.equal(is({ requires_dist: [7] }, [file('a')]), 'unreadable')
})

t.test('cargo: one line of the index, with renamed, optional and development needs told apart', async (t) => {
  const line = (vers: string, more: object = {}) =>
    JSON.stringify({ name: 'tokio', vers, deps: [], cksum: 'c', features: {}, ...more })
  const dep = (name: string, more: object = {}) => ({
    name,
    req: '^1',
    optional: false,
    kind: 'normal',
    features: [],
    ...more
  })
  const deps = [
    dep('mio'),
    dep('old', { package: 'bytes' }),
    dep('serde', { optional: true }),
    dep('tap', { kind: 'dev' }),
    dep('mio', { req: '^1.2', target: 'cfg(windows)' })
  ]
  const text = `${line('1.0.0')}\n${line('1.0.1', { deps, yanked: true })}\n`
  const metadata = metadataOf('cargo', 'tokio', '1.0.1', text)
  t.same(JSON.parse(JSON.stringify(metadata.dependencies)), { mio: '^1, ^1.2', bytes: '^1' })
  t.same(JSON.parse(JSON.stringify(metadata.optionalDependencies)), { serde: '^1' })
  t.equal(metadata.fields['yanked'], true)
  t.equal(read('cargo', 'tokio', '1.0.2', text).is, 'unlisted')
  t.equal(read('cargo', 'tokio', '1.0.1', line('1.0.1', { deps: [{ name: 7 }] })).is, 'unreadable')
  const featuresOf = (more: object) =>
    metadataOf('cargo', 'tokio', '1.0.1', line('1.0.1', more)).fields['features']
  t.same(featuresOf({ features: { a: ['b'], c: [] } }), featuresOf({ features: { c: [], a: ['b'] } }))
  t.strictNotSame(
    featuresOf({ deps: [dep('mio')] }),
    featuresOf({ deps: [dep('mio', { features: ['net'] })] })
  )
})

t.test('rubygems: needs as a lock file writes them', async (t) => {
  const sum = `checksum:${'a'.repeat(64)}`
  const text = `---\n1.0.0 |${sum}\n1.0.1-java base:>= 0|${sum}\n1.0.1 base:>= 0,rack:< 4&>= 2.2|${sum},ruby:>= 2.7\n`
  const metadata = metadataOf('rubygems', 'x', '1.0.1', text)
  t.same(Object.entries(metadata.dependencies), [
    ['base', ''],
    ['rack', '>= 2.2, < 4']
  ])
  t.same(metadata.hashes, [`sha256:${'a'.repeat(64)}`])
  t.equal(read('rubygems', 'x', '1.0.2', text).is, 'unlisted')
  t.equal(read('rubygems', 'x', '1.0.1', '---\n1.0.1 base|checksum:x\n').is, 'unreadable')
})

t.test('what is no reply of a registry tells nothing, whatever it is', async (t) => {
  const texts = [
    '',
    '{',
    '[]',
    'null',
    '7',
    '<html>',
    '---',
    '\u0000',
    '{"name":{}}',
    '{"info":[],"urls":{}}',
    '[['.repeat(5_000)
  ]
  for (const ecosystem of ['npm', 'pip', 'cargo', 'rubygems', 'go'] as const)
    for (const text of texts)
      for (const version of ['1.0.0', null]) {
        const { is } = read(ecosystem, 'pad', version, text, text)
        t.ok(is === 'unreadable' || is === 'unlisted', `${ecosystem} ${text.slice(0, 20)} ${is}`)
      }
})

t.test('a version that needs thousands of others is none, and takes no time to refuse', async (t) => {
  const many = <Value>(value: Value): Value[] => Array(400_000).fill(value)
  const urls = [{ digests: { sha256: 'a'.repeat(64) } }]
  const info = { name: 'pad', version: '1.0.0', requires_dist: many('b>=1') }
  t.equal(read('pip', 'pad', '1.0.0', { info, urls }).is, 'unreadable')
  const deps = many({ name: 'b', req: '1' })
  t.equal(read('cargo', 'pad', '1.0.0', { name: 'pad', vers: '1.0.0', deps }).is, 'unreadable')
  const line = `1.0.0 ${many('b:>= 1').join(',')}|checksum:${'a'.repeat(64)}`
  t.equal(read('rubygems', 'pad', '1.0.0', `---\n${line}\n`).is, 'unreadable')
})

t.test('features that are nested without end are no features', async (t) => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const crate = (more: string) => `{"name":"pad","vers":"1.0.0",${more}}`
  for (const more of [`"features":{"a":${deep}}`, `"deps":[{"name":"b","req":"1","features":${deep}}]`])
    t.equal(read('cargo', 'pad', '1.0.0', crate(more)).is, 'unreadable')
})
