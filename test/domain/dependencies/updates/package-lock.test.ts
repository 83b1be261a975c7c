// package-lock.json: what npm itself would have written, or a reason.
import t from 'tap'
import { planUpdate } from '#domain/dependencies/updates/plan.js'
import { consultedPortion } from '#domain/dependencies/updates/portion.js'
import { type MadeUpPackages, registryOf, wantedFix } from './registry.js'

type Entries = Readonly<Record<string, object>>

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
const locked = (name: string, version: string, more: object = {}) => ({
  version,
  resolved: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`,
  integrity: `sha512-${name}-${version}`,
  ...more
})

/** A project with these packages installed. */
function project(root: Record<string, object>, entries: Entries, more: object = {}) {
  return {
    'package.json': json({ name: 'app', ...root }),
    'package-lock.json': json({
      name: 'app',
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name: 'app', ...root }, ...entries },
      ...more
    })
  }
}

function planned(files: Record<string, string>, fix: string, packages: MadeUpPackages, allowMajor = false) {
  const path = 'package-lock.json'
  const published = registryOf(packages)
  const options = { published, allowMajor }
  const plan = planUpdate('npm', new Map(Object.entries(files)), [wantedFix(fix, path)], options)
  const texts = new Map([
    ...Object.entries(files),
    ...plan.edits.map((one) => [one.path, one.after] as const)
  ])
  return { ...plan, texts: Object.fromEntries(texts), reason: plan.refused[0]?.reason }
}

const MKDIRP = { dependencies: { mkdirp: '^0.5.0' } }

t.test(
  'a direct package is raised in the manifest, in the root of the lock file and in its folder',
  async (t) => {
    const of = (version: string) =>
      project(
        { dependencies: { lodash: `^${version}` } },
        { 'node_modules/lodash': locked('lodash', version) }
      )
    const { texts, fixed } = planned(of('4.17.20'), 'lodash@4.17.20>4.17.21', { lodash: { '4.17.21': {} } })
    t.same(texts, of('4.17.21'))
    t.same(fixed, [{ package: 'lodash', from: '4.17.20', to: '4.17.21', manifestPath: 'package-lock.json' }])
  }
)

t.test('a package that only others need is raised in the lock file alone if they take it', async (t) => {
  const of = (version: string) =>
    project(MKDIRP, {
      'node_modules/minimist': locked('minimist', version),
      'node_modules/mkdirp': locked('mkdirp', '0.5.4', { dependencies: { minimist: '^1.2.5' } })
    })
  const { texts, edits } = planned(of('1.2.5'), 'minimist@1.2.5>1.2.6', { minimist: { '1.2.6': {} } })
  t.same(texts, of('1.2.6'))
  t.equal(edits.length, 1)
})

t.test('a package that others need in one version is forced by overrides', async (t) => {
  const entries = (version: string) => ({
    'node_modules/minimist': locked('minimist', version),
    'node_modules/mkdirp': locked('mkdirp', '0.5.4', { dependencies: { minimist: '1.2.5' } })
  })
  const before = project(MKDIRP, entries('1.2.5'))
  const fix = 'minimist@1.2.5>1.2.6'
  const { texts } = planned(before, fix, { minimist: { '1.2.6': {} } })
  t.same(texts['package.json'], json({ name: 'app', ...MKDIRP, overrides: { minimist: '1.2.6' } }))
  t.same(texts['package-lock.json'], project(MKDIRP, entries('1.2.6'))['package-lock.json'])
  const forcing = project({ ...MKDIRP, overrides: { minimist: '1.2.5' } }, entries('1.2.5'))
  const refused = planned(forcing, fix, { minimist: { '1.2.6': {} } })
  t.same(refused.texts, forcing)
  t.match(refused.reason, 'forces a version of it already')
})

t.test('each folder is judged by itself: another major version stays', async (t) => {
  const of = (version: string) =>
    project(
      { dependencies: { a: '1.0.0', semver: '^7.0.0' } },
      {
        'node_modules/a': locked('a', '1.0.0', { dependencies: { semver: '^5.0.0' } }),
        'node_modules/a/node_modules/semver': locked('semver', '5.7.2'),
        'node_modules/semver': locked('semver', version)
      }
    )
  const { texts } = planned(of('7.5.1'), 'semver@7.5.1>7.5.2', { semver: { '7.5.2': {} } })
  t.match(texts['package-lock.json'], '"version": "5.7.2"')
  t.match(texts['package-lock.json'], '"version": "7.5.2"')
  t.match(texts['package.json'], '"semver": "^7.5.2"')
})

t.test('folders of one version are raised together', async (t) => {
  const of = (version: string) =>
    project(
      { dependencies: { a: '1.0.0', b: '1.0.0' } },
      {
        'node_modules/a': locked('a', '1.0.0', { dependencies: { ms: '^2.0.0' } }),
        'node_modules/a/node_modules/ms': locked('ms', version),
        'node_modules/b': locked('b', '1.0.0', { dependencies: { ms: '^2.0.0' } }),
        'node_modules/b/node_modules/ms': locked('ms', version)
      }
    )
  t.same(planned(of('2.0.0'), 'ms@2.0.0>2.0.1', { ms: { '2.0.1': {} } }).texts, of('2.0.1'))
})

t.test('new members come where npm puts them, and old ones go', async (t) => {
  const old = { dev: true, bin: { x: 'a.js' }, engines: { node: '>=4' } }
  const next = {
    dev: true,
    license: 'MIT',
    engines: { node: '>=10' },
    funding: { url: 'https://example.com' }
  }
  const of = (version: string, more: object) =>
    project({ devDependencies: { x: version } }, { 'node_modules/x': locked('x', version, more) })
  const fields = {
    license: 'MIT',
    engines: { node: '>=10' },
    funding: { url: 'https://example.com' },
    scripts: {}
  }
  const { texts } = planned(of('1.0.0', old), 'x@1.0.0>1.0.1', { x: { '1.0.1': { fields } } })
  t.same(texts, of('1.0.1', next))
})

const ROOT_X = { dependencies: { x: '^1.0.0' } }

t.test('what the new version needs must be locked for it', async (t) => {
  const of = (entries: Entries) => project(ROOT_X, { 'node_modules/x': locked('x', '1.0.0'), ...entries })
  const reasons = (entries: Entries, more: object) => {
    const files = of(entries)
    const { texts, reason } = planned(files, 'x@1.0.0>1.0.1', { x: { '1.0.1': more } })
    t.same(texts, files)
    return reason
  }
  const y = { dependencies: { y: '^2.0.0' } }
  t.match(reasons({ 'node_modules/y': locked('y', '1.0.0') }, y), '`y` ^2.0.0, and 1.0.0 is locked')
  t.match(reasons({ 'node_modules/y': locked('y', '2.0.0', { dev: true }) }, y), 'not locked for all uses')
  t.match(reasons({}, y), 'is a new dependency')
  const alias = { dependencies: { y: 'npm:z@^2.0.0' } }
  t.match(reasons({}, alias), 'It needs `z` as `y`', 'another package has the name of the alias')
  t.match(reasons({ 'node_modules/y': locked('y', '2.0.0') }, alias), '`y` npm:z@^2.0.0, and 2.0.0 is locked')
  t.match(reasons({}, { peerDependencies: { y: '2' } }), 'install that first')
  t.match(reasons({}, { integrity: null }), 'needs the integrity')
  t.match(reasons({}, { fields: { bundleDependencies: ['y'] } }), 'in its own archive')
})

t.test('a new dependency gets a folder, and one that nobody needs any more loses it', async (t) => {
  const files = project(ROOT_X, {
    'node_modules/a': locked('a', '1.0.0'),
    'node_modules/old': locked('old', '1.0.0', { dependencies: { older: '1' } }),
    'node_modules/older': locked('older', '1.0.0'),
    'node_modules/x': locked('x', '1.0.0', { dependencies: { old: '1' } }),
    'node_modules/z': locked('z', '1.0.0', { dependencies: { a: '1' } })
  })
  const { texts } = planned(files, 'x@1.0.0>1.0.1', {
    x: { '1.0.1': { dependencies: { next: '^2.0.0' } } },
    next: { '1.0.0': {}, '2.1.0': { fields: { license: 'MIT' } }, '2.0.0': {}, '3.0.0': {} }
  })
  const root = { dependencies: { x: '^1.0.1' } }
  t.same(
    texts,
    project(root, {
      'node_modules/a': locked('a', '1.0.0'),
      'node_modules/next': locked('next', '2.1.0', { license: 'MIT' }),
      'node_modules/x': locked('x', '1.0.1', { dependencies: { next: '^2.0.0' } }),
      'node_modules/z': locked('z', '1.0.0', { dependencies: { a: '1' } })
    })
  )
})

t.test('a lock file that names no archives gets none with a new dependency either', async (t) => {
  const { resolved: _, ...x } = locked('x', '1.0.0')
  const files = project(ROOT_X, { 'node_modules/x': x })
  const { texts } = planned(files, 'x@1.0.0>1.0.1', {
    x: { '1.0.1': { dependencies: { next: '2' } } },
    next: { '2.1.0': {} }
  })
  t.notMatch(texts['package-lock.json'], 'resolved')
  t.match(texts['package-lock.json'], '"version": "2.1.0"')
})

t.test('what is missing is asked for in rounds, until nothing is', async (t) => {
  const files = new Map(Object.entries(project(ROOT_X, { 'node_modules/x': locked('x', '1.0.0') })))
  const fixes = [wantedFix('x@1.0.0>1.0.1', 'package-lock.json')]
  const needed = (packages: MadeUpPackages | null) =>
    consultedPortion('npm', files, fixes, {
      published: packages && registryOf(packages),
      allowMajor: false,
      objectionTo: () => undefined
    }).needs
  const x = { '1.0.1': { dependencies: { y: '2' } } }
  t.same(needed(null), [{ name: 'x', version: '1.0.1' }])
  t.same(needed({ x }), [{ name: 'y', version: null }])
  t.same(needed({ x, y: { '2.0.0': {} } }), [])
})

t.test('a fix that needs another one is taken after it, in whatever order they are wanted', async (t) => {
  const of = (x: string, y: string) =>
    project(
      { dependencies: { x: `^${x}` } },
      {
        'node_modules/x': locked('x', x, { dependencies: { y: `^${y}` } }),
        'node_modules/y': locked('y', y)
      }
    )
  const published = registryOf({ x: { '1.0.1': { dependencies: { y: '^2.0.1' } } }, y: { '2.0.1': {} } })
  for (const wanted of [
    ['x@1.0.0>1.0.1', 'y@2.0.0>2.0.1'],
    ['y@2.0.0>2.0.1', 'x@1.0.0>1.0.1']
  ]) {
    const fixes = wanted.map((fix) => wantedFix(fix, 'package-lock.json'))
    const options = { published, allowMajor: false }
    const plan = planUpdate('npm', new Map(Object.entries(of('1.0.0', '2.0.0'))), fixes, options)
    t.same(plan.refused, [])
    t.same(Object.fromEntries(plan.edits.map(({ path, after }) => [path, after])), of('1.0.1', '2.0.1'))
  }
})

t.test('the tree that version 2 keeps for older clients says the same', async (t) => {
  const of = (version: string) => {
    const { resolved, integrity } = locked('ms', version)
    const ms = { version, resolved, integrity }
    const a = locked('a', '1.0.0')
    return project(
      { dependencies: { a: '1.0.0' } },
      {
        'node_modules/a': { ...a, dependencies: { ms: '^2.0.0' } },
        'node_modules/a/node_modules/ms': ms
      },
      { lockfileVersion: 2, dependencies: { a: { ...a, requires: { ms: '^2.0.0' }, dependencies: { ms } } } }
    )
  }
  t.same(planned(of('2.0.0'), 'ms@2.0.0>2.0.1', { ms: { '2.0.1': {} } }).texts, of('2.0.1'))
})

t.test('a workspace asks through the lock file of the root', async (t) => {
  const of = (version: string) => {
    const manifest = { name: 'a', version: '1.0.0', dependencies: { ms: `~${version}` } }
    const root = { workspaces: ['packages/*'] }
    return {
      ...project(root, {
        'node_modules/a': { resolved: 'packages/a', link: true },
        'node_modules/ms': locked('ms', version),
        'packages/a': manifest
      }),
      'packages/a/package.json': json(manifest),
      'other/package.json': json({ dependencies: { ms: '2.0.0' } })
    }
  }
  const { texts } = planned(of('2.0.0'), 'ms@2.0.0>2.0.1', { ms: { '2.0.1': {} } })
  t.same(texts, of('2.0.1'))
})

t.test('the address of a mirror is kept, and what is from elsewhere is refused', async (t) => {
  const of = (version: string, resolved: string) =>
    project({ dependencies: { x: version } }, { 'node_modules/x': { ...locked('x', version), resolved } })
  const mirror = (version: string) => `https://npm.example.com/api/x/-/x-${version}.tgz`
  const packages = { x: { '1.0.1': {} } }
  const kept = planned(of('1.0.0', mirror('1.0.0')), 'x@1.0.0>1.0.1', packages)
  t.same(kept.texts, of('1.0.1', mirror('1.0.1')))
  const git = of('1.0.0', 'git+ssh://git@example.com/x.git#0123')
  t.match(planned(git, 'x@1.0.0>1.0.1', packages).reason, 'not from the registry')
})

