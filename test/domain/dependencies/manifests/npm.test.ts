import t from 'tap'
import { contentsOf, dependencyOf, isUnreadable, packagesOf } from './reading.js'

t.test('package.json: ranges, pins, aliases and places are told apart, each with its line', async (t) => {
  const text = `{
  "dependencies": {
    "range": "^1.0.0",
    "short": "npm:@scope/long@2.0.0",
    "placed": "github:owner/repository#main",
    "pinned": "1.2.3"
  },
  "devDependencies": { "__proto__": "1.0.0" }
}`
  const { dependencies, lockfile, ecosystem } = contentsOf('package.json', text)
  t.same([ecosystem, lockfile], ['npm', false])
  t.same(
    dependencies.map(({ name, requirement, resolvedVersion, source, dev, line }) => [
      name,
      requirement,
      resolvedVersion,
      source,
      dev,
      line
    ]),
    [
      ['range', '^1.0.0', null, null, false, 3],
      ['@scope/long', '2.0.0', '2.0.0', null, false, 4],
      ['placed', null, null, 'github:owner/repository#main', false, 5],
      ['pinned', '1.2.3', '1.2.3', null, false, 6],
      ['__proto__', '1.0.0', '1.0.0', null, true, 8]
    ]
  )
})

const LOCK_3 = `{
  "lockfileVersion": 3,
  "packages": {
    "": { "dependencies": { "a": "^1" }, "workspaces": ["packages/*"] },
    "node_modules/a": { "version": "1.1.0", "resolved": "https://registry.example/a.tgz" },
    "node_modules/a/node_modules/@s/b": { "version": "2.0.0", "dev": true },
    "node_modules/@s/b": { "version": "2.0.0" },
    "node_modules/short": { "name": "long", "version": "3.0.0" },
    "node_modules/work": { "resolved": "packages/work", "link": true },
    "packages/work": { "version": "0.0.1", "dependencies": { "short": "npm:long@3" } }
  }
}`

t.test('package-lock.json: each version once, direct ones by the root and the workspaces', async (t) => {
  t.same(packagesOf('package-lock.json', LOCK_3), [
    'a@1.1.0',
    '@s/b@2.0.0',
    'long@3.0.0',
    'work@',
    'work@0.0.1'
  ])
  t.match(dependencyOf('package-lock.json', LOCK_3, 'a'), {
    direct: true,
    dev: false,
    line: 5,
    requirement: null
  })
  t.match(dependencyOf('package-lock.json', LOCK_3, '@s/b'), { direct: false, dev: false })
  t.match(dependencyOf('package-lock.json', LOCK_3, 'long'), { direct: true, source: null })
  t.match(dependencyOf('package-lock.json', LOCK_3, 'work'), { source: 'packages/work' })
})

t.test('package-lock.json of version 1: packages within packages, aliases and addresses', async (t) => {
  const text = `{
  "lockfileVersion": 1,
  "dependencies": {
    "a": { "version": "1.0.0", "dev": true, "dependencies": {
      "b": { "version": "2.0.0" } } },
    "c": { "version": "npm:d@4.0.0" },
    "e": { "version": "git+ssh://git@host.example/e.git#0123abc" }
  }
}`
  t.same(packagesOf('npm-shrinkwrap.json', text).sort(), ['a@1.0.0', 'b@2.0.0', 'd@4.0.0', 'e@'])
  t.match(dependencyOf('npm-shrinkwrap.json', text, 'a'), { dev: true, direct: null })
  t.match(dependencyOf('npm-shrinkwrap.json', text, 'b'), { line: 5 })
})

t.test('yarn.lock of version 1 and of later ones', async (t) => {
  const first = `# yarn lockfile v1


"@s/a@^1.0.0", "@s/a@^1.1.0":
  version "1.1.0"
  resolved "https://registry.example/a.tgz#1"
  dependencies:
    b "^2.0.0"

"short@npm:long@^3.0.0":
  "version" "3.0.0"
`
  t.same(packagesOf('yarn.lock', first), ['@s/a@1.1.0', 'long@3.0.0'])
  t.match(dependencyOf('yarn.lock', first, '@s/a'), { line: 4, direct: null })
  const later = `__metadata:
  version: 8

"a@npm:^1.0.0":
  version: 1.0.1
  resolution: "a@npm:1.0.1"

"b@npm:^2.0.0":
  version: 2.0.0

"c@https://host.example/c.git#main":
  version: 3.0.0
  resolution: "c@https://host.example/c.git#commit=0123abc"

"x@workspace:.":
  version: 0.0.0-use.local
  resolution: "x@workspace:."
  dependencies:
    a: "npm:^1.0.0"
`
  t.same(packagesOf('yarn.lock', later), ['a@1.0.1', 'b@2.0.0', 'c@3.0.0'])
  t.match(dependencyOf('yarn.lock', later, 'a'), { direct: true, source: null })
  t.match(dependencyOf('yarn.lock', later, 'b'), { direct: false })
  t.match(dependencyOf('yarn.lock', later, 'c'), { source: /commit=0123abc/ })
  t.ok(isUnreadable('yarn.lock', '  version "1.0.0"\n'))
  t.ok(isUnreadable('yarn.lock', 'This is a letter.\n'))
})

