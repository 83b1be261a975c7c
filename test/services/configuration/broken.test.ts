import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { type Fault, fault, refusal } from '#demo/world/faults.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { loadConfig } from '#services/configuration/resolve.js'
import { runGateEvaluation } from '#services/gates/evaluate.js'
import { runTriage } from '#services/triage/run.js'
import { startActionService } from '#test/fixtures/action-service.js'
import { seedRepository } from '#test/fixtures/seed.js'

const CONTENTS = 'GET /repos/{owner}/{repo}/contents/{path}'
const FILE = '.github/.service.yml'
const GOOD = 'pillars: { triage: { auto_comment: false } }\n'
const BROKEN = 'settings: { dry_run: true\n'
const SHA = 'a'.repeat(40)
const params = { path: { owner: 'octo-org', repo: 'hello' } }

const acting = await startActionService(t)
const { client, deps, world, deeds, repository, repoId } = acting
const [installation] = world.state.installations.values()
if (!installation) throw new Error('the repository is installed')
const { repository: organisation } = world.createRepository('octo-org/service-config', { installation })
await seedRepository(deps, {
  hostId: organisation.id,
  fullName: 'octo-org/service-config',
  installationId: installation.id
})

/** Later than any copy of a file is used without a look at the host. */
const pass = () => world.advance(6 * MINUTE_MS)

/** Nothing is written, whatever was wanted before and is wanted now; and it goes on once the file can be read. */
async function holdsBack(t: Test, { breaks, mends }: { breaks: () => void; mends: () => void }) {
  pass()
  await acting.configure({})
  const before = await acting.propose(label())
  deeds.written.length = 0
  breaks()
  pass()
  await acting.carryOut(before)
  const after = await acting.propose(label())
  await acting.carryOut(after)
  const issue = world.createIssue(repository).issue
  const triage = { repo_id: repoId, target_type: 'issue' as const, number: issue.number }
  await t.rejects(runTriage(deps, { ...triage, job_id: randomUUID(), trigger_event: 'issues.opened' }), {
    code: 'host_unavailable'
  })
  const { data: shown } = await client.GET('/api/config/{owner}/{repo}', { params })
  t.match(shown, { is_readable: false, config: { settings: { dry_run: true } } })
  await gatesFail(t)
  t.same(deeds.written, [])
  mends()
  pass()
  for (const id of [before, after]) {
    await acting.carryOut(id)
    t.equal((await acting.rowOf(id))?.status, 'succeeded')
  }
}

async function gatesFail(t: Test) {
  const { data } = await client.POST('/api/gates/{owner}/{repo}/evaluate', {
    params,
    body: { head_sha: SHA }
  })
  t.match(data, { overall: 'failed', check: { posted: false, conclusion: 'failure' } })
  const { data: gates } = await client.GET('/api/gates/{owner}/{repo}', { params })
  t.equal(gates?.overall, 'failed')
  const job = { repo_id: repoId, pr_number: 7, head_sha: SHA, trigger_event: 'pull_request.opened' }
  await t.rejects(runGateEvaluation(deps, job, randomUUID()), { code: 'host_unavailable' })
}

const label = () => ({
  actionType: 'add-label' as const,
  arguments: { label: 'bug' },
  pillar: 'triage' as const,
  target: { type: 'issue' as const, number: world.createIssue(repository).issue.number }
})

const push =
  (text: string | null, to = repository) =>
  () =>
    void world.push(to, [{ [FILE]: text }])
const fail = (how: () => Fault) => () => void world.failNext(CONTENTS, 1_000, how())

t.test('an invalid file stops all actions, although there was no file before', (t) =>
  holdsBack(t, { breaks: push(BROKEN), mends: push(GOOD) }).then(push(null))
)

t.test('an invalid file stops all actions, although the file was valid before', async (t) => {
  push(GOOD)()
  await holdsBack(t, { breaks: push(BROKEN), mends: push(GOOD) })
})

t.test('an invalid organisation file stops all actions, although it was valid before', async (t) => {
  push(GOOD, organisation)()
  await holdsBack(t, { breaks: push(BROKEN, organisation), mends: push(null, organisation) })
})

t.test("while a file is invalid, the fleet's gates are not reported with their old results", async (t) => {
  const fleet = async () => (await client.GET('/api/gates')).data
  const open = { metric: 'open_issues' as const, operator: '>=' as const, threshold: 0 }
  await client.POST('/api/gates/{owner}/{repo}', { params, body: { name: 'a', conditions: [open] } })
  push(null)()
  pass()
  await acting.configure({})
  await client.POST('/api/gates/{owner}/{repo}/evaluate', { params, body: {} })
  t.match(await fleet(), { passed: 1, failed: 0, unknown: 0, repos: [{ overall: 'passed', unknown: null }] })
  for (const where of [repository, organisation]) {
    push(BROKEN, where)()
    pass()
    await loadConfig(deps, { repoId })
    const repo = { overall: 'failed', unknown: /cannot be read: .*service.yml: line/ }
    t.match(await fleet(), { passed: 0, failed: 1, unknown: 1, repos: [{ ...repo, gates: [{ name: 'a' }] }] })
    t.match((await client.GET('/api/gates/{owner}/{repo}', { params })).data, repo)
    push(null, where)()
    pass()
    await loadConfig(deps, { repoId })
    t.match(await fleet(), { passed: 1, failed: 0, unknown: 0 })
  }
  await client.DELETE('/api/gates/{owner}/{repo}/{name}', { params: { path: { ...params.path, name: 'a' } } })
})

for (const [what, how] of [
  ['is in trouble', () => fault.broken()],
  ['refuses', () => () => refusal(403, 'Resource not accessible by integration')],
  ['knows the service no more', () => fault.unknown()]
] as const)
  t.test(`no action runs while the host ${what} when asked for the file`, (t) =>
    holdsBack(t, { breaks: fail(how), mends: () => world.mend() })
  )
