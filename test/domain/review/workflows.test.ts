// Dangers of workflows: which are new, how grave they are, and which are none.
import t from 'tap'
import { foundBy, toldBy, written } from './written.js'

const PATH = '.github/workflows/a.yml'

interface Parts {
  on?: string
  job?: string
  steps?: string
  permissions?: string
  runner?: string
}

const CHECKOUT = '      - uses: actions/checkout@v4\n'
const HEAD = `${CHECKOUT}        with:\n          ref: \${{ github.event.pull_request.head.sha }}\n`
const workflow = ({
  on = 'pull_request',
  job = '',
  steps = `${CHECKOUT}      - run: npm test\n`,
  permissions = 'permissions:\n  contents: read\n',
  runner = 'ubuntu-latest'
}: Parts = {}) =>
  `name: a\non: ${on}\n${permissions}jobs:\n  a:\n    runs-on: ${runner}\n${job}    steps:\n${steps}`
const run = (script: string) => `${CHECKOUT}      - run: ${script}\n`

/** What is told of a workflow that is changed to this one, or is new. */
const told = (after: Parts, before: Parts | null = {}) =>
  foundBy('workflow_danger', written({ [PATH]: [before && workflow(before), workflow(after)] })).map(
    ({ severity, line }) => `${severity} ${line}`
  )

t.test('code of outsiders must not run with the rights of the repository', async (t) => {
  const steps = `${HEAD}      - run: npm ci && npm test\n`
  t.same(told({ on: 'pull_request_target', steps }), ['critical 9'])
  t.same(told({ on: 'issue_comment', steps: run('gh pr checkout $N && make') }), ['critical 10'])
  t.same(told({ on: 'pull_request_target', steps: HEAD }), ['high 9'], 'it is fetched and not run')
  t.same(told({ on: 'pull_request', steps }), [])
})

t.test('a guard makes it less grave, and one that lets only own branches in makes it none', async (t) => {
  const steps = `${HEAD}      - run: make\n`
  const own = '    if: github.event.pull_request.head.repo.full_name == github.repository\n'
  const label = "    if: contains(github.event.pull_request.labels.*.name, 'safe')\n"
  t.same(told({ on: 'pull_request_target', steps, job: own }, null), [])
  t.same(told({ on: 'pull_request_target', steps, job: label }, null), ['medium 10'])
  t.same(told({ on: 'pull_request_target', steps: '      - uses: actions/labeler@v5\n' }, null), [])
})

t.test('a trigger with rights is told even if no step fetches anything', async (t) => {
  t.same(told({ on: 'pull_request_target' }), ['medium 2'])
})

const INJECTED: readonly (readonly [on: string, expression: string, severity: string])[] = [
  ['issues', 'github.event.issue.title', 'critical'],
  ['pull_request', 'github.head_ref', 'high'],
  ['pull_request', "github.event['pull_request']['body']", 'high'],
  ['pull_request', 'github.head_ref || github.ref_name', 'high'],
  ['push', 'github.event.head_commit.message', 'medium'],
  ['workflow_dispatch', 'inputs.version', 'low']
]

t.test('texts of others must not be pasted into scripts', async (t) => {
  for (const [on, expression, severity] of INJECTED)
    t.same(told({ on, steps: run(`echo "\${{ ${expression} }}"`) }, { on }), [`${severity} 10`], expression)
  const script = `      - uses: actions/github-script@v7\n        with:\n          script: console.log("\${{ github.event.comment.body }}")\n`
  t.same(told({ on: 'issue_comment', steps: script }, { on: 'issue_comment' }), ['critical 9'])
})

t.test('numbers, commits, comparisons and variables are safe in scripts', async (t) => {
  for (const expression of [
    'github.event.pull_request.number',
    'github.event.pull_request.head.sha',
    "contains(github.event.pull_request.title, 'wip')",
    "github.head_ref == 'main'",
    'matrix.node'
  ])
    t.same(told({ steps: run(`echo "\${{ ${expression} }}"`) }), [], expression)
  const variable = `      - env:\n          T: \${{ github.event.issue.title }}\n        run: echo "$T"\n`
  t.same(told({ on: 'issues', steps: variable }, { on: 'issues' }), [])
})

t.test('a variable is not safe where its text is run or becomes the environment', async (t) => {
  const step = (script: string) =>
    `      - env:\n          T: \${{ github.event.comment.body }}\n        run: ${script}\n`
  t.same(told({ on: 'issue_comment', steps: step('eval "$T"') }, { on: 'issue_comment' }), ['critical 11'])
  t.same(told({ on: 'issue_comment', steps: step('echo "A=$T" >> $GITHUB_ENV') }, { on: 'issue_comment' }), [
    'critical 11'
  ])
})

