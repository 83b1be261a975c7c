// The API of rollbacks: who may ask for one, of what, and what is refused.
import t from 'tap'
import { startRollbacks } from '#test/fixtures/rollback-service.js'

const NOWHERE = 'f'.repeat(40)

t.test('a person has any merged pull request of the default branch taken back, once', async (t) => {
  const service = await startRollbacks(t, {}, { enabled: false })
  const { git, ask, hear, settle, rollbacks, reverts, client } = service
  const { number, events } = git.openPull({ files: { 'x.txt': 'x\n' }, title: 'Add x' })
  await hear([...events, ...git.mergePull(number, { method: 'merge' })])
  const sha = git.tip() ?? ''
  const { data, response } = await ask({ pr_number: number, reason: 'It is slow.' })
  t.equal(response.status, 202)
  t.match(data, {
    repo_full_name: 'octo-org/hello',
    pr_number: number,
    merge_commit: sha,
    trigger_reason: 'manual',
    trigger_details: 'It is slow.',
    status: 'pending',
    initiated_by: 'api',
    completed_at: null,
    message: 'The rollback is queued.',
    job_id: /^[0-9a-f-]{36}$/
  })
  t.match(await ask({ pr_number: number }), { response: { status: 409 }, error: { code: 'rollback_exists' } })
  await settle()
  t.match(await rollbacks(), [{ id: data?.id, status: 'reverted', revert_pr_number: reverts()[0]?.number }])
  t.match(reverts(), [{ title: `Revert #${number}: Add x`, body: /write `\/service merge`/ }])
  t.same(git.files(reverts()[0]?.pull?.headSha), { 'a.txt': 'a\n' })
  t.match(await ask({ merge_commit: sha }), { response: { status: 409 } })
  const log = await client.GET('/api/maintainer/audit', { params: { query: { action: 'rollback.create' } } })
  t.match(
    log.data?.data.map(({ success, target_type, target_id }) => [success, target_type, target_id]),
    [
      [false, 'rollback', `octo-org/hello@${sha}`],
      [false, 'rollback', `octo-org/hello#${number}`],
      [true, 'rollback', `octo-org/hello#${number}`]
    ]
  )
  const trail = await client.GET('/api/audit/entries', { params: { query: { category: 'rollback' } } })
  t.match(
    trail.data?.data.map(({ event_type, control_id, actor, pr_number }) => ({
      event_type,
      control_id,
      actor,
      pr_number
    })),
    ['reverted', 'pending'].map((event_type) => ({
      event_type,
      control_id: 'CC8.1',
      actor: 'api',
      pr_number: number
    }))
  )
})

t.test('a commit without a pull request is taken back by its name', async (t) => {
  const { git, ask, settle, rollbacks, reverts } = await startRollbacks(t)
  git.pushOutside({ 'x.txt': 'x\n' })
  const sha = git.tip() ?? ''
  t.match(await ask({ merge_commit: sha.toUpperCase() }), { data: { pr_number: null, merge_commit: sha } })
  await settle()
  t.match(await rollbacks({ status: 'reverted' }), [{ merge_commit: sha }])
  t.match(reverts(), [{ title: `Revert ${sha.slice(0, 7)}: Change x.txt` }])
})

t.test('of requests for one merge at the same time, one begins a rollback', async (t) => {
  const { git, ask, rollbacks } = await startRollbacks(t)
  git.pushOutside({ 'x.txt': 'x\n' })
  const merge_commit = git.tip() ?? ''
  const replies = await Promise.all([1, 2, 3].map(() => ask({ merge_commit })))
  t.same(replies.map(({ response }) => response.status).sort(), [202, 409, 409])
  t.equal((await rollbacks()).length, 1)
})

t.test('what was not merged into the default branch is not found', async (t) => {
  const { git, ask, hear, rollbacks } = await startRollbacks(t)
  const open = git.openPull({ files: { 'x.txt': 'x\n' } })
  git.createBranch('next')
  const elsewhere = git.openPull({ files: { 'y.txt': 'y\n' }, base: 'next' })
  await hear([...open.events, ...elsewhere.events, ...git.mergePull(elsewhere.number, { method: 'merge' })])
  const cases = [
    { pr_number: open.number },
    { pr_number: elsewhere.number },
    { pr_number: 999 },
    { merge_commit: git.tip('next') ?? '' },
    { merge_commit: NOWHERE },
    { repo: 'octo-org/nothing', pr_number: 1 }
  ]
  for (const body of cases) t.equal((await ask(body)).response.status, 404, JSON.stringify(body))
  t.match(await ask({ merge_commit: NOWHERE }), {
    error: {
      message: `The repository octo-org/hello has no commit ${NOWHERE} in its default branch main.`
    }
  })
  t.same(await rollbacks(), [])
})

t.test('a request that names nothing, two things or something wrong is refused, and recorded', async (t) => {
  const { git, ask, hear, client } = await startRollbacks(t)
  const { number, events } = git.openPull({ files: { 'x.txt': 'x\n' } })
  await hear([...events, ...git.mergePull(number, { method: 'squash' })])
  const cases = [
    {},
    { pr_number: 0 },
    { merge_commit: 'abc1234' },
    { pr_number: number, merge_commit: NOWHERE },
    { pr_number: number, reason: '' }
  ]
  for (const body of cases) t.equal((await ask(body)).response.status, 400, JSON.stringify(body))
  const log = await client.GET('/api/maintainer/audit', { params: { query: { action: 'rollback.create' } } })
  t.match(
    log.data?.data.map(({ success }) => success),
    cases.map(() => false)
  )
})

t.test('while the host is down nothing is begun', async (t) => {
  const { git, ask, hear, world, rollbacks } = await startRollbacks(t)
  const { number, events } = git.openPull({ files: { 'x.txt': 'x\n' } })
  await hear([...events, ...git.mergePull(number, { method: 'squash' })])
  world.failNext('*', 99, () => ({ status: 502, body: { message: 'Bad gateway' } }))
  t.equal((await ask({ pr_number: number })).response.status, 502)
  t.same(await rollbacks(), [])
})

t.test('rollbacks are listed by repository and status, newest first', async (t) => {
  const { git, ask, settle, rollbacks, client } = await startRollbacks(t)
  for (const path of ['x.txt', 'y.txt', 'z.txt']) {
    git.pushOutside({ [path]: path })
    await ask({ merge_commit: git.tip() ?? '' })
  }
  t.equal((await rollbacks({ status: 'pending' })).length, 3)
  await settle()
  const all = await rollbacks({ repo: 'octo-org/hello' })
  t.same(
    all.map(({ id }) => id),
    all.map(({ id }) => id).sort((a, b) => b - a)
  )
  t.same(await rollbacks({ status: 'failed' }), [])
  const { data } = await client.GET('/api/phase2/rollbacks', { params: { query: { per_page: 2, page: 2 } } })
  t.match(data, { data: { length: 1 }, meta: { total: 3, total_pages: 2 } })
  const unknown = await client.GET('/api/phase2/rollbacks', {
    params: { query: { repo: 'octo-org/nothing' } }
  })
  t.equal(unknown.response.status, 404)
  const summary = await client.GET('/api/phase2/telemetry/summary')
  t.match(summary.data, { rollbacks: { total: 3 } })
})
