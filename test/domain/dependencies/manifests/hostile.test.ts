import fc from 'fast-check'
import t from 'tap'
import { isDependencyManifest, readManifest } from '#domain/dependencies/manifests/index.js'
import { packagesOf } from './reading.js'

const PATHS = [
  'package.json',
  'package-lock.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'pyproject.toml',
  'poetry.lock',
  'pdm.lock',
  'uv.lock',
  'pylock.toml',
  'Pipfile',
  'Pipfile.lock',
  'requirements.txt',
  'go.mod',
  'go.sum',
  'pom.xml',
  'gradle.lockfile',
  'gradle/verification-metadata.xml',
  'Gemfile',
  'Gemfile.lock',
  'Cargo.toml',
  'Cargo.lock',
  'composer.json',
  'composer.lock',
  'packages.lock.json',
  'packages.config',
  'Me.csproj',
  'mix.lock',
  'pubspec.yaml',
  'pubspec.lock',
  'conan.lock',
  'renv.lock',
  'cabal.project.freeze',
  'stack.yaml.lock'
]
const path = fc.constantFrom(...PATHS)

/** Pieces of which manifests are made, in any order. */
const piece = fc.constantFrom(
  '"packages"',
  '"dependencies"',
  'packages:',
  'lockfileVersion: 9',
  '"lockfileVersion":',
  '[[package]]',
  'name = "a"',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  "'",
  '\n',
  '\n  ',
  '\n    ',
  ' ',
  '@',
  '#',
  '==1.0',
  'a',
  '__proto__',
  '/a/1.0.0:',
  '"a@1.0.0"',
  'GEM',
  'specs:',
  '(1.0)',
  '<project>',
  '<dependencies>',
  '<dependency>',
  '</dependency>',
  `\${a}`,
  '=>',
  'require (',
  ')',
  '\\',
  '\u0000',
  '//',
  '/*',
  '<component group="a" name="b" version="c"/>',
  '%{',
  '-r ',
  '--hash='
)
const text = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.json({ maxDepth: 6 }),
  fc.array(piece, { maxLength: 20 }).map((pieces) => JSON.stringify(pieces))
)

t.test('any text is read or refused, and nothing that is told breaks a database or a limit', async (t) => {
  fc.assert(
    fc.property(path, text, (path, text) => {
      const reading = readManifest(path, text)
      if (reading.kind === 'unreadable') return reading.reason !== ''
      return reading.dependencies.every(
        ({ name, resolvedVersion, requirement, source, line }) =>
          ![name, resolvedVersion, requirement, source].some((one) => one?.includes('\u0000')) &&
          name !== '' &&
          (line === null || (line >= 1 && line <= text.split('\n').length))
      )
    }),
    { numRuns: 3_000 }
  )
  t.ok(PATHS.every(isDependencyManifest))
})

const DEPTH = 20_000

t.test('texts nested twenty thousand deep are read or refused', async (t) => {
  const texts = [
    '['.repeat(DEPTH),
    `${'{"dependencies":{"a":'.repeat(DEPTH)}{}${'}}'.repeat(DEPTH)}`,
    `{"packages":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`,
    '<project>'.repeat(DEPTH),
    `a = ${'['.repeat(DEPTH)}`,
    `a = ${'{b='.repeat(DEPTH)}`,
    Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
    `require (${'('.repeat(DEPTH)}`
  ]
  for (const path of PATHS) for (const text of texts) t.ok(readManifest(path, text).kind, path)
})

t.test('properties that refer to each other and to themselves end', async (t) => {
  const properties = Array.from(
    { length: 60 },
    (_, at) => `<p${at}>\${p${at + 1}}\${p${at + 1}}</p${at}>`
  ).join('')
  const pom = `<project><properties>${properties}<p60>x</p60></properties><dependencies><dependency>
    <groupId>g</groupId><artifactId>a</artifactId><version>\${p0}</version></dependency></dependencies></project>`
  t.same(packagesOf('pom.xml', pom), ['g:a@'])
})

t.test('entities that a text declares are not expanded', async (t) => {
  const pom = `<!DOCTYPE project [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><project><dependencies><dependency>
    <groupId>g</groupId><artifactId>a</artifactId><version>1&b;</version></dependency></dependencies></project>`
  t.same(packagesOf('pom.xml', pom), ['g:a@1&b;'])
})

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/)
const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join('.'))
const locked = fc.uniqueArray(fc.record({ name, version }), {
  selector: (one) => one.name,
  minLength: 1,
  maxLength: 20
})
interface Locked {
  name: string
  version: string
}

/** Writes a lock file of each kind. */
const WRITERS: Record<string, (all: Locked[]) => string> = {
  'package-lock.json': (all) =>
    JSON.stringify({
      lockfileVersion: 3,
      packages: Object.fromEntries(all.map(({ name, version }) => [`node_modules/${name}`, { version }]))
    }),
  'yarn.lock': (all) =>
    all.map(({ name, version }) => `${name}@^1.0.0:\n  version "${version}"\n\n`).join(''),
  'pnpm-lock.yaml': (all) =>
    `lockfileVersion: '9.0'\npackages:\n${all.map(({ name, version }) => `  ${name}@${version}:\n    engines: {}\n`).join('')}`,
  'bun.lock': (all) =>
    `{"packages":{${all.map(({ name, version }) => `"${name}":["${name}@${version}","",{},],`).join('\n')}},}`,
  'poetry.lock': (all) =>
    all.map(({ name, version }) => `[[package]]\nname = "${name}"\nversion = "${version}"\n`).join(''),
  'requirements.txt': (all) => all.map(({ name, version }) => `${name}==${version}\n`).join(''),
  'go.mod': (all) =>
    `module me\nrequire (\n${all.map(({ name, version }) => `\t${name} v${version}\n`).join('')})\n`,
  'gradle.lockfile': (all) =>
    all.map(({ name, version }) => `g:${name}:${version}=compileClasspath\n`).join(''),
  'Gemfile.lock': (all) =>
    `GEM\n  specs:\n${all.map(({ name, version }) => `    ${name} (${version})\n`).join('')}`,
  'pubspec.lock': (all) =>
    `packages:\n${all.map(({ name, version }) => `  ${name}:\n    source: hosted\n    version: "${version}"\n`).join('')}`
}

t.test('what is written into a lock file is what is read from it', async (t) => {
  for (const [path, write] of Object.entries(WRITERS))
    fc.assert(
      fc.property(locked, (all) => {
        const prefix = path === 'gradle.lockfile' ? 'g:' : ''
        const expected = all
          .filter(({ name }) => !/-$/.test(name))
          .map(({ name, version }) => `${prefix}${name}@${version}`)
          .sort()
        const found = packagesOf(path, write(all.filter(({ name }) => !/-$/.test(name)))).sort()
        return found.join() === expected.join()
      })
    )
  t.pass()
})

t.test(
  'a file with more dependencies than are kept is refused, so that no part passes for the whole',
  async (t) => {
    const lines = Array.from({ length: 250_001 }, (_, at) => `g:a${at}:1=x`).join('\n')
    t.match(readManifest('gradle.lockfile', lines), { kind: 'unreadable', reason: /more than 250000/ })
  }
)
