// Failures as logs show them, with the files as they were: what each repair makes of them, or why it makes nothing.
import type { FailureType } from '../../../schemas/ci.js'
import type { RepairName } from '../../../schemas/heal-words.js'

export interface Case {
  repair: RepairName
  what: string
  log: string[]
  type?: FailureType
  job?: string
  before: Record<string, string>
  links?: string[]
  /** Of the files those that are no text. */
  unread?: string[]
  /** The files that are changed, as they are then. */
  after?: Record<string, string>
  refused?: RegExp
}

export const CI = '.github/workflows/ci.yml'

const RETIRED =
  'Error: This request has been automatically failed because it uses a deprecated version of `actions/upload-artifact: v2`. Learn more'

const UPLOADS = `# How it is built
name:   CI
on: [push]
jobs:
  build:
    runs-on: ubuntu-latest   # the newest
    steps:
    - uses: actions/checkout@v4
    - uses: "actions/upload-artifact@v2"
      with: { name: dist, path: dist }
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/download-artifact@v2.1.1 # what was built
        with:
          name: dist
`

const ACTIONS: Case[] = [
  {
    repair: 'retired_actions',
    what: 'uploads and downloads go together, and everything else stays as it was written',
    log: [RETIRED],
    before: { [CI]: UPLOADS },
    after: {
      [CI]: UPLOADS.replace('upload-artifact@v2', 'upload-artifact@v4').replace('@v2.1.1', '@v4')
    }
  },
  {
    repair: 'retired_actions',
    what: 'an action of the own repository is looked into as well',
    log: ['##[error]`actions/setup-node@v1` is using Node.js 12 which has been removed'],
    before: {
      [CI]: 'jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: ./.github/actions/set-up\n',
      '.github/actions/set-up/action.yml':
        'runs:\n  using: composite\n  steps:\n    - uses: actions/setup-node@v1\n',
      '.github/workflows/other.yml':
        'jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/setup-node@v1\n'
    },
    after: {
      '.github/actions/set-up/action.yml':
        'runs:\n  using: composite\n  steps:\n    - uses: actions/setup-node@v4\n'
    }
  },
  {
    repair: 'retired_actions',
    what: 'uploads of a matrix under one name would clash',
    log: [RETIRED],
    before: {
      [CI]: UPLOADS.replace('  build:\n', '  build:\n    strategy:\n      matrix:\n        node: [20, 22]\n')
    },
    refused: /share one name/
  },
  {
    repair: 'retired_actions',
    what: 'what is pinned to a commit is left to people',
    log: [RETIRED],
    before: { [CI]: UPLOADS.replaceAll(/-artifact@v[\d.]+/g, `-artifact@${'a'.repeat(40)}`) },
    refused: /by its tag/
  }
]

const IMAGES: Case[] = [
  {
    repair: 'retired_images',
    what: 'an image goes wherever jobs name it, by themselves or by a matrix',
    log: [
      '##[error]This is a scheduled Ubuntu 20.04 brownout. Ubuntu 20.04 LTS runner will be removed on 2025-04-15.'
    ],
    before: {
      [CI]: "jobs:\n  a:\n    runs-on: ubuntu-20.04 # old\n  b:\n    strategy:\n      matrix:\n        os: ['ubuntu-20.04', macos-14]\n    runs-on: macos-14\n"
    },
    after: {
      [CI]: "jobs:\n  a:\n    runs-on: ubuntu-22.04 # old\n  b:\n    strategy:\n      matrix:\n        os: ['ubuntu-22.04', macos-14]\n    runs-on: macos-14\n"
    }
  },
  {
    repair: 'retired_images',
    what: 'the next image is of the same kind and architecture',
    log: ['##[error]The macos-13 runner image has been removed', 'The windows-2019 image is retired'],
    before: { [CI]: 'jobs:\n  a:\n    runs-on: macos-13\n  b:\n    runs-on: [windows-2019]\n' },
    after: { [CI]: 'jobs:\n  a:\n    runs-on: macos-15-intel\n  b:\n    runs-on: [windows-2022]\n' }
  },
  {
    repair: 'retired_images',
    what: 'a matrix that has the next one already is for a person',
    log: ['##[error]The ubuntu-20.04 runner image has been removed'],
    before: {
      [CI]: 'jobs:\n  a:\n    strategy:\n      matrix:\n        os: [ubuntu-20.04, ubuntu-22.04]\n    runs-on: macos-14\n'
    },
    refused: /both|for a person/
  }
]

