// Uploads that version 4 would refuse, or may, and those that keep a name of their own.
import { type Case, CI, expression } from './case.js'

export const RETIRED =
  'Error: This request has been automatically failed because it uses a deprecated version of `actions/upload-artifact: v2`. Learn more'

const UPLOAD = (name: string) =>
  `      - uses: actions/upload-artifact@v3\n        with:\n          name: ${name}\n          path: x\n`
const JOB = (strategy: string, steps: string, id = 'a') =>
  `  ${id}:\n    runs-on: ubuntu-latest\n${strategy && `    strategy:${strategy}\n`}    steps:\n${steps}`
const PACK = '.github/actions/pack'
const COMPOSITE = (steps: string) => `runs:\n  using: composite\n  steps:\n${steps}`

const kept = (what: string, text: string, more: Record<string, string> = {}): Case => ({
  repair: 'retired_actions',
  what,
  log: [RETIRED],
  before: { [CI]: text, ...more },
  after: { [CI]: text.replaceAll('artifact@v3', 'artifact@v4') }
})
const left = (
  what: string,
  text: string,
  { refused = /share one name, or may/, more = {} }: { refused?: RegExp; more?: Record<string, string> } = {}
): Case => ({ repair: 'retired_actions', what, log: [RETIRED], before: { [CI]: text, ...more }, refused })

const OS = '\n      matrix:\n        os: [a, b]'
const OS_AND_NODE = `${OS}\n        node: [20, 22]`
const BY_OS = expression('matrix.os')
const BY_BOTH = `x-\${{matrix.os}}-${expression('matrix.node')}`

export const UPLOADED: Case[] = [
  kept('a name by all keys of its matrix', `jobs:\n${JOB(OS_AND_NODE, UPLOAD(BY_BOTH))}`),
  kept(
    'a name by all keys that single combinations bring along as well',
    `jobs:\n${JOB(`${OS}\n        exclude: [{ os: a }]\n        include:\n          - node: 20`, UPLOAD(BY_BOTH))}`
  ),
  kept(
    'names whose ends tell them apart',
    `jobs:\n${JOB(OS, UPLOAD(`a-${BY_OS}-logs`) + UPLOAD(`a-${BY_OS}-dist`))}${JOB(OS, UPLOAD(`test-${BY_OS}`), 'b')}${JOB('', UPLOAD('all'), 'c')}`
  ),
  ...[
    [` ${expression('fromJSON(inputs.a)')}`, BY_OS],
    [`\n      matrix: ${expression('fromJSON(inputs.a)')}`, BY_OS],
    [`${OS}\n        include: ${expression('fromJSON(inputs.a)')}`, BY_OS],
    [`${OS}\n        include:\n          - node: 20`, BY_OS],
    [OS, `x-${expression('github.sha')}`],
    [OS, `x-${expression('matrix.os.name')}`],
    [OS_AND_NODE, BY_OS]
  ].map(([strategy = '', name = '']) =>
    left(`jobs of a matrix under one name:${strategy}: ${name}`, `jobs:\n${JOB(strategy, UPLOAD(name))}`)
  ),
  ...[
    ['x', 'x'],
    [`x-${expression('github.sha')}`, `x-${expression('github.sha')}`],
    [expression('env.A'), 'x'],
    [`x-${expression('env.A')}`, `x-${expression('env.B')}-y`]
  ].map(([one = '', other = '']) =>
    left(
      `two jobs under names that may be one: ${one} and ${other}`,
      `jobs:\n${JOB('', UPLOAD(one))}${JOB('', UPLOAD(other), 'b')}`
    )
  ),
  ...[OS, ''].map((strategy) =>
    left(
      `an action that uploads, in jobs of which nothing is known there:${strategy}`,
      `jobs:\n${JOB(strategy, `      - uses: ./${PACK}/\n`)}${JOB('', `      - uses: ./${PACK}\n`, 'b')}`,
      {
        refused: /uploads artifacts too/,
        more: { [`${PACK}/action.yml`]: COMPOSITE(UPLOAD(BY_OS)) }
      }
    )
  ),
  left(
    'a workflow that uploads, used by a job of a matrix',
    `jobs:\n  a:\n    strategy:${OS}\n    uses: ./.github/workflows/b.yml\n`,
    {
      refused: /uploads artifacts too/,
      more: { '.github/workflows/b.yml': `jobs:\n${JOB('', UPLOAD('x'))}` }
    }
  ),
  ...['upload', 'download'].map((pinned) =>
    left(
      `what is used by its tag would no longer be found by what is pinned: ${pinned}`,
      `jobs:\n${JOB('', ['upload', 'download'].map((one) => `      - uses: actions/${one}-artifact@${one === pinned ? 'a'.repeat(40) : 'v3'}\n`).join(''))}`,
      { refused: /is not pinned to a version tag/ }
    )
  ),
  ...['./', './tools/pack', './.github/actions/none'].map((used) =>
    left(
      `an action of the repository's own that is not read: ${used}`,
      `jobs:\n${JOB('', `      - uses: ${used}\n${UPLOAD('x')}`)}`,
      { refused: /could not be read/, more: { 'action.yml': COMPOSITE(UPLOAD('x')) } }
    )
  ),
  kept(
    'an action that only a comment names is not used',
    `jobs:\n${JOB('', `      # - uses: ./${PACK}\n${UPLOAD('x')}`)}`,
    { [`${PACK}/action.yml`]: COMPOSITE(UPLOAD('x')) }
  ),
  kept(
    'ends of lines as they were, and the mark at the beginning',
    `\uFEFFjobs:\n${JOB('', UPLOAD('x'))}`.replaceAll('\n', '\r\n')
  )
]
