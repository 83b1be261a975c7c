// Updates of package.json.
import type { EditCase, Fix } from './case.js'

const LODASH: Fix = { package: 'lodash', from: '4.17.20', to: '4.17.21' }
const manifest = (dependencies: string) => `{
  "name": "app",
  "dependencies": {
    ${dependencies}
  }
}
`

const edit = (
  name: string,
  [before, after]: readonly [string, string],
  more: { fix?: Fix; mayRefuse?: true } = {}
): EditCase => ({
  name,
  ecosystem: 'npm',
  files: { 'package.json': before },
  fixes: [more.fix ?? LODASH],
  expected: { files: { 'package.json': after }, ...(more.mayRefuse && { mayRefuse: true as const }) }
})
const styled = (
  name: string,
  [before, after]: readonly [string, string],
  more: { fix?: Fix; mayRefuse?: true } = {}
) => edit(name, [manifest(before), manifest(after)], more)
const refused = (name: string, dependencies: string, why: string, fix = LODASH): EditCase => ({
  name,
  ecosystem: 'npm',
  files: { 'package.json': manifest(dependencies) },
  fixes: [fix],
  expected: { refused: why }
})

const npmLock = (lockfileVersion: number) =>
  `${JSON.stringify(
    {
      name: 'app',
      lockfileVersion,
      requires: true,
      packages: {
        '': { name: 'app', dependencies: { lodash: '^4.17.20' } },
        'node_modules/lodash': {
          version: '4.17.20',
          resolved: 'https://registry.npmjs.org/lodash/-/lodash-4.17.20.tgz',
          integrity: 'sha512-AAAA'
        }
      }
    },
    null,
    2
  )}\n`
const withLock = (lockfileVersion: number): EditCase => ({
  name: `npm: a lock file of version ${lockfileVersion} is not written without what the registry says of the new version`,
  ecosystem: 'npm',
  files: { 'package.json': manifest('"lodash": "^4.17.20"'), 'package-lock.json': npmLock(lockfileVersion) },
  fixes: [LODASH],
  expected: { refused: 'the lock file needs the integrity and dependencies of 4.17.21' }
})