const DISABLED = '##[error]The `set-output` command is disabled. Please upgrade to using Environment Files.'

const script = (...lines: string[]) =>
  `jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - id: v\n        run: |\n${lines.map((line) => `          ${line}\n`).join('')}`

const COMMANDS: Case[] = [
  {
    repair: 'workflow_commands',
    what: 'each command writes into its file, with its quotes as they were',
    log: [DISABLED],
    before: {
      [CI]: script(
        '# what it is called',
        'echo "::set-output name=version::$(cat VERSION)"',
        "echo '::save-state name=at::1'",
        'echo ::set-env name=MODE::$MODE',
        'echo "::add-path::$HOME/bin"'
      )
    },
    after: {
      [CI]: script(
        '# what it is called',
        'echo "version=$(cat VERSION)" >> "$GITHUB_OUTPUT"',
        `echo 'at=1' >> "$GITHUB_STATE"`,
        'echo MODE=$MODE >> "$GITHUB_ENV"',
        'echo "$HOME/bin" >> "$GITHUB_PATH"'
      )
    }
  },
  {
    repair: 'workflow_commands',
    what: 'a script of one line stays one',
    log: [DISABLED],
    before: {
      [CI]: 'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo "::set-output name=a::b"\n'
    },
    after: {
      [CI]: 'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo "a=b" >> "$GITHUB_OUTPUT"\n'
    }
  },
  ...[
    'echo "::set-output name=a::b" | tee log',
    'node -e "console.log(`::set-output name=a::b`)"',
    'echo "::set-output name=a::b%0Ac"'
  ].map(
    (line): Case => ({
      repair: 'workflow_commands',
      what: `left to people: ${line}`,
      log: [DISABLED],
      before: { [CI]: script(line) },
      refused: /only a person/
    })
  ),
  {
    repair: 'workflow_commands',
    what: 'other shells have other words',
    log: [DISABLED],
    before: { [CI]: script('echo "::set-output name=a::b"').replace('ubuntu-latest', 'windows-latest') },
    refused: /only a person/
  },
  {
    repair: 'workflow_commands',
    what: 'an action that prints it is none of ours',
    log: [DISABLED],
    before: { [CI]: script('echo hello') },
    refused: /an action that it uses/
  }
]

const LACKS = "Error: The action requires 'pull-requests: write' permission"

