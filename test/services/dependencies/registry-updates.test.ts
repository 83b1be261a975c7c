// Updates of lock files with what registries say: consistent as their own tools would leave them, or refused with the reason.
import t from 'tap'
import {
  archiveOf,
  integrityOf,
  moduleSums,
  publishCrate,
  publishGem,
  publishModule,
  publishNpm,
  publishPython,
  sha256
} from '#test/fixtures/package-replies.js'
import { startRegistryUpdates, type VulnerablePackage } from '#test/fixtures/registry-update-service.js'

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

const locked = (name: string, version: string, more: object = {}) => ({
  version,
  resolved: archiveOf(name, version),
  integrity: integrityOf(name, version),
  license: 'MIT',
  ...more
})

/** A project of npm that asks for `pad`. */
function padProject(version: string, entries: Record<string, object>) {
  const root = { name: 'hello', dependencies: { pad: `^${version}` } }
  return {
    'package.json': json(root),
    'package-lock.json': json({
      name: 'hello',
      lockfileVersion: 3,
      requires: true,
      packages: { '': root, ...entries }
    })
  }
}

const PAD_1 = padProject('1.0.0', { 'node_modules/pad': locked('pad', '1.0.0') })
const PAD: VulnerablePackage = { ecosystem: 'npm', name: 'pad', to: '1.0.1', path: 'package-lock.json' }
const HOST = 'registry.npmjs.org'
const PUBLIC = { npm: 'public' as const }

t.test(
  'package-lock.json gets the new version and what it newly needs, and the decision says who told so',
  async (t) => {
    const service = await startRegistryUpdates(t, { files: PAD_1, vulnerable: [PAD], settings: PUBLIC })
    const { servers, scan, update, updated, decision, list, client } = service
    publishNpm(servers, 'pad', { '1.0.0': {}, '1.0.1': { dependencies: { fill: '^2.0.0' } } })
    publishNpm(servers, 'fill', {
      '2.0.0': {},
      '2.1.0': { bin: 'fill.js', dependencies: { ink: '1.x' } },
      '2.2.0-beta': {}
    })
    publishNpm(servers, 'ink', { '1.4.0': {} })
    await scan()
    await update()
    t.same(
      updated(),
      padProject('1.0.1', {
        'node_modules/fill': locked('fill', '2.1.0', {
          dependencies: { ink: '1.x' },
          bin: { fill: 'fill.js' }
        }),
        'node_modules/ink': locked('ink', '1.4.0'),
        'node_modules/pad': locked('pad', '1.0.1', { dependencies: { fill: '^2.0.0' } })
      })
    )
    t.match((await list({ status: 'pr_opened' })).data, [{ package_name: 'pad' }])
    const { id, inputs, conditions } = await decision()
    t.match(inputs, {
      update: {
        registry: 'https://registry.npmjs.org/',
        told: [
          `pad 1.0.1 ${integrityOf('pad', '1.0.1')}`,
          'fill and its 2 versions',
          `fill 2.1.0 ${integrityOf('fill', '2.1.0')}`,
          'ink and its 1 versions',
          `ink 1.4.0 ${integrityOf('ink', '1.4.0')}`
        ]
      }
    })
    t.ok(
      conditions.some(({ check, result }) => check === 'registry' && result === 'https://registry.npmjs.org/')
    )
    const replay = await client.POST('/api/decisions/{id}/replay', { params: { path: { id } }, body: {} })
    t.match(replay.data, { same: true })
    t.same(servers.addresses(), [
      'registry.npmjs.org/pad/1.0.1',
      'registry.npmjs.org/fill',
      'registry.npmjs.org/fill/2.1.0',
      'registry.npmjs.org/ink',
      'registry.npmjs.org/ink/1.4.0'
    ])
  }
)

t.test('while no registry may be asked, none is, and the reason names the setting', async (t) => {
  const { servers, scan, update, updated, decision } = await startRegistryUpdates(t, {
    files: PAD_1,
    vulnerable: [PAD],
    settings: { pip: 'public' }
  })
  publishNpm(servers, 'pad', { '1.0.1': {} })
  await scan()
  await update()
  t.equal(updated(), undefined)
  t.match(await decision(), {
    decision: 'skipped',
    reason: /PACKAGE_REGISTRIES/,
    inputs: { update: { registry: null } }
  })
  t.same(servers.asked, [])
})

t.test('where guards forbid the update, no registry hears of it', async (t) => {
  const service = await startRegistryUpdates(t, { files: PAD_1, vulnerable: [PAD], settings: PUBLIC })
  const { servers, scan, client, update, updated, decision } = service
  publishNpm(servers, 'pad', { '1.0.1': {} })
  await scan()
  const { error } = await client.POST('/api/waivers', {
    body: { repo: 'octo-org/hello', pillar: 'trust', reason: 'Moving', granted_by: 'mona' }
  })
  t.equal(error, undefined)
  await update()
  t.equal(updated(), undefined)
  t.match(await decision(), { decision: 'skipped', inputs: { update: { registry: null } } })
  t.same(servers.asked, [])
})

