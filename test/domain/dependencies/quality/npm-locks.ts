// package-lock.json and npm-shrinkwrap.json, versions 1 to 3.
import { type ManifestCase, pinned } from './case.js'

const lock = (lockfileVersion: number, more: object) =>
  JSON.stringify({ name: 'app', version: '1.0.0', lockfileVersion, requires: true, ...more }, null, 2)
const registry = (name: string, version: string) =>
  `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
const entry = (name: string, version: string, more: object = {}) => ({
  version,
  resolved: registry(name, version),
  integrity: 'sha512-AAAA',
  ...more
})

export const npmLocks: readonly ManifestCase[] = [
  {
    name: 'npm 1: packages nested under others are listed, and dev is read',
    path: 'package-lock.json',
    content: lock(1, {
      dependencies: {
        debug: {
          ...entry('debug', '4.3.4'),
          requires: { ms: '2.1.2' },
          dependencies: { ms: entry('ms', '2.1.2') }
        },
        ms: entry('ms', '2.1.3'),
        '@acme/lint': entry('@acme/lint', '3.0.0', { dev: true })
      }
    }),
    expected: {
      packages: [
        { name: 'debug', version: '4.3.4', dev: false },
        { name: 'ms', version: '2.1.2', dev: false },
        { name: 'ms', version: '2.1.3', dev: false },
        { name: '@acme/lint', version: '3.0.0', dev: true }
      ]
    }
  },
  {
    name: 'npm 1: an alias is listed under the name of the real package',
    path: 'package-lock.json',
    content: lock(1, {
      dependencies: {
        old: { version: 'npm:lodash@3.10.1', resolved: registry('lodash', '3.10.1'), integrity: 'x' }
      }
    }),
    expected: { packages: pinned('lodash@3.10.1') }
  },
  {
    name: 'npm 1: addresses in place of versions are no versions',
    path: 'npm-shrinkwrap.json',
    content: lock(1, {
      dependencies: {
        left: {
          version: 'git+ssh://git@github.com/acme/left.git#0123456789abcdef0123456789abcdef01234567',
          from: 'left@x'
        },
        right: { version: 'file:../right' },
        archive: { version: 'https://example.com/archive.tgz', integrity: 'sha512-AAAA' },
        ms: entry('ms', '2.1.3')
      }
    }),
    expected: { packages: pinned('ms@2.1.3') }
  },
  {
    name: 'npm 2: what both halves of the file name is listed once',
    path: 'package-lock.json',
    content: lock(2, {
      packages: {
        '': { name: 'app', version: '1.0.0', dependencies: { debug: '^4.0.0' } },
        'node_modules/debug': { ...entry('debug', '4.3.4'), dependencies: { ms: '2.1.2' } },
        'node_modules/ms': entry('ms', '2.1.2')
      },
      dependencies: {
        debug: { ...entry('debug', '4.3.4'), requires: { ms: '2.1.2' } },
        ms: entry('ms', '2.1.2')
      }
    }),
    expected: {
      packages: [
        { name: 'debug', version: '4.3.4', direct: true },
        { name: 'ms', version: '2.1.2', direct: false }
      ]
    }
  },
  {
    name: 'npm 3: a package that both the product and its tests need is not dev',
    path: 'package-lock.json',
    content: lock(3, {
      packages: {
        '': { name: 'app', version: '1.0.0', dependencies: { a: '1.0.0' }, devDependencies: { b: '1.0.0' } },
        'node_modules/a': entry('a', '1.0.0'),
        'node_modules/a/node_modules/shared': entry('shared', '2.0.0'),
        'node_modules/b': entry('b', '1.0.0', { dev: true }),
        'node_modules/b/node_modules/shared': entry('shared', '2.0.0', { dev: true })
      }
    }),
    expected: {
      packages: [
        { name: 'a', version: '1.0.0', dev: false, direct: true },
        { name: 'b', version: '1.0.0', dev: true, direct: true },
        { name: 'shared', version: '2.0.0', dev: false, direct: false }
      ]
    }
  },
  {
    name: 'npm 3: an alias is listed under the name of the real package, nested and scoped too',
    path: 'package-lock.json',
    content: lock(3, {
      packages: {
        '': {
          name: 'app',
          version: '1.0.0',
          dependencies: { old: 'npm:lodash@^3.0.0', '@acme/x': 'npm:@real/x@1.0.0' }
        },
        'node_modules/old': { name: 'lodash', ...entry('lodash', '3.10.1') },
        'node_modules/@acme/x': { name: '@real/x', ...entry('@real/x', '1.0.0') },
        'node_modules/@acme/x/node_modules/@acme/y': entry('@acme/y', '2.0.0')
      }
    }),
    expected: {
      packages: [
        { name: 'lodash', version: '3.10.1', direct: true },
        { name: '@real/x', version: '1.0.0', direct: true },
        { name: '@acme/y', version: '2.0.0', direct: false }
      ]
    }
  },
  {
    name: 'npm 3: workspaces and links to them are own code, their dependencies are not',
    path: 'package-lock.json',
    content: lock(3, {
      packages: {
        '': { name: 'app', version: '1.0.0', workspaces: ['packages/*'] },
        'node_modules/@app/web': { resolved: 'packages/web', link: true },
        'packages/web': { name: '@app/web', version: '0.3.0', dependencies: { react: '^18.0.0' } },
        'packages/web/node_modules/react': entry('react', '18.2.0'),
        'node_modules/react': entry('react', '17.0.2')
      }
    }),
    expected: { packages: pinned('react@18.2.0', 'react@17.0.2') }
  },
  {
    name: 'npm 3: bundled, optional and peer packages are installed and listed',
    path: 'package-lock.json',
    content: lock(3, {
      packages: {
        '': {
          name: 'app',
          version: '1.0.0',
          dependencies: { npm: '10.2.0' },
          optionalDependencies: { fsevents: '*' }
        },
        'node_modules/npm': { ...entry('npm', '10.2.0'), bundleDependencies: ['abbrev'] },
        'node_modules/npm/node_modules/abbrev': { version: '2.0.0', inBundle: true, license: 'ISC' },
        'node_modules/fsevents': entry('fsevents', '2.3.3', { optional: true, os: ['darwin'] }),
        'node_modules/react': entry('react', '18.2.0', { peer: true })
      }
    }),
    expected: {
      packages: [
        { name: 'npm', version: '10.2.0', direct: true },
        { name: 'abbrev', version: '2.0.0', direct: false },
        { name: 'fsevents', version: '2.3.3', direct: true, dev: false },
        { name: 'react', version: '18.2.0', direct: false }
      ]
    }
  },
  {
    name: 'npm 3: a package from git may be left out, and takes nothing else with it',
    path: 'package-lock.json',
    content: lock(3, {
      packages: {
        '': { name: 'app', version: '1.0.0', dependencies: { left: 'github:acme/left', ms: '2.1.3' } },
        'node_modules/left': {
          version: '1.4.0',
          resolved: 'git+ssh://git@github.com/acme/left.git#0123456789abcdef0123456789abcdef01234567'
        },
        'node_modules/ms': entry('ms', '2.1.3')
      }
    }),
    expected: { packages: pinned('ms@2.1.3'), maybe: pinned('left@1.4.0') }
  },
  {
    name: 'npm 3: what overrides forced is listed as installed, and overrides themselves are no packages',
    path: 'package-lock.json',
    content: lock(3, {
      packages: {
        '': {
          name: 'app',
          version: '1.0.0',
          dependencies: { mkdirp: '0.5.1' },
          overrides: { minimist: '9.9.9' }
        },
        'node_modules/mkdirp': { ...entry('mkdirp', '0.5.1'), dependencies: { minimist: '0.0.8' } },
        'node_modules/minimist': entry('minimist', '1.2.8')
      }
    }),
    expected: { packages: pinned('mkdirp@0.5.1', 'minimist@1.2.8') }
  },
  {
    name: 'npm 3: a folder called node_modules within a name of a workspace is cut at the last one',
    path: 'package-lock.json',
    content: lock(3, {
      packages: {
        '': { name: 'app', version: '1.0.0' },
        'tools/node_modules-cache/node_modules/ms': entry('ms', '2.0.0')
      }
    }),
    expected: { packages: pinned('ms@2.0.0') }
  },
  {
    name: 'npm 3: a project without dependencies has none',
    path: 'package-lock.json',
    content: lock(3, { packages: { '': { name: 'app', version: '1.0.0' } } }),
    expected: { packages: [] }
  }
]