t.test('wider permissions are told by how wide they are', async (t) => {
  t.same(told({ permissions: 'permissions: write-all\n' }), ['high 3'])
  t.same(told({ permissions: 'permissions:\n  contents: write\n' }), ['medium 4'])
  t.same(told({ permissions: '' }), ['medium 3'])
  t.same(told({ permissions: 'permissions: {}\n' }), [])
  t.same(
    told({ permissions: 'permissions:\n  contents: write\n' }, null),
    [],
    'a new workflow says what it needs'
  )
})

const COMMIT = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const using = (action: string) => ({ steps: `      - uses: ${action}\n` })

t.test('actions of others are told when they lose their commit, or come without one', async (t) => {
  t.same(told(using('octo/act@v2'), using(`octo/act@${COMMIT}`)), ['high 9'])
  t.same(told(using('octo/act@main')), ['medium 9'])
  t.same(told(using('octo/act@v2')), ['low 9'])
  t.same(told(using('acti0ns/checkout@v4')), ['high 9'])
  t.same(told(using(`octo/act@${COMMIT}`)), [])
  t.same(told(using('octo/act@v3'), using('octo/act@v2')), [], 'a version follows another')
  t.same(told(using('./.github/actions/own')), [])
})

t.test('actions of the same owner are trusted', async (t) => {
  const change = written({ [PATH]: [workflow(), workflow(using('octo/act@main'))] })
  t.same(toldBy('workflow_danger', { ...change, owner: 'Octo' }), [])
})

t.test('what is loaded must not run at once, but for installers that everybody knows', async (t) => {
  for (const script of [
    'curl -fsSL "https://get.corp.net/i.sh?a=1&b=2" | sudo bash',
    'bash <(curl -s https://get.corp.net/i)',
    'sh -c "$(wget -qO- https://get.corp.net/i)"',
    'echo aGkK | base64 -d | sh'
  ])
    t.same(told({ steps: run(script) }), ['high 10'], script)
  t.same(told({ steps: run("curl --proto '=https' -sSf https://sh.rustup.rs | sh -s -- -y") }), ['low 10'])
  t.same(told({ steps: run('curl -fsSLo tool.tgz https://get.corp.net/tool.tgz') }), [])
})

t.test('a runner of the owner must not be open to forks', async (t) => {
  const runner = '[self-hosted, gpu]'
  t.same(told({ runner }), ['high 7'])
  t.same(told({ runner, on: 'push' }, { on: 'push' }), [])
  const own = '    if: github.event.pull_request.head.repo.full_name == github.repository\n'
  t.same(told({ runner, job: own }), [])
  const change = written({ [PATH]: [workflow(), workflow({ runner })] })
  t.same(
    toldBy('workflow_danger', { ...change, isPublic: false }),
    [],
    'a private repository has no such forks'
  )
})

t.test('secrets are neither handed over as a whole nor written past the mask', async (t) => {
  t.same(told({ steps: `${run('npm test')}        env:\n          ALL: \${{ toJSON(secrets) }}\n` }), [
    'high 10'
  ])
  t.same(told({ steps: run(`echo \${{ secrets.TOKEN }} | base64`) }), ['high 10'])
  t.same(told({ steps: run(`echo \${{ secrets.TOKEN }} | docker login --password-stdin`) }), [])
})

const deploy = (parts: Parts) => ({ on: 'push', ...parts, steps: `${CHECKOUT}      - run: make deploy\n` })

t.test('what limits a job that acts is not taken away unseen', async (t) => {
  const limited = "    if: github.ref == 'refs/heads/main'\n    environment: production\n"
  t.same(told(deploy({}), deploy({ job: limited })), ['medium 7', 'medium 7'])
  t.same(
    told({ on: 'push' }, { on: 'push', job: "    if: github.ref == 'refs/heads/main'\n" }),
    [],
    'it only tests'
  )
})

t.test('what was dangerous before is not told again, and moves unnoticed', async (t) => {
  const old = { on: 'issues', steps: run(`echo "\${{ github.event.issue.title }}"`) }
  t.same(told({ ...old, job: '    timeout-minutes: 5\n' }, old), [])
})

t.test('without the text of the file, only what a line says by itself is told', async (t) => {
  const after = workflow({
    on: 'pull_request_target',
    steps: `${HEAD}      - run: curl https://a.corp.net | sh\n`
  })
  const change = written({ [PATH]: [workflow(), after] })
  t.same(toldBy('workflow_danger', { ...change, texts: new Map() }), [`high ${PATH}:12`])
})

t.test('a workflow that cannot be read has no dangers, and breaks nothing', async (t) => {
  t.same(toldBy('workflow_danger', written({ [PATH]: [workflow(), 'on: [\n'] })), [])
  t.same(toldBy('workflow_danger', written({ [PATH]: [null, '- 1\n'] })), [])
})
