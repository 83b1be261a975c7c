import t from 'tap'
import { foreignActions, workflowFacts } from '#domain/enforcement/workflow-rules.js'

const expression = (name: string) => `\${{ ${name} }}`
const path = '.github/workflows/ci.yml'
const dangers = (text: string) =>
  workflowFacts({ path, text }).dangers.map(({ line, what }) => `${line} ${what}`)
const foreign = (text: string, allowed: readonly string[]) =>
  foreignActions(workflowFacts({ path, text }).used, allowed).map(({ line, what }) => `${line} ${what}`)

const job = (...steps: string[]) =>
  ['jobs:', '  build:', '    runs-on: ubuntu-latest', '    steps:', ...steps].join('\n')
const CHECKOUT_HEAD = [
  '      - uses: actions/checkout@v4',
  '        with:',
  `          ref: ${expression('github.event.pull_request.head.sha')}`
]

t.test('a checkout of the proposed head is dangerous only where outsiders cause it with our rights', (t) => {
  const head = job(...CHECKOUT_HEAD)
  const what = 'pull_request_target fetches the proposed head'
  t.same(dangers(`on: pull_request_target\n${head}`), [`6 ${what}`])
  t.same(dangers(`on: [push, pull_request_target]\n${head}`), [`6 ${what}`])
  t.same(dangers(`on:\n  pull_request_target:\n${head}`), [`7 ${what}`])
  t.same(dangers(`"on":\n  workflow_run:\n    workflows: [ci]\n${head}`), [
    '8 workflow_run fetches the proposed head'
  ])
  t.same(dangers(`on: pull_request\n${head}`), [])
  t.same(dangers(`on: pull_request_target\n${job('      - uses: actions/checkout@v4')}`), [])
  t.end()
})

t.test('commands that fetch the proposed head are as dangerous', (t) => {
  const run = (command: string) =>
    dangers(`on: pull_request_target\n${job(`      - run: ${command}`)}`).length
  t.equal(run('gh pr checkout "$NUMBER"'), 1)
  t.equal(run('git fetch origin pull/7/head'), 1)
  t.equal(run('git fetch origin "refs/pull/$N/merge"'), 1)
  t.equal(run(`git checkout ${expression('github.head_ref')}`), 1)
  t.equal(run(`echo ${expression('github.head_ref')}`), 0, 'nothing is fetched')
  t.equal(run('git fetch origin main'), 0)
  t.end()
})

t.test('actions and workflows of others are allowed by owner, name, path and ref', (t) => {
  const text = [
    'on: push',
    'jobs:',
    '  call:',
    '    uses: octo-org/shared/.github/workflows/ci.yml@v1',
    '  build:',
    '    steps:',
    '      - uses: ./local',
    '      - uses: Actions/checkout@v4',
    '      - uses: evil/actions/setup@main',
    '      - uses: docker://alpine:3',
    '      - run: echo'
  ].join('\n')
  const all = [
    '4 octo-org/shared/.github/workflows/ci.yml@v1',
    '8 Actions/checkout@v4',
    '9 evil/actions/setup@main',
    '10 docker://alpine:3'
  ]
  t.same(foreign(text, []), all)
  t.same(foreign(text, ['actions/*']), [all[0], all[2], all[3]], 'the host ignores case')
  t.same(foreign(text, ['octo-org/shared', 'actions/checkout@v4', 'docker://alpine:*']), [all[2]])
  t.same(foreign(text, ['actions/checkout@v3', 'evil/actions']), [all[0], all[1], all[3]])
  t.same(foreign(text, ['*']), [])
  t.end()
})

t.test('however the head is named, the checkout is found', (t) => {
  const found = (...steps: string[]) => dangers(`on: pull_request_target\n${job(...steps)}`).length
  const checkout = (input: string) => found('      - uses: Actions/Checkout@v4', `        with: { ${input} }`)
  t.equal(checkout(`ref: "${expression('github.event.Pull_Request.HEAD.sha')}"`), 1, 'the host ignores case')
  t.equal(checkout(`ref: "${expression('github.event.pull_request.merge_commit_sha')}"`), 1)
  t.equal(
    checkout(`ref: "${expression('steps.find.outputs.sha')}"`),
    1,
    'what another step says is not known'
  )
  t.equal(checkout('ref: main'), 0)
  const variable = `        env: { SHA: "${expression('github.event.pull_request.head.sha')}" }`
  t.equal(found('      - run: git checkout $SHA', variable), 1)
  t.equal(found('      - run: echo $SHA', variable), 0)
  t.equal(found('      - run: git fetch && git checkout $GITHUB_HEAD_REF'), 1)
  const called = 'jobs:\n  a:\n    uses: octo-org/ci/.github/workflows/build.yml@v1\n    with:\n      ref: '
  t.equal(dangers(`on: pull_request_target\n${called}"${expression('github.head_ref')}"`).length, 1)
  t.end()
})

t.test('a workflow that cannot be read is told of, and does not pass for a good one', (t) => {
  for (const text of [undefined, 'on: [', `on: push\non: pull_request_target`]) {
    const { unread } = workflowFacts({ path, text })
    t.same(unread, [{ path, line: 1, what: 'cannot be read' }])
  }
  for (const text of ['', 'jobs: 7', '- x', `on: push\n${job('      - 7')}`])
    t.same(workflowFacts({ path, text }), { unread: [], dangers: [], used: [] }, text)
  t.end()
})

t.test('parts that share an anchor are told of once', (t) => {
  const text = 'on: push\nx: &s\n  - uses: evil/action@v1\njobs:\n  a: {steps: *s}\n  b: {steps: *s}'
  t.same(foreign(text, []), ['3 evil/action@v1'])
  t.end()
})
