import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { GateBody } from '#schemas/gates/gates.js'
import { effectOrderOf } from '#services/actions/action-row.js'
import { runGateEvaluation } from '#services/gates/evaluate.js'
import { repositoryAccessOf } from '#services/mirror/repository-access.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { decisions } from '#tables/decisions/decisions.js'
import { startActionService } from '#test/fixtures/action-service.js'

const CHECKS = 'POST /repos/{owner}/{repo}/check-runs'
const SHA = 'a'.repeat(40)
const params = { path: { owner: 'octo-org', repo: 'hello' } }

const acting = await startActionService(t)
const { client, world, deeds } = acting
t.beforeEach(async () => {
  world.mend()
  deeds.checks.length = 0
  deeds.written.length = 0
  await acting.configure({})
})

async function saveAndEvaluate(threshold: number) {
  await saveGate(threshold)
  return evaluateNow()
}

async function saveGate(threshold: number, operator: '<' | '>' = '<') {
  const conditions: GateBody['conditions'] = [{ metric: 'open_issues', operator, threshold }]
  const body = { name: 'issues', conditions }
  await client.POST('/api/gates/{owner}/{repo}', { params, body })
}

async function evaluateNow() {
  const { data } = await client.POST('/api/gates/{owner}/{repo}/evaluate', {
    params,
    body: { head_sha: SHA }
  })
  if (!data) throw new Error('no evaluation')
  return data
}

async function waive() {
  const body = {
    repo: 'octo-org/hello',
    pillar: 'quality_gates' as const,
    reason: 'a release',
    granted_by: 'me'
  }
  const { data } = await client.POST('/api/waivers', { body })
  return data?.data.id ?? null
}

async function revoke(id: number | null) {
  await client.DELETE('/api/waivers/{id}', { params: { path: { id: id ?? 0 } }, body: {} })
}

/** Before anything is done. */
const failOnce = () =>
  world.fake.failNext('POST /repos/octo-org/hello/check-runs', { status: 502, body: 'Unicorn!' })

const conclusions = () => deeds.checks.map(({ conclusion }) => conclusion)

t.test('the check is on the commit when the reply arrives, with the results of the gates', async (t) => {
  t.match(await saveAndEvaluate(1), { overall: 'passed', check: { posted: true, conclusion: 'success' } })
  t.match(await saveAndEvaluate(0.5), { overall: 'passed', check: { posted: true } })
  t.match(deeds.checks[0], { name: 'service/quality-gate', head_sha: SHA, conclusion: 'success' })
  t.equal(deeds.checks.length, 2)
})

t.test('given a waiver, the check is neutral and is posted', async (t) => {
  await waive()
  const { check, waiver_id } = await saveAndEvaluate(1)
  t.match(check, { posted: true, conclusion: 'neutral' })
  t.same(conclusions(), ['neutral'])
  await revoke(waiver_id)
})

t.test('a dry run posts nothing, and says so', async (t) => {
  await acting.configure({ settings: { dry_run: true } })
  t.match((await saveAndEvaluate(1)).check, { posted: false, conclusion: 'neutral', error: String })
  t.same(deeds.written, [])
})

t.test(
  'a refusal by the host fails nothing: the result is final, and the reply says why there is no check',
  async (t) => {
    world.failNext(CHECKS, 1, () => refusal(403, 'Resource not accessible by integration'))
    const { overall, check } = await saveAndEvaluate(1)
    t.equal(overall, 'passed')
    t.match(check, { posted: false, conclusion: 'success', action_id: Number, error: String })
  }
)

t.test('a later evaluation of a commit replaces a check that is not posted yet', async (t) => {
  failOnce()
  const { check } = await saveAndEvaluate(1)
  t.match(check, { posted: false })
  t.match((await saveAndEvaluate(0.5)).check, { posted: true })
  const first = check?.action_id ?? 0
  await acting.carryOut(first)
  t.match(await acting.rowOf(first), {
    status: 'cancelled',
    errorMessage: 'A later evaluation replaced the result for this commit.'
  })
  t.same(conclusions(), ['success'])
})

t.test(
  'given an older check in flight, the newer one is posted at once and is the last on the host',
  async (t) => {
    const held = world.fake.hold('POST /repos/octo-org/hello/check-runs')
    const older = saveAndEvaluate(1)
    await held.arrived
    await saveGate(5, '>')
    t.match(await evaluateNow(), { overall: 'failed', check: { posted: true, conclusion: 'failure' } })
    t.same(conclusions(), ['success', 'failure'])
    held.release()
    t.match((await older).check, { posted: true, conclusion: 'success' })
    await carryOutAll()
    t.same(conclusions(), ['success', 'failure'])
  }
)

t.test('a check sent by a crashed worker does not replace a newer result', async (t) => {
  failOnce()
  const { check } = await saveAndEvaluate(1)
  const id = check?.action_id ?? 0
  await saveGate(5, '>')
  t.match(await evaluateNow(), { check: { posted: true, conclusion: 'failure' } })
  // It comes in only now.
  const row = await acting.rowOf(id)
  if (!row) throw new Error('its row stays')
  const place = repositoryAccessOf(await repositoryById(acting.deps.db, acting.repoId))
  await acting.deps.host.effects.perform(place, effectOrderOf(row), async () => {})
  await acting.carryOut(id)
  t.match(await acting.rowOf(id), { status: 'cancelled', evidence: { done_all_the_same: true } })
  await carryOutAll()
  t.equal(conclusions().at(-1), 'failure')
})

/** Whatever waits to be carried out is. */
async function carryOutAll() {
  const live = await acting.deps.db.select().from(managedActions).where(isNull(managedActions.resolvedAt))
  for (const { id } of live) await acting.carryOut(id)
}

t.test('a waiver granted before the check is posted does not stop the check', async (t) => {
  failOnce()
  const { check } = await saveAndEvaluate(1)
  const waiverId = await waive()
  await acting.carryOut(check?.action_id ?? 0)
  t.same(conclusions(), ['success'])
  await revoke(waiverId)
})

t.test('while the configuration is unreadable, the result is failed and no check is posted', async (t) => {
  await saveAndEvaluate(1)
  deeds.written.length = 0
  await acting.forgetFile()
  const job = { repo_id: acting.repoId, pr_number: 7, head_sha: SHA, trigger_event: 'pull_request.opened' }
  const fails = async () => {
    const { overall, check, decision_id } = await evaluateNow()
    t.equal(overall, 'failed')
    t.match(check, { posted: false, conclusion: 'failure' })
    const [decision] = await acting.deps.db
      .select()
      .from(decisions)
      .where(eq(decisions.id, decision_id ?? 0))
    t.equal(decision?.decision, 'error')
    await t.rejects(runGateEvaluation(acting.deps, job, randomUUID()), { code: 'host_unavailable' })
  }
  await fails()
  await client.DELETE('/api/gates/{owner}/{repo}/{name}', {
    params: { path: { ...params.path, name: 'issues' } }
  })
  await fails()
  t.same(deeds.written, [])
  world.advance(HOUR_MS)
})