t.test('the public registry hears no name of a package that comes from another one', async (t) => {
  const resolved = 'https://npm.corp.test/pad/-/pad-1.0.0.tgz'
  const files = padProject('1.0.0', { 'node_modules/pad': { ...locked('pad', '1.0.0'), resolved } })
  const one = { files, vulnerable: [PAD], settings: PUBLIC }
  const { servers, scan, update, updated, decision } = await startRegistryUpdates(t, one)
  await scan()
  await update()
  t.equal(updated(), undefined)
  t.match(await decision(), { reason: /not from the registry/ })
  t.same(servers.asked, [])
})

t.test('a mirror is asked for its own packages, and its password stands nowhere', async (t) => {
  const host = 'npm.corp.test'
  const of = (version: string) =>
    padProject(version, {
      'node_modules/pad': { ...locked('pad', version), resolved: archiveOf('pad', version, host) }
    })
  const authorization = `Basic ${Buffer.from('ci:hunter2').toString('base64')}`
  const settings = { npm: { address: `https://${host}/`, authorization } }
  const service = await startRegistryUpdates(t, { files: of('1.0.0'), vulnerable: [PAD], settings })
  const { servers, scan, update, updated, decision } = service
  publishNpm(servers, 'pad', { '1.0.1': {} }, host)
  await scan()
  await update()
  t.same(updated(), of('1.0.1'))
  const recorded = await decision()
  t.match(recorded, { inputs: { update: { registry: `https://${host}/` } } })
  t.notMatch(JSON.stringify(recorded), /hunter2|Basic/)
})

t.test(
  'a registry that is away is waited for, and what it does not say then is refused with the reason',
  async (t) => {
    const files = { ...PAD_1, 'tools/package.json': json({ dependencies: { wrap: '1.0.0' } }) }
    const vulnerable = [PAD, { ...PAD, name: 'wrap', path: 'tools/package.json' }]
    const service = await startRegistryUpdates(t, { files, vulnerable, settings: PUBLIC })
    const { servers, scan, update, updated, decisions, decision, pulls, later } = service
    const down = { status: 503 }
    const awayFor = (requests: number) => servers.fails(`${HOST}/pad/1.0.1`, ...Array(requests).fill(down))
    awayFor(3)
    await scan()
    await update()
    t.same(pulls(), [], 'nothing is changed meanwhile')
    t.notOk((await decisions()).some(({ reason }) => reason?.includes('wrap')))
    awayFor(9)
    await later()
    t.match(updated(), { 'package-lock.json': PAD_1['package-lock.json'], 'tools/package.json': /1\.0\.1/ })
    t.match(await decision(), {
      inputs: { update: { refused: [/pad .*registry\.npmjs\.org answered 503/] } }
    })
  }
)

t.test('findings that change while a registry is asked are planned for anew', async (t) => {
  const service = await startRegistryUpdates(t, { files: PAD_1, vulnerable: [PAD], settings: PUBLIC })
  const { servers, scan, client, updated, list, dismiss, deps, work, update } = service
  publishNpm(servers, 'pad', { '1.0.1': {} })
  await scan()
  const registries = deps.packageRegistries
  const [finding] = (await list()).data
  Object.assign(deps, {
    packageRegistries: () => {
      const registry = registries('npm')
      return (
        registry && {
          address: registry.address,
          serves: registry.serves,
          async ask(...question: Parameters<typeof registry.ask>) {
            await dismiss(finding?.id ?? 0)
            return registry.ask(...question)
          }
        }
      )
    }
  })
  const path = { owner: 'octo-org', repo: 'hello' }
  await client.POST('/api/phase3/dependencies/{owner}/{repo}/batch-pr', {
    params: { path },
    body: { ecosystem: 'npm' }
  })
  t.match(await work(['dependencies']), [/have changed while/])
  await update()
  t.equal(updated(), undefined, 'the next try finds nothing to do')
})

t.test('Cargo.lock gets the version and checksum of the index where the same crates do', async (t) => {
  const crate = (name: string, version: string, more = '') =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${sha256(`${name} ${version}`)}"\n${more}`
  const of = (version: string) => ({
    'Cargo.toml': `[package]\nname = "app"\n\n[dependencies]\ntokio = "${version}"\n`,
    'Cargo.lock': [
      '# This file is automatically @generated by Cargo.\nversion = 3\n',
      '[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "tokio",\n]\n',
      crate('bytes', '1.5.0'),
      crate('tokio', version, 'dependencies = [\n "bytes",\n]\n')
    ].join('\n')
  })
  const service = await startRegistryUpdates(t, {
    files: of('1.20.0'),
    vulnerable: [{ ecosystem: 'cargo', name: 'tokio', to: '1.20.4', path: 'Cargo.lock' }],
    settings: { cargo: 'public' }
  })
  const { servers, scan, update, updated, decision } = service
  const bytes = { deps: [{ name: 'bytes', req: '^1' }] }
  publishCrate(servers, 'tokio', {
    '1.20.0': bytes,
    '1.20.4': { deps: [...bytes.deps, { name: 'socket2', req: '^0.5' }] }
  })
  await scan()
  await update()
  t.equal(updated(), undefined)
  t.match(await decision(), { reason: /`socket2`, which is a new dependency/ })
  publishCrate(servers, 'tokio', { '1.20.0': bytes, '1.20.4': bytes })
  servers.advance(3_600_000)
  await update()
  t.same(updated(), of('1.20.4'))
})