t.test('no archive comes into a lock file from elsewhere than the registry', async (t) => {
  const elsewhere = { resolved: 'https://private.example/b-1.0.0.tgz' }
  const root = { dependencies: { a: '^1.0.0' } }
  const added = planned(project(root, { 'node_modules/a': locked('a', '1.0.0') }), 'a@1.0.0>1.0.1', {
    a: { '1.0.1': { dependencies: { b: '^1.0.0' } } },
    b: { '1.0.0': elsewhere }
  })
  t.match(added, { edits: [], reason: /The archive of 1\.0\.0 is elsewhere/ })
  const odd = locked('a', '1.0.0', { resolved: 'https://registry.npmjs.org/a/-/archive.tgz' })
  const raised = planned(project(root, { 'node_modules/a': odd }), 'a@1.0.0>1.0.1', {
    a: { '1.0.1': elsewhere }
  })
  t.match(raised, { edits: [], reason: /The archive of 1\.0\.1 is elsewhere/ })
})

t.test('lock files of version 1 and of other clients are left to their tools', async (t) => {
  const first = project(ROOT_X, {})
  const entry = { x: locked('x', '1.0.0') }
  const old = { ...first, 'package-lock.json': json({ lockfileVersion: 1, dependencies: entry }) }
  t.match(planned(old, 'x@1.0.0>1.0.1', { x: { '1.0.1': {} } }).reason, 'npm install --lockfile-version 3')
})
