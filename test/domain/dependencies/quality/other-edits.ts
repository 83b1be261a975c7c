// Updates of go.mod, Cargo.toml, composer.json and Gemfile.
import type { EditCase, Fix } from './case.js'

const of =
  (ecosystem: string, path: string) =>
  (name: string, [before, after]: readonly [string, string], fix: Fix): EditCase => ({
    name,
    ecosystem,
    files: { [path]: before },
    fixes: [fix],
    expected: { files: { [path]: after } }
  })
const go = of('Go', 'go.mod')
const cargo = of('crates.io', 'Cargo.toml')
const composer = of('Packagist', 'composer.json')
const gem = of('RubyGems', 'Gemfile')

const NET: Fix = { package: 'example.com/x/net', from: '1.16.0', to: '1.17.0' }
const TOKIO: Fix = { package: 'tokio', from: '1.20.0', to: '1.20.4' }
const RAILS: Fix = { package: 'rails', from: '7.0.4', to: '7.0.8' }
const KERNEL: Fix = { package: 'symfony/http-kernel', from: '6.3.1', to: '6.3.8' }

const goMod = (requirements: string, rest = '') =>
  `module example.com/app\n\ngo 1.21\n\n${requirements}\n${rest}`
const GEMFILE_LOCK = (version: string, requirement: string) => `GEM
  remote: https://rubygems.org/
  specs:
    rack (${version})

PLATFORMS
  ruby

DEPENDENCIES
  rack (${requirement})

BUNDLED WITH
   2.4.21
`

