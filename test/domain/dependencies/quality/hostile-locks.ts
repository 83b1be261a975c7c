// Lock files that are broken, or attack their reader.
import { type ManifestCase, pinned } from './case.js'

const entry = (name: string, version: string) =>
  `{"version":"${version}","resolved":"https://registry.npmjs.org/${name}/-/${name}-${version}.tgz"}`
const npmLock = (entries: string, lockfileVersion = 3) =>
  `{"name":"app","lockfileVersion":${lockfileVersion},"packages":{"":{"name":"app"}${entries}}}`

const COUNT = 300_000
const hugeNpm = () =>
  npmLock(
    Array.from({ length: COUNT }, (_, n) => `,"node_modules/p${n}":${entry(`p${n}`, `1.0.${n}`)}`).join('')
  )
const hugeYarn = () =>
  `# yarn lockfile v1\n\n\n${Array.from({ length: COUNT }, (_, n) => `p${n}@^1.0.0:\n  version "1.0.${n}"\n`).join('\n')}`

const deepNpm1 = (depth: number) =>
  `{"name":"app","lockfileVersion":1,"dependencies":${'{"a":{"version":"1.0.0","dependencies":'.repeat(depth)}{"b":{"version":"2.0.0"}}${'}}'.repeat(depth)}}`

function bomb(): string {
  const levels = [...'bcdefghij'].map(
    (letter, index) => `${letter}: &${letter} [${Array(10).fill(`*${'abcdefghij'[index]}`).join(', ')}]`
  )
  return `lockfileVersion: '9.0'\na: &a [x, x, x, x, x, x, x, x, x, x]\n${levels.join('\n')}\npackages: *j\n`
}

const CONFLICT = ['<<<<<<< HEAD', '=======', '>>>>>>> branch'] as const
const conflicted = (ours: string, theirs: string) =>
  `${CONFLICT[0]}\n${ours}\n${CONFLICT[1]}\n${theirs}\n${CONFLICT[2]}\n`

const refused = (name: string, path: string, content: ManifestCase['content']): ManifestCase => ({
  name,
  path,
  content,
  expected: { unreadable: true }
})