t.test('pnpm-lock.yaml: the keys of packages in versions 5, 6 and 9', async (t) => {
  const fifth = `lockfileVersion: 5.4
dependencies:
  a: 1.0.0_b@2.0.0
packages:
  /a/1.0.0_b@2.0.0:
    resolution: {integrity: x}
    dev: false
  /@s/b/2.0.0:
    dev: true
  registry.example/c/3.0.0:
    dev: false
  odd:
    dev: false
`
  t.same(packagesOf('pnpm-lock.yaml', fifth), ['a@1.0.0', '@s/b@2.0.0', 'c@3.0.0'])
  t.match(dependencyOf('pnpm-lock.yaml', fifth, 'a'), { direct: true, dev: false, line: 5 })
  t.match(dependencyOf('pnpm-lock.yaml', fifth, '@s/b'), { direct: false, dev: true })
  const sixth = `lockfileVersion: '6.0'
packages:

  /a@1.0.0(@s/b@2.0.0):
    dev: false
  /@s/b@2.0.0:
    resolution:
      tarball: https://host.example/b.tgz
`
  t.same(packagesOf('pnpm-lock.yaml', sixth), ['a@1.0.0', '@s/b@2.0.0'])
  const ninth = `lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      a:
        specifier: ^1
        version: 1.0.0(@s/b@2.0.0)
packages:
  a@1.0.0:
    resolution: {integrity: x}
  '@s/b@2.0.0':
    resolution: {integrity: x}
  c@https://host.example/c.tar.gz:
    resolution: {tarball: https://host.example/c.tar.gz}
    version: 3.0.0
snapshots:
  a@1.0.0(@s/b@2.0.0):
    dependencies:
      '@s/b': 2.0.0
`
  t.same(packagesOf('pnpm-lock.yaml', ninth), ['a@1.0.0', '@s/b@2.0.0', 'c@3.0.0'])
  t.match(dependencyOf('pnpm-lock.yaml', ninth, 'a'), { direct: true, dev: true })
  t.match(dependencyOf('pnpm-lock.yaml', ninth, 'c'), { source: 'https://host.example/c.tar.gz' })
  t.ok(isUnreadable('pnpm-lock.yaml', 'This is a letter.\n'))
})

t.test(
  'pnpm-lock.yaml of version 9: what only packages for development need is for development',
  async (t) => {
    const text = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      a:
        specifier: ^1
        version: 1.0.0
    devDependencies:
      b:
        specifier: ^1
        version: 1.0.0(a@1.0.0)
packages:
  a@1.0.0: {}
  b@1.0.0: {}
  c@1.0.0: {}
  d@1.0.0: {}
  real@1.0.0: {}
snapshots:
  a@1.0.0:
    dependencies:
      c: 1.0.0
      short: real@1.0.0
  b@1.0.0(a@1.0.0):
    dependencies:
      a: 1.0.0
      d: 1.0.0
  c@1.0.0:
    dependencies:
      a: 1.0.0
`
    const { dependencies } = contentsOf('pnpm-lock.yaml', text)
    t.same(
      dependencies.filter(({ dev }) => dev).map(({ name }) => name),
      ['b', 'd']
    )
    t.same(
      dependencies.filter(({ direct }) => direct).map(({ name }) => name),
      ['a', 'b']
    )
  }
)

t.test('bun.lock: comments and trailing commas, workspaces and places', async (t) => {
  const text = `{
  // made by hand
  "lockfileVersion": 1,
  "workspaces": { "": { "dependencies": { "a": "*", }, "devDependencies": { "b": "*", }, }, },
  "packages": {
    "a": ["a@1.0.0", "", {}, "sha512-//,}"],
    "a/b": ["@s/b@2.0.0", "", {}, ""],
    "b": ["b@file:deps/b", {}],
    "c": [],
  },
}`
  const { dependencies, notes } = contentsOf('bun.lock', text)
  t.same(
    dependencies.map(({ name, resolvedVersion, direct, dev, line }) => [
      name,
      resolvedVersion,
      direct,
      dev,
      line
    ]),
    [
      ['a', '1.0.0', true, false, 6],
      ['@s/b', '2.0.0', false, false, 7],
      ['b', null, true, true, 8]
    ]
  )
  t.equal(notes.length, 1)
})