export const otherEdits: readonly EditCase[] = [
  go(
    'go.mod: a direct requirement is updated, and comments that look like one are not',
    [
      goMod(
        '// was example.com/x/net v1.16.0\nrequire example.com/x/net v1.16.0 // keep example.com/x/net v1.16.0'
      ),
      goMod(
        '// was example.com/x/net v1.16.0\nrequire example.com/x/net v1.17.0 // keep example.com/x/net v1.16.0'
      )
    ],
    NET
  ),
  go(
    'go.mod: an indirect requirement is updated and stays indirect',
    [
      goMod(
        'require (\n\texample.com/x/net/v2 v2.0.0\n\texample.com/x/net v1.16.0 // indirect\n\texample.com/x/network v1.16.0\n)'
      ),
      goMod(
        'require (\n\texample.com/x/net/v2 v2.0.0\n\texample.com/x/net v1.17.0 // indirect\n\texample.com/x/network v1.16.0\n)'
      )
    ],
    NET
  ),
  go(
    'go.mod: a dot in a path is a dot, and what is excluded stays excluded',
    [
      goMod(
        'require (\n\tgopkg-in/yaml.v3 v3.0.0\n\tgopkg.in/yaml.v3 v3.0.0\n)',
        '\nexclude gopkg.in/yaml.v3 v3.0.0\n'
      ),
      goMod(
        'require (\n\tgopkg-in/yaml.v3 v3.0.0\n\tgopkg.in/yaml.v3 v3.0.1\n)',
        '\nexclude gopkg.in/yaml.v3 v3.0.0\n'
      )
    ],
    { package: 'gopkg.in/yaml.v3', from: '3.0.0', to: '3.0.1' }
  ),
  {
    name: 'go.mod: a module that is replaced is not updated, because the requirement decides nothing',
    ecosystem: 'Go',
    files: {
      'go.mod': goMod(
        'require example.com/x/net v1.16.0',
        '\nreplace example.com/x/net => github.com/acme/net v1.16.0\n'
      )
    },
    fixes: [NET],
    expected: { refused: 'replaced' }
  },
  cargo(
    'Cargo.toml: a version as text is updated, and tables of other names are left alone',
    [
      '[package]\nname = "app"\nversion = "1.20.0"\n\n[dependencies]\ntokio-util = "1.20.0"\ntokio = "1.20.0" # tokio = "1.20.0"\n\n[features]\ntokio = []\n',
      '[package]\nname = "app"\nversion = "1.20.0"\n\n[dependencies]\ntokio-util = "1.20.0"\ntokio = "1.20.4" # tokio = "1.20.0"\n\n[features]\ntokio = []\n'
    ],
    TOKIO
  ),
  cargo(
    'Cargo.toml: a version within an inline table keeps its style and its features',
    [
      '[dev-dependencies]\ntokio = { features = ["full"], version = "=1.20.0" }\n',
      '[dev-dependencies]\ntokio = { features = ["full"], version = "=1.20.4" }\n'
    ],
    TOKIO
  ),
  cargo(
    'Cargo.toml: a table of one dependency is updated in its version only',
    [
      '[dependencies.tokio]\nversion = "~1.20.0"\nfeatures = ["full"]\n\n[dependencies.other]\nversion = "1.20.0"\n',
      '[dependencies.tokio]\nversion = "~1.20.4"\nfeatures = ["full"]\n\n[dependencies.other]\nversion = "1.20.0"\n'
    ],
    TOKIO
  ),
  {
    name: 'Cargo.toml: a crate from git has no version of the registry',
    ecosystem: 'crates.io',
    files: {
      'Cargo.toml':
        '[dependencies]\ntokio = { git = "https://github.com/tokio-rs/tokio", tag = "tokio-1.20.0" }\n'
    },
    fixes: [TOKIO],
    expected: { refused: 'git' }
  },
  {
    name: 'Cargo.lock: a checksum that nobody knows is not written',
    ecosystem: 'crates.io',
    files: {
      'Cargo.toml': '[dependencies]\ntokio = "1.20.0"\n',
      'Cargo.lock':
        'version = 3\n\n[[package]]\nname = "tokio"\nversion = "1.20.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "57aec3cfa4c296db7255446efb4928a6be304b431a806216105542a67b6ca82e"\n'
    },
    fixes: [TOKIO],
    expected: { refused: 'the lock file needs the checksum and dependencies of 1.20.4' }
  },
  composer(
    'composer.json: a caret stays a caret, with the indentation of the file',
    [
      '{\n    "require": {\n        "php": ">=8.1",\n        "symfony/http-kernel": "^6.3.1"\n    },\n    "replace": {\n        "symfony/http-kernel": "6.3.1"\n    }\n}\n',
      '{\n    "require": {\n        "php": ">=8.1",\n        "symfony/http-kernel": "^6.3.8"\n    },\n    "replace": {\n        "symfony/http-kernel": "6.3.1"\n    }\n}\n'
    ],
    KERNEL
  ),
  {
    name: 'composer.lock: a lock file is not written without what the registry says of the new version',
    ecosystem: 'Packagist',
    files: {
      'composer.json': '{\n    "require": {\n        "symfony/http-kernel": "^6.3.1"\n    }\n}\n',
      'composer.lock':
        '{\n    "content-hash": "0123456789abcdef0123456789abcdef",\n    "packages": [\n        {\n            "name": "symfony/http-kernel",\n            "version": "v6.3.1",\n            "dist": {\n                "type": "zip",\n                "reference": "00"\n            }\n        }\n    ],\n    "packages-dev": []\n}\n'
    },
    fixes: [KERNEL],
    expected: { refused: 'the lock file needs the hash and archive of 6.3.8' }
  },
  cargo(
    'Cargo.toml: a dependency of one platform is updated in its own table',
    [
      '[target.\'cfg(unix)\'.dependencies]\ntokio = { version = "1.20.0", optional = true }\n',
      '[target.\'cfg(unix)\'.dependencies]\ntokio = { version = "1.20.4", optional = true }\n'
    ],
    TOKIO
  ),
  composer(
    'composer.json: a tilde of the packages for development stays a tilde',
    [
      '{\n\t"require-dev": {"symfony/http-kernel": "~6.3.1", "symfony/http-kernel-extra": "~6.3.1"}\n}',
      '{\n\t"require-dev": {"symfony/http-kernel": "~6.3.8", "symfony/http-kernel-extra": "~6.3.1"}\n}'
    ],
    KERNEL
  ),
  gem(
    'Gemfile: a pessimistic requirement stays one, with its options and quotes',
    [
      "source 'https://rubygems.org'\n# gem 'rails', '~> 7.0.4'\ngem 'rails-i18n', '~> 7.0.4'\ngem 'rails', '~> 7.0.4', require: false # 7.0.4\n",
      "source 'https://rubygems.org'\n# gem 'rails', '~> 7.0.4'\ngem 'rails-i18n', '~> 7.0.4'\ngem 'rails', '~> 7.0.8', require: false # 7.0.4\n"
    ],
    RAILS
  ),
  gem(
    'Gemfile: double quotes and brackets are kept',
    ['gem("rails", "7.0.4", group: :test)\n', 'gem("rails", "7.0.8", group: :test)\n'],
    RAILS
  ),
  {
    name: 'Gemfile.lock: gem and requirement change together, or nothing does',
    ecosystem: 'RubyGems',
    files: { Gemfile: "gem 'rack', '~> 3.0.4'\n", 'Gemfile.lock': GEMFILE_LOCK('3.0.4', '~> 3.0.4') },
    fixes: [{ package: 'rack', from: '3.0.4', to: '3.0.8' }],
    expected: {
      files: { Gemfile: "gem 'rack', '~> 3.0.8'\n", 'Gemfile.lock': GEMFILE_LOCK('3.0.8', '~> 3.0.8') },
      mayRefuse: true
    }
  }
]