const PERMISSIONS: Case[] = [
  {
    repair: 'workflow_permissions',
    what: 'the job that lacks it gets it, with what all jobs had',
    log: [LACKS],
    type: 'auth_permission',
    job: 'Say it (20)',
    before: {
      [CI]: 'permissions:\n  contents: read # all\njobs:\n  say:\n    name: Say it\n    runs-on: x\n    steps: []\n  other:\n    runs-on: x\n'
    },
    after: {
      [CI]: 'permissions:\n  contents: read # all\njobs:\n  say:\n    permissions:\n      contents: read\n      pull-requests: write\n    name: Say it\n    runs-on: x\n    steps: []\n  other:\n    runs-on: x\n'
    }
  },
  {
    repair: 'workflow_permissions',
    what: 'a list of its own is added to, and what is there is raised',
    log: ["'x-accepted-github-permissions': 'issues=write; pull_requests=write'"],
    type: 'auth_permission',
    job: 'say',
    before: { [CI]: 'jobs:\n  say:\n    permissions:\n      issues: read\n    runs-on: x\n' },
    after: {
      [CI]: 'jobs:\n  say:\n    permissions:\n      pull-requests: write\n      issues: write\n    runs-on: x\n'
    }
  },
  {
    repair: 'workflow_permissions',
    what: 'a token of identity is named by what it lacks',
    log: ['Error: Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable'],
    type: 'auth_permission',
    job: 'say',
    before: { [CI]: 'jobs:\n  say:\n    runs-on: x\n' },
    after: {
      [CI]: 'jobs:\n  say:\n    permissions:\n      contents: read\n      id-token: write\n    runs-on: x\n'
    }
  },
  {
    repair: 'workflow_permissions',
    what: 'a word for all permissions is left to people',
    log: [LACKS],
    type: 'auth_permission',
    job: 'say',
    before: { [CI]: 'permissions: read-all\njobs:\n  say:\n    runs-on: x\n' },
    refused: /only a person/
  },
  {
    repair: 'workflow_permissions',
    what: 'a job that cannot be told is none',
    log: [LACKS],
    type: 'auth_permission',
    job: 'other',
    before: { [CI]: 'jobs:\n  say:\n    runs-on: x\n' },
    refused: /cannot be told/
  }
]

const MANIFESTS: Case[] = [
  {
    repair: 'manifest',
    what: 'a comma too many goes, and texts that hold one stay',
    log: ['npm error code EJSONPARSE', 'npm error path /home/runner/work/a/a/package.json'],
    type: 'config_error',
    before: { 'package.json': '{\n  "name": "a,}",\n  "private": true,\n}\n', 'web/package.json': '{}\n' },
    after: { 'package.json': '{\n  "name": "a,}",\n  "private": true\n}\n' }
  },
  {
    repair: 'manifest',
    what: 'a manifest that is wrong otherwise is left to people',
    log: ['npm error code EJSONPARSE'],
    type: 'config_error',
    before: { 'package.json': '{ "name" "a" }\n' },
    refused: /not for a comma alone/
  },
  {
    repair: 'manifest',
    what: 'a package that cargo says was meant is asked for by its name',
    log: ['error: no matching package named `serde-jsn` found', 'perhaps you meant:      serde_json'],
    type: 'dependency_resolution',
    before: { 'Cargo.toml': '[dependencies]\nserde-jsn = "1" # texts\nserde-jsn-extra = "1"\n' },
    after: { 'Cargo.toml': '[dependencies]\nserde_json = "1" # texts\nserde-jsn-extra = "1"\n' }
  },
  {
    repair: 'manifest',
    what: 'where a lockfile would have to follow, nothing is done',
    log: ['error: no matching package named `serde-jsn` found', 'perhaps you meant:      serde_json'],
    type: 'dependency_resolution',
    before: { 'Cargo.toml': '[dependencies]\nserde-jsn = "1"\n', 'Cargo.lock': '' },
    refused: /lockfile/
  }
]

const ABOVE = '[warn] Code style issues found in the above file. Run Prettier with --write to fix.'
const unformatted = { 'src/a.ts': 'const a  = {b:"c"}\n' }

const formatted = (what: string, settings: Record<string, string>, after: string): Case => ({
  repair: 'formatting',
  what,
  log: ['[warn] src/a.ts', ABOVE],
  type: 'lint_format',
  before: { ...unformatted, ...settings },
  after: { 'src/a.ts': after }
})
const unmended = (what: string, settings: Record<string, string>, refused: RegExp): Case => ({
  repair: 'formatting',
  what,
  log: ['[warn] src/a.ts', ABOVE],
  type: 'lint_format',
  before: { ...unformatted, ...settings },
  refused
})

const BARE = "const a = { b: 'c' }\n"