export const hostileLocks: readonly ManifestCase[] = [
  refused(
    'An empty lock file of npm is unreadable, not a project without dependencies',
    'package-lock.json',
    ''
  ),
  refused('A lock file of npm that was cut off is unreadable', 'package-lock.json', npmLock('').slice(0, -2)),
  refused(
    'A lock file of npm with a conflict of a merge in it is unreadable',
    'package-lock.json',
    `{"lockfileVersion":3,"packages":{\n${conflicted('"node_modules/a":{"version":"1.0.0"}', '"node_modules/a":{"version":"1.0.1"}')}}}`
  ),
  refused(
    'A lock file of Cargo with a conflict of a merge in it is unreadable',
    'Cargo.lock',
    `version = 3\n\n[[package]]\nname = "a"\n${conflicted('version = "1.0.0"', 'version = "1.0.1"')}`
  ),
  refused(
    'A go.mod with a conflict of a merge in it is unreadable',
    'go.mod',
    `module example.com/app\n\ngo 1.21\n\nrequire (\n${conflicted('\texample.com/a v1.0.0', '\texample.com/a v1.0.1')})\n`
  ),
  refused(
    'A lock file of pnpm with a conflict of a merge in it is unreadable',
    'pnpm-lock.yaml',
    `lockfileVersion: '9.0'\npackages:\n${conflicted('  a@1.0.0:\n    resolution: {integrity: x}', '  a@1.0.1:\n    resolution: {integrity: y}')}`
  ),
  refused(
    'A list in place of a lock file of npm is unreadable',
    'package-lock.json',
    '[{"lockfileVersion":3}]'
  ),
  refused('A null in place of a lock file of Composer is unreadable', 'composer.lock', 'null'),
  refused(
    'A lock file of Cargo that is no TOML is unreadable',
    'Cargo.lock',
    '[[package]\nname = "a"\nversion = \n'
  ),
  refused(
    'A pom.xml that was cut off is unreadable',
    'pom.xml',
    '<project><dependencies><dependency><groupId>g'
  ),
  refused('A page of HTML in place of a pom.xml is unreadable', 'pom.xml', '<html><body>404</body></html>'),
  {
    name: 'A lock file of an unknown version is refused or read in full, never read as empty',
    path: 'package-lock.json',
    content: npmLock(`,"node_modules/a":${entry('a', '1.0.0')}`, 99),
    expected: { packages: pinned('a@1.0.0'), mayRefuse: true }
  },
  {
    name: 'A package called __proto__ changes no other and hides none after it',
    path: 'package-lock.json',
    content: npmLock(
      `,"__proto__":{"dev":true,"version":"6.6.6"},"node_modules/__proto__":{"version":"6.6.6","dev":true},"node_modules/constructor":${entry('constructor', '1.0.0')},"node_modules/a":{"__proto__":{"dev":true},"version":"1.0.0"}`
    ),
    expected: {
      packages: [
        { name: 'constructor', version: '1.0.0', dev: false },
        { name: 'a', version: '1.0.0', dev: false }
      ],
      maybe: pinned('__proto__@6.6.6'),
      mayRefuse: true
    }
  },
  {
    name: 'Values of wrong kinds in a lock file of npm hide no other package',
    path: 'package-lock.json',
    content: npmLock(
      `,"node_modules/a":null,"node_modules/b":"1.0.0","node_modules/c":{"version":7},"node_modules/d":{"version":["1.0.0"]},"node_modules/e":${entry('e', '1.0.0')}`
    ),
    expected: { packages: pinned('e@1.0.0'), mayRefuse: true }
  },
  {
    name: 'Dependencies nested 200 deep are refused or read to the last one',
    path: 'package-lock.json',
    content: () => deepNpm1(200),
    expected: { packages: pinned('a@1.0.0', 'b@2.0.0'), mayRefuse: true }
  },
  {
    name: 'Dependencies nested 50,000 deep break nothing',
    path: 'package-lock.json',
    content: () => deepNpm1(50_000),
    expected: { packages: pinned('a@1.0.0', 'b@2.0.0'), mayRefuse: true }
  },
  {
    name: '300,000 packages of npm are refused or all read',
    path: 'package-lock.json',
    content: hugeNpm,
    expected: { count: COUNT, mayRefuse: true }
  },
  {
    name: '300,000 packages of Yarn are refused or all read',
    path: 'yarn.lock',
    content: hugeYarn,
    expected: { count: COUNT, mayRefuse: true }
  },
  refused(
    'Aliases of YAML that multiply to 10 billion are unreadable and break nothing',
    'pnpm-lock.yaml',
    bomb
  ),
  {
    name: 'An alias of YAML that contains itself breaks nothing',
    path: 'pnpm-lock.yaml',
    content: "lockfileVersion: '9.0'\npackages: &p\n  a@1.0.0: *p\n",
    expected: { packages: pinned('a@1.0.0'), mayRefuse: true }
  },
  {
    name: 'Packages that need each other are listed once each',
    path: 'Cargo.lock',
    content: `version = 3\n\n${['ab', 'ba'].map(([one, two]) => `[[package]]\nname = "${one}"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\ndependencies = [\n "${two}",\n]\n`).join('\n')}`,
    expected: { packages: pinned('a@1.0.0', 'b@1.0.0') }
  },
  {
    name: 'A lock file of npm with a byte order mark and CR LF is read',
    path: 'package-lock.json',
    content:
      '\uFEFF{\r\n\t"lockfileVersion": 3,\r\n\t"packages": {\r\n\t\t"node_modules/a": {"version": "1.0.0"}\r\n\t}\r\n}\r\n',
    expected: { packages: pinned('a@1.0.0') }
  },
  {
    name: 'A Gemfile.lock with CR LF is read',
    path: 'Gemfile.lock',
    content:
      'GEM\r\n  remote: https://rubygems.org/\r\n  specs:\r\n    rack (3.0.8)\r\n\r\nDEPENDENCIES\r\n  rack\r\n',
    expected: { packages: [{ name: 'rack', version: '3.0.8', direct: true }] }
  },
  {
    name: 'A go.mod with CR LF is read',
    path: 'go.mod',
    content:
      'module example.com/app\r\n\r\nrequire (\r\n\texample.com/a v1.0.0\r\n\texample.com/b v1.0.1 // indirect\r\n)\r\n',
    expected: {
      packages: [
        { name: 'example.com/a', version: '1.0.0', direct: true },
        { name: 'example.com/b', version: '1.0.1', direct: false }
      ]
    }
  }
]