t.test('go.sum gets the sums of the database, and go.mod the version', async (t) => {
  const net = 'example.com/net'
  const of = (version: string, sums: string[]) => ({
    'go.mod': `module example.com/app\n\ngo 1.21\n\nrequire ${net} ${version}\n`,
    'go.sum': `${sums.join('\n')}\n`
  })
  const old = [`${net} v1.16.0 h1:${'n'.repeat(43)}=`, `${net} v1.16.0/go.mod h1:${'o'.repeat(43)}=`]
  const service = await startRegistryUpdates(t, {
    files: of('v1.16.0', old),
    vulnerable: [{ ecosystem: 'go', name: net, to: '1.17.0', path: 'go.mod' }],
    settings: { go: 'public' }
  })
  const { servers, scan, update, later, updated, decision } = service
  publishModule(servers, net, 'v1.17.0', `module ${net}\n\ngo 1.20\n`)
  const manifest = `proxy.golang.org/${net}/@v/v1.17.0.mod`
  servers.documents.set(manifest, `${servers.documents.get(manifest)}\nrequire example.com/evil v1.0.0\n`)
  await scan()
  await update()
  for (let pause = 0; pause < 3; pause += 1) await later()
  t.equal(updated(), undefined, 'the proxy says something else than the sums are of')
  t.match(await decision(), { reason: /something else than a package/ })
  publishModule(servers, net, 'v1.17.0', `module ${net}\n\ngo 1.20\n`)
  servers.advance(3_600_000)
  await update()
  t.same(updated(), of('v1.17.0', [old[1] ?? '', ...moduleSums(servers, net, 'v1.17.0')]))
})

t.test('Gemfile.lock gets the version and checksum of the index where the same gems do', async (t) => {
  const of = (version: string) => ({
    Gemfile: `source 'https://rubygems.org'\ngem 'rack', '~> ${version}'\n`,
    'Gemfile.lock': `GEM\n  remote: https://rubygems.org/\n  specs:\n    base (1.2.0)\n    rack (${version})\n      base (>= 1.0, < 2)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  rack (~> ${version})\n\nCHECKSUMS\n  base (1.2.0) sha256=${sha256('base')}\n  rack (${version}) sha256=${sha256(`rack ${version} base:< 2&>= 1.0`)}\n`
  })
  const service = await startRegistryUpdates(t, {
    files: of('3.0.4'),
    vulnerable: [{ ecosystem: 'rubygems', name: 'rack', to: '3.0.8', path: 'Gemfile.lock' }],
    settings: { rubygems: 'public' }
  })
  const { servers, scan, update, updated } = service
  publishGem(servers, 'rack', ['3.0.4 base:< 2&>= 1.0', '3.0.8-java base:>= 0', '3.0.8 base:< 2&>= 1.0'])
  await scan()
  await update()
  t.same(updated(), of('3.0.8'))
})

t.test('requirements with digests get those of all files, and nothing that is not pinned', async (t) => {
  const pins = (name: string, version: string) =>
    ['sdist', 'wheel']
      .map((file) => sha256(`${name} ${version} ${file}`))
      .sort()
      .map((digest) => ` \\\n    --hash=sha256:${digest}`)
      .join('')
  const of = (version: string) => ({
    'requirements.txt': `idna==3.4${pins('idna', '3.4')}\nrequests==${version}${pins('requests', version)}\n`
  })
  const service = await startRegistryUpdates(t, {
    files: of('2.19.0'),
    vulnerable: [{ ecosystem: 'pip', name: 'requests', to: '2.20.0', path: 'requirements.txt' }],
    settings: { pip: 'public' }
  })
  const { servers, scan, update, updated, decision } = service
  const publish = (version: string, requires: string[]) => {
    const files = ['sdist', 'wheel'].map((file) => `requests ${version} ${file}`)
    publishPython(servers, 'requests', version, { files, requires })
  }
  publish('2.19.0', ['idna>=2.5', 'win; sys_platform == "win32"'])
  await scan()
  for (const [requires, reason] of [
    [['idna>=2.5', 'chardet<5'], /`chardet` <5, which is not pinned/],
    [['idna>=3.5'], /`idna` >=3\.5, and 3\.4 is pinned/]
  ] as const) {
    publish('2.20.0', [...requires])
    servers.advance(3_600_000)
    await update()
    t.equal(updated(), undefined)
    t.match(await decision(), { reason })
  }
  publish('2.20.0', ['idna>=2.5', 'win; sys_platform == "win32"', 'pysocks; extra == "socks"'])
  servers.advance(3_600_000)
  await update()
  t.same(updated(), of('2.20.0'))
})