export const npmEdits: readonly EditCase[] = [
  styled('npm: a caret stays a caret', ['"lodash": "^4.17.20"', '"lodash": "^4.17.21"']),
  styled('npm: a tilde stays a tilde', ['"lodash": "~4.17.20"', '"lodash": "~4.17.21"']),
  styled('npm: an exact version stays exact', ['"lodash": "4.17.20"', '"lodash": "4.17.21"']),
  styled('npm: at least stays at least', ['"lodash": ">=4.17.20"', '"lodash": ">=4.17.21"']),
  styled('npm: an upper bound stays where it is', ['"lodash": ">=4.17.20 <5"', '"lodash": ">=4.17.21 <5"']),
  styled(
    'npm: a range of all patches moves to the next minor version',
    ['"acme": "1.4.x"', '"acme": "1.5.x"'],
    { fix: { package: 'acme', from: '1.4.9', to: '1.5.0' }, mayRefuse: true }
  ),
  styled(
    'npm: an alias keeps its own name, and its real package is updated',
    ['"old": "npm:lodash@^4.17.20"', '"old": "npm:lodash@^4.17.21"'],
    { mayRefuse: true }
  ),
  styled(
    'npm: the name of an alias is not the package that it hides',
    [
      '"lodash": "npm:lodash-es@4.17.20",\n    "real": "npm:lodash@4.17.20"',
      '"lodash": "npm:lodash-es@4.17.20",\n    "real": "npm:lodash@4.17.21"'
    ],
    { mayRefuse: true }
  ),
  {
    name: 'npm: of alternatives none is lost or lowered',
    ecosystem: 'npm',
    files: { 'package.json': manifest('"lodash": "^3.10.0 || ^4.17.20"') },
    fixes: [LODASH],
    expected: {
      oneOf: [
        { 'package.json': manifest('"lodash": "^3.10.0 || ^4.17.21"') },
        { 'package.json': manifest('"lodash": "^4.17.21"') }
      ],
      mayRefuse: true
    }
  },
  {
    name: 'npm: a range that is above the fix already is never lowered',
    ecosystem: 'npm',
    files: { 'package.json': manifest('"lodash": "^4.18.0"') },
    fixes: [LODASH],
    expected: { files: {}, mayRefuse: true }
  },
  styled('npm: an equal sign stays an equal sign', ['"lodash": "=4.17.20"', '"lodash": "=4.17.21"']),
  {
    name: 'npm: an exact version above the fix is never lowered',
    ecosystem: 'npm',
    files: { 'package.json': manifest('"lodash": "4.17.21"') },
    fixes: [{ ...LODASH, to: '4.17.20', from: '4.17.19' }],
    expected: { files: {}, mayRefuse: true }
  },
  edit('npm: a package that two sections name is updated in both', [
    '{\n  "dependencies": { "lodash": "^4.17.20" },\n  "devDependencies": { "lodash": "4.17.20" }\n}\n',
    '{\n  "dependencies": { "lodash": "^4.17.21" },\n  "devDependencies": { "lodash": "4.17.21" }\n}\n'
  ]),
  {
    name: 'npm: what a peer must bring is raised in its style or left alone, and what is installed is raised',
    ecosystem: 'npm',
    files: {
      'package.json':
        '{\n  "peerDependencies": { "lodash": "^4.17.20" },\n  "devDependencies": { "lodash": "^4.17.20" }\n}\n'
    },
    fixes: [LODASH],
    expected: {
      oneOf: ['20', '21'].map((patch) => ({
        'package.json': `{\n  "peerDependencies": { "lodash": "^4.17.${patch}" },\n  "devDependencies": { "lodash": "^4.17.21" }\n}\n`
      }))
    }
  },
  refused('npm: another major version is not an update', '"lodash": "^4.17.20"', 'major', {
    ...LODASH,
    to: '5.0.0'
  }),
  refused(
    'npm: a package of the workspace has no version of the registry',
    '"lodash": "workspace:^4.17.20"',
    'workspace'
  ),
  refused(
    'npm: a package from git has no version of the registry',
    '"lodash": "github:lodash/lodash#4.17.20"',
    'git'
  ),
  refused(
    'npm: a package from a file has no version of the registry',
    '"lodash": "file:../lodash-4.17.20.tgz"',
    'file'
  ),
  refused('npm: a tag is no version', '"lodash": "latest"', 'tag'),
  styled(
    'npm: a name that begins like another is another',
    [
      '"react-dom": "16.4.0",\n    "react": "16.4.0",\n    "preact-react": "16.4.0"',
      '"react-dom": "16.4.0",\n    "react": "16.14.0",\n    "preact-react": "16.4.0"'
    ],
    { fix: { package: 'react', from: '16.4.0', to: '16.14.0' } }
  ),
  styled(
    'npm: a dot in a name is a dot',
    [
      '"lodash-merge": "4.6.1",\n    "lodash.merge": "4.6.1"',
      '"lodash-merge": "4.6.1",\n    "lodash.merge": "4.6.2"'
    ],
    { fix: { package: 'lodash.merge', from: '4.6.1', to: '4.6.2' } }
  ),
  styled(
    'npm: a scope belongs to the name',
    ['"parser": "1.0.0",\n    "@acme/parser": "1.0.0"', '"parser": "1.0.0",\n    "@acme/parser": "1.0.1"'],
    { fix: { package: '@acme/parser', from: '1.0.0', to: '1.0.1' } }
  ),
  edit('npm: order of keys, tabs, CR LF, escapes and a missing last line break are kept', [
    '{\r\n\t"z": "\\u00e9\\/",\r\n\t"devDependencies" : {"lodash":"^4.17.20",  "a": "1"},\r\n\r\n\t"a": [1,2]\r\n}',
    '{\r\n\t"z": "\\u00e9\\/",\r\n\t"devDependencies" : {"lodash":"^4.17.21",  "a": "1"},\r\n\r\n\t"a": [1,2]\r\n}'
  ]),
  edit('npm: what only looks like a dependency is left alone', [
    '{\n  "description": "\\"lodash\\": \\"^4.17.20\\"",\n  "scripts": { "lodash": "^4.17.20" },\n  "config": { "dependencies": { "lodash": "^4.17.20" } },\n  "optionalDependencies": { "lodash": "^4.17.20" }\n}\n',
    '{\n  "description": "\\"lodash\\": \\"^4.17.20\\"",\n  "scripts": { "lodash": "^4.17.20" },\n  "config": { "dependencies": { "lodash": "^4.17.20" } },\n  "optionalDependencies": { "lodash": "^4.17.21" }\n}\n'
  ]),
  {
    name: 'npm: two fixes of one file are both in it',
    ecosystem: 'npm',
    files: { 'package.json': manifest('"lodash": "^4.17.20",\n    "ms": "2.1.2"') },
    fixes: [LODASH, { package: 'ms', from: '2.1.2', to: '2.1.3' }],
    expected: { files: { 'package.json': manifest('"lodash": "^4.17.21",\n    "ms": "2.1.3"') } }
  },
  {
    name: 'npm: what only others need is forced by overrides, or left alone',
    ecosystem: 'npm',
    files: { 'package.json': manifest('"mkdirp": "^0.5.1"') },
    fixes: [{ package: 'minimist', from: '1.2.5', to: '1.2.6' }],
    expected: {
      oneOf: ['1.2.6', '^1.2.6', '>=1.2.6'].map((version) => ({
        'package.json': `{\n  "name": "app",\n  "dependencies": {\n    "mkdirp": "^0.5.1"\n  },\n  "overrides": {\n    "minimist": "${version}"\n  }\n}\n`
      })),
      mayRefuse: true
    }
  },
  withLock(2),
  withLock(3),
  {
    name: 'npm: a package.json that is no JSON is not touched',
    ecosystem: 'npm',
    files: { 'package.json': '{\n  "dependencies": {\n    "lodash": "^4.17.20",\n<<<<<<< HEAD\n' },
    fixes: [LODASH],
    expected: { refused: 'no JSON' }
  }
]
