import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import t from 'tap'
import { runGateEvaluation } from '#services/gates/evaluate.js'
import { saveDailyFigures } from '#services/gates/figures.js'
import { until } from '#test/harness/until.js'
import { open, SHA, startGated } from '#test/routes/fixtures/gated.js'

const service = await startGated({ work: true })
t.teardown(() => service.close())
const { deps, deliver, repository, save, history, rows } = service

const payloadOf = (repoId: number, action: string, head = SHA) => ({
  action,
  pull_request: {
    id: repoId * 1_000,
    number: 7,
    title: 'A change',
    state: 'open',
    head: { ref: 'topic', sha: head },
    base: { ref: 'main' },
    user: { login: 'octocat' },
    created_at: '2026-01-01T22:00:00Z',
    updated_at: '2026-01-01T22:00:00Z'
  },
  repository: { id: repoId, full_name: `octo-org/repo-${repoId}`, private: false },
  installation: { id: 7 }
})

t.test(
  'a new commit of a pull request is evaluated by a job, once however often it is delivered',
  async (t) => {
    const { repo, repoId } = await repository()
    await save(repo, { name: 'a', conditions: [open(5)] })
    const id = randomUUID()
    for (const _time of [1, 2])
      await deliver({ event: 'pull_request', id, payload: payloadOf(repoId, 'opened') })
    await until('it is evaluated', async () => (await history(repo))?.total === 1)
    await deliver({ event: 'pull_request', payload: payloadOf(repoId, 'labeled') })
    await deliver({ event: 'pull_request', payload: payloadOf(repoId, 'synchronize', 'b'.repeat(40)) })
    await until('the next is evaluated', async () => (await history(repo))?.total === 2)
    t.match(await history(repo), {
      evaluations: [{ head_sha: 'b'.repeat(40), pr_number: 7 }, { head_sha: SHA }]
    })
    t.match(
      await rows(
        sql`select trigger_event, actor from decisions where repo_id = ${repoId} and source = 'quality_gate' order by id`
      ),
      [
        { trigger_event: 'pull_request.opened', actor: 'service[bot]' },
        { trigger_event: 'pull_request.synchronize' }
      ]
    )
  }
)

const job = (repoId: number) => ({
  repo_id: repoId,
  pr_number: 7,
  head_sha: SHA,
  trigger_event: 'pull_request.opened'
})

t.test('a job that runs twice evaluates once and proposes one check', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'a', conditions: [open(1)] })
  const id = randomUUID()
  await Promise.all([1, 2, 3].map(() => runGateEvaluation(deps, job(repoId), id)))
  t.equal((await history(repo))?.total, 1)
  for (const table of ['decisions', 'managed_actions'])
    t.equal((await rows(sql`select 1 from ${sql.raw(table)} where repo_id = ${repoId}`)).length, 1, table)
})

t.test('without gates, an event leaves no trace', async (t) => {
  const { repo, repoId } = await repository()
  await runGateEvaluation(deps, job(repoId), randomUUID())
  t.equal((await history(repo))?.total, 0)
  t.same(await rows(sql`select 1 from decisions where repo_id = ${repoId}`), [])
})

t.test('a dry run records a decision, and its check is neutral', async (t) => {
  const { repo, repoId } = await repository()
  await save(repo, { name: 'a', conditions: [open(1)] })
  await deps.transaction((tx) =>
    tx.execute(sql`insert into repo_configs (repo_id, overrides, version)
      values (${repoId}, '{"settings": {"dry_run": true}}', 1)`)
  )
  await runGateEvaluation(deps, job(repoId), randomUUID())
  t.match(await rows(sql`select decision from decisions where repo_id = ${repoId}`), [
    { decision: 'dry_run' }
  ])
  t.match(await rows(sql`select arguments from managed_actions where repo_id = ${repoId}`), [
    { arguments: /"conclusion":"neutral"/ }
  ])
  t.same(
    await rows(
      sql`select 1 from audit_entries where repo_full_name = ${`octo-org/${repo}`} and event_type = 'merge_blocked'`
    ),
    []
  )
})

t.test(
  'the metrics of a repository are stored per day, and a later snapshot replaces an earlier one',
  async (t) => {
    const { repoId } = await repository()
    const snapshots = () =>
      rows(
        sql`select measured->'metrics'->'open_issues' as open, taken_at from gate_days where repo_id = ${repoId}`
      )
    await saveDailyFigures(deps)
    const [earlier] = await snapshots()
    service.pass(1)
    await saveDailyFigures(deps)
    const [later, ...others] = await snapshots()
    t.same(others, [])
    t.equal(Number(later?.['open']), 2)
    t.not(String(later?.['taken_at']), String(earlier?.['taken_at']))
  }
)
