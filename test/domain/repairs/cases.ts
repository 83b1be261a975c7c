// Failures as logs show them, with the files as they were: what each repair makes of them, or why it makes nothing.
import { type Case, CI } from './case.js'
import { FORMATTING } from './formatting.js'
import { MANIFESTS } from './manifests.js'
import { LACKS, PERMITTED } from './permissions.js'
import { RUNNERS } from './runners.js'
import { ALL_DISABLED, DISABLED, SCRIPTS, script } from './scripts.js'
import { SHARED } from './shared.js'
import { RETIRED, UPLOADED } from './uploads.js'

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
    refused: /A person has to decide/
  },
  ...['os: [macos-12, macos-13]', 'os: [macos-13]\n        include:\n          - os: macos-15-intel'].map(
    (matrix): Case => ({
      repair: 'retired_images',
      what: `two images that would be one: ${matrix}`,
      log: ['##[error]The macos-12 image is retired', '##[error]The macos-13 image is retired'],
      before: { [CI]: `jobs:\n  a:\n    strategy:\n      matrix:\n        ${matrix}\n    runs-on: x\n` },
      refused: /A person has to decide/
    })
  ),
  ...[
    "    if: matrix.os == 'ubuntu-20.04'",
    '    steps:\n      - run: test "$OS" = ubuntu-20.04',
    '    steps:\n      - uses: ./.github/actions/a',
    '    env:\n      ubuntu-20.04: yes'
  ].map(
    (more): Case => ({
      repair: 'retired_images',
      what: `the image is named elsewhere too: ${more}`,
      log: ['##[error]The ubuntu-20.04 runner image has been removed'],
      before: {
        [CI]: `jobs:\n  a:\n    runs-on: ubuntu-20.04 # ubuntu-20.04 it is\n${more}\n`,
        '.github/actions/a/action.yml': "runs:\n  steps:\n    - if: env.OS == 'Ubuntu-20.04'\n"
      },
      refused: /mentions the retired image elsewhere/
    })
  )
]