const FORMATTING: Case[] = [
  formatted('without settings, as Prettier does', {}, 'const a = { b: "c" };\n'),
  formatted('settings in YAML', { '.prettierrc': 'semi: false\nsingleQuote: true\n' }, BARE),
  formatted('settings in JSON', { '.prettierrc.json': '{"semi":false,"singleQuote":true}' }, BARE),
  formatted('settings in TOML', { '.prettierrc.toml': 'semi = false\nsingleQuote = true\n' }, BARE),
  formatted(
    'settings in a manifest',
    { 'package.json': '{"prettier":{"semi":false,"singleQuote":true}}' },
    BARE
  ),
  formatted(
    'the nearest settings hold',
    { '.prettierrc': 'semi: true\n', 'src/.prettierrc': 'semi: false\nsingleQuote: true\n' },
    BARE
  ),
  formatted(
    'settings for some files',
    {
      '.prettierrc': JSON.stringify({
        semi: false,
        overrides: [
          { files: '*.{ts,tsx}', options: { singleQuote: true } },
          { files: 'src/**', excludeFiles: ['*.ts'], options: { semi: true } }
        ]
      })
    },
    BARE
  ),
  {
    ...formatted(
      'settings of editors',
      { '.editorconfig': 'root = true\n[*]\nindent_style = tab\n[*.{js,ts}]\nmax_line_length = 20\n' },
      ''
    ),
    before: {
      'src/a.ts': 'const abcdef = {bcdef:1}\n',
      '.editorconfig': 'root = true\n[*]\nindent_style = tab\n[*.{js,ts}]\nmax_line_length = 20\n'
    },
    after: { 'src/a.ts': 'const abcdef = {\n\tbcdef: 1,\n};\n' }
  },
  {
    ...formatted('a step in a folder of its own', {}, ''),
    before: { 'web/src/a.ts': 'a( )\n' },
    after: { 'web/src/a.ts': 'a();\n' }
  },
  unmended('settings that are a program', { 'prettier.config.js': 'export default {}' }, /is a program/),
  unmended('settings of a package', { 'package.json': '{"prettier":"@octo/prettier"}' }, /from a package/),
  unmended('plugins', { '.prettierrc': 'plugins: [prettier-plugin-a]\n' }, /plugins/),
  unmended('files that are to be left out', { '.prettierignore': 'src/**\n' }, /leaves out/),
  ...['.prettierrc', '.editorconfig', '.prettierignore', 'package.json'].flatMap((path) => [
    { ...unmended(`a link: ${path}`, {}, /is there and cannot be read/), links: [path] },
    { ...unmended(`no text: ${path}`, { [path]: '' }, /is there and cannot be read/), unread: [path] }
  ]),
  { ...unmended('a link to a program', {}, /is a program/), links: ['prettier.config.js'] },
  unmended('settings that are endless', { '.editorconfig': `#${'a'.repeat(65_536)}` }, /longer than 65536/),
  unmended('sections without end', { '.editorconfig': '[*]\n'.repeat(101) }, /more than 100 sections/),
  unmended('tabs of editors as wide as a page', { '.editorconfig': '[*]\ntab_width = 33\n' }, /tabWidth/),
  unmended('tabs as wide as a page', { '.prettierrc': 'tabWidth: 33\n' }, /tabWidth to more than 32/),
  unmended('lines without end', { '.prettierrc': 'printWidth: 1001\n' }, /printWidth to more than 1000/),
  unmended('what Prettier cannot read', { 'src/a.ts': 'const = 1\n' }, /cannot lay out/),
  unmended('what is laid out already', { 'src/a.ts': 'a();\n' }, /changes nothing/),
  {
    ...unmended('more files than the log shows', {}, /speaks of 3 files/),
    log: ['[warn] src/a.ts', '[warn] Code style issues found in 3 files. Run Prettier with --write to fix.']
  }
]

export const CASES: Case[] = [...ACTIONS, ...IMAGES, ...COMMANDS, ...PERMISSIONS, ...MANIFESTS, ...FORMATTING]
