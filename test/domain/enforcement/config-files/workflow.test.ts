import t from 'tap'
import { foundIn } from './found.js'

const workflow = (text: string) => foundIn('.github/workflows/ci.yml', text)

const JOBS = 'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n'

t.test('workflows as repositories have them are valid', async (t) => {
  const valid = {
    'one event': `on: push\n${JOBS}`,
    'a list of events': `on: [push, pull_request]\n${JOBS}`,
    'events with settings': `'on':\n  push:\n    branches: [main]\n  workflow_dispatch:\n${JOBS}`,
    'a called workflow':
      'on: push\njobs:\n  call:\n    uses: octo/flows/.github/workflows/ci.yml@v1\n    secrets: inherit\n',
    'a workflow to be called': `on:\n  workflow_call:\n    inputs:\n      node: { type: string, required: true }\n${JOBS}`,
    'a matrix of runners': [
      'on: push',
      'jobs:',
      '  test:',
      '    strategy:',
      '      matrix:',
      '        os: [ubuntu-24.04, macos-15]',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the host, not of JavaScript.
      '    runs-on: ${{ matrix.os }}',
      '    container: { image: "node:22", env: { A: b } }',
      '    services:',
      '      db: { image: postgres:16, ports: ["5432:5432"] }',
      '    steps:',
      '      - name: Set up',
      '        uses: ./.github/actions/set-up',
      '      - uses: actions/checkout@v4',
      '      - run: |',
      '          echo "on: not a key"',
      '          echo {[',
      ''
    ].join('\n'),
    'runners of a group':
      'on: push\njobs:\n  a:\n    runs-on: { group: large, labels: [linux] }\n    steps: [{ run: make }]\n',
    'parts by anchors': [
      'on: push',
      'jobs:',
      '  a: &job',
      '    runs-on: ubuntu-latest',
      '    steps: &steps',
      '      - run: make',
      '  b: *job',
      '  c:',
      '    runs-on: [self-hosted, linux]',
      '    steps: *steps',
      ''
    ].join('\n'),
    'lines of Windows': `on: push\n${JOBS}`.replaceAll('\n', '\r\n'),
    'a mark of the byte order': `\uFEFFon: push\n${JOBS}`,
    'read permissions': `on: push\npermissions: { contents: read }\n${JOBS}`
  }
  for (const [name, text] of Object.entries(valid)) t.same(workflow(text), [], name)
})

t.test('what a workflow lacks is an error at its place', async (t) => {
  t.same(workflow(JOBS), ['error missing_trigger 1:1'])
  t.same(workflow(`name: CI\non:\n${JOBS}`), ['error missing_trigger 2:1'])
  t.same(workflow(`on: []\n${JOBS}`), ['error missing_trigger 1:1'])
  t.same(workflow('on: push\n'), ['error missing_jobs 1:1'])
  t.same(workflow('on: push\njobs: {}\n'), ['error missing_jobs 2:1'])
  t.same(workflow('on: push\njobs:\n  a:\n    steps:\n      - run: make\n'), ['error missing_runs_on 3:3'])
  t.same(workflow('on: push\njobs:\n  a:\n    runs-on: x\n'), ['error empty_steps 3:3'])
  t.same(workflow('on: push\njobs:\n  a:\n    runs-on: x\n    steps: []\n'), ['error empty_steps 5:5'])
  t.same(workflow(''), ['error missing_trigger 1:1', 'error missing_jobs 1:1'])
  t.same(workflow('- on\n'), ['error missing_trigger 1:1', 'error missing_jobs 1:1'])
})

t.test('wide permissions and moving actions are warnings', async (t) => {
  const steps =
    '    steps:\n      - uses: actions/checkout@main\n      - uses: a/b@v1\n      - uses: c/d@latest\n'
  t.same(workflow(`on: push\npermissions: write-all\njobs:\n  a:\n    runs-on: x\n${steps}`), [
    'warning broad_permissions 2:1',
    'warning unpinned_action 7:15',
    'warning unpinned_action 9:15'
  ])
  t.same(
    workflow(
      'on: push\njobs:\n  a:\n    permissions: write-all\n    uses: a/b/.github/workflows/c.yml@master\n'
    ),
    ['warning broad_permissions 4:5', 'warning unpinned_action 5:11']
  )
  t.same(
    workflow('on: push\njobs:\n  a: &a\n    runs-on: x\n    steps: [{ uses: a/b@main }]\n  b: *a\n'),
    ['warning unpinned_action 5:21'],
    'once for what jobs share'
  )
})

t.test('what is no YAML is an error where it begins, and nothing else is told', async (t) => {
  t.match(workflow('on: push\njobs:\n  a:\n\truns-on: x\n'), [/^error yaml_syntax 4:/])
  t.same(workflow('on: push\non: push\n'), ['error yaml_syntax 2:1'])
  t.match(workflow('on: [push\n'), [/^error yaml_syntax/])
  t.match(workflow(`${JOBS}a: *none\n`), [/^error yaml_syntax 6:4/])
})