const COMMANDS: Case[] = [
  {
    repair: 'workflow_commands',
    what: 'each command writes into its file, with its quotes as they were',
    log: ALL_DISABLED,
    before: {
      [CI]: script(
        '# what it is called',
        'echo "::set-output name=version::$VERSION"',
        "echo '::save-state name=at::1'",
        'echo ::set-env name=MODE::$MODE',
        'echo "::add-path::$HOME/bin"'
      )
    },
    after: {
      [CI]: script(
        '# what it is called',
        'echo "version=$VERSION" >> "$GITHUB_OUTPUT"',
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
    'echo "::set-output name=a::b%0Ac"',
    'echo ::set-output name=a::b # why',
    'echo ::add-path::#b',
    'echo ::set-output name=a::b\\',
    'echo "::set-output name=a::b\\"'
  ].map(
    (line): Case => ({
      repair: 'workflow_commands',
      what: `left to people: ${line}`,
      log: ALL_DISABLED,
      before: { [CI]: script(line) },
      refused: /only a person/
    })
  ),
  {
    repair: 'workflow_commands',
    what: 'a text that is printed with escapes and holds none is written as it is',
    log: [DISABLED],
    before: { [CI]: script('echo -e "::set-output name=a::b c"', "echo '::set-output name=d::\\$e'") },
    after: { [CI]: script('echo "a=b c" >> "$GITHUB_OUTPUT"', `echo 'd=\\$e' >> "$GITHUB_OUTPUT"`) }
  },
  ...[
    'echo -e "::set-output name=a::b\\nc"',
    'echo -e "::set-output name=a::$B"',
    'echo -e "::set-output name=a::$(cat b)"',
    'echo -e "::set-output name=a::`cat b`"',
    'echo -ne "::set-output name=a::b"',
    'echo -n "::set-output name=a::b"',
    'echo -e "::add-path::b"',
    'echo "::set-output name=a::b\\tc"',
    'printf "::set-output name=a::b\\n"',
    'printf "::set-output name=a::%s" "$B"'
  ].map(
    (line): Case => ({
      repair: 'workflow_commands',
      what: `escapes are left to people: ${line}`,
      log: ALL_DISABLED,
      before: { [CI]: script(line) },
      refused: /with escapes/
    })
  ),
  ...[
    'Windows-latest',
    '[self-hosted, windows]',
    '{ group: big }',
    '*here',
    `[linux, "\${{ matrix.os }}"]`
  ].map(
    (image): Case => ({
      repair: 'workflow_commands',
      what: `other shells have other words: ${image}`,
      log: [DISABLED],
      before: {
        [CI]: `env: { OS: &here windows-latest }\n${script('echo "::set-output name=a::b"').replace('ubuntu-latest', image)}`
      },
      refused: /only a person/
    })
  ),
  {
    repair: 'workflow_commands',
    what: 'a list of words that say what the runner is',
    log: [DISABLED],
    before: {
      [CI]: script('echo "::set-output name=a::b"').replace('ubuntu-latest', '[Linux, ubuntu-22.04]')
    },
    after: {
      [CI]: script('echo "a=b" >> "$GITHUB_OUTPUT"').replace('ubuntu-latest', '[Linux, ubuntu-22.04]')
    }
  },
  {
    repair: 'workflow_commands',
    what: 'an action that prints it is none of ours',
    log: [DISABLED],
    before: { [CI]: script('echo hello') },
    refused: /an action that it uses/
  }
]

const WANTS_TO_WRITE = [
  'npm notice postinstall requires contents: write',
  "'x-accepted-github-permissions': 'issues=write; pull_requests=read'",
  'Error: Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable'
]

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
      [CI]: 'permissions:\n  contents: read # all\njobs:\n  say:\n    permissions:\n      contents: read\n      pull-requests: read\n    name: Say it\n    runs-on: x\n    steps: []\n  other:\n    runs-on: x\n'
    }
  },
  {
    repair: 'workflow_permissions',
    what: 'a list of its own is added to, and what is none is raised',
    log: ["'x-accepted-github-permissions': 'issues=read; pull_requests=read'"],
    type: 'auth_permission',
    job: 'say',
    before: { [CI]: 'jobs:\n  say:\n    permissions:\n      issues: none\n    runs-on: x\n' },
    after: {
      [CI]: 'jobs:\n  say:\n    permissions:\n      pull-requests: read\n      issues: read\n    runs-on: x\n'
    }
  },
  ...WANTS_TO_WRITE.map(
    (line): Case => ({
      repair: 'workflow_permissions',
      what: `never to write: ${line}`,
      log: [line],
      type: 'auth_permission',
      job: 'say',
      before: { [CI]: 'jobs:\n  say:\n    permissions:\n      issues: read\n    runs-on: x\n' },
      refused: /: write. A person has to decide whether the job may have it/
    })
  ),
  {
    repair: 'workflow_permissions',
    what: 'what the log says that the token of the job needs',
    log: ["Error: The job's GITHUB_TOKEN needs `contents: read`."],
    type: 'auth_permission',
    job: 'say',
    before: { [CI]: 'jobs:\n  say:\n    permissions:\n      issues: read\n    runs-on: x\n' },
    after: {
      [CI]: 'jobs:\n  say:\n    permissions:\n      contents: read\n      issues: read\n    runs-on: x\n'
    }
  },
  {
    repair: 'workflow_permissions',
    what: 'a list that lets jobs write is not written again for one of them',
    log: [LACKS],
    type: 'auth_permission',
    job: 'say',
    before: { [CI]: 'permissions:\n  contents: write\njobs:\n  say:\n    runs-on: x\n' },
    refused: /grants write permissions to all of its jobs/
  },
  {
    repair: 'workflow_permissions',
    what: 'what the job may read already is not given again',
    log: [LACKS],
    type: 'auth_permission',
    job: 'say',
    before: { [CI]: 'permissions:\n  pull-requests: read\njobs:\n  say:\n    runs-on: x\n' },
    refused: /already has the permissions/
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
    refused: /is unclear/
  }
]

export const CASES: Case[] = [
  ...ACTIONS,
  ...IMAGES,
  ...COMMANDS,
  ...PERMISSIONS,
  ...MANIFESTS,
  ...FORMATTING,
  ...UPLOADED,
  ...RUNNERS,
  ...SCRIPTS,
  ...PERMITTED,
  ...SHARED
]
