import t from 'tap'
import type { GateBody } from '../../schemas/gates.js'
import { refusal } from '../world/faults.js'
import { startActing } from './fixtures/acting.js'

const CHECKS = 'POST /repos/{owner}/{repo}/check-runs'
const SHA = 'a'.repeat(40)
const params = { path: { owner: 'octo-org', repo: 'hello' } }

const acting = await startActing(t)
const { client, world, deeds } = acting
t.beforeEach(async () => {
  world.mend()
  deeds.checks.length = 0
  deeds.written.length = 0
  await acting.configure({})
})

const fewerThan = (threshold: number): GateBody['conditions'] => [
  { metric: 'open_issues', operator: '<', threshold }
]

async function evaluate(threshold: number) {
  const body = { name: 'issues', conditions: fewerThan(threshold) }
  await client.POST('/api/gates/{owner}/{repo}', { params, body })
  const { data } = await client.POST('/api/gates/{owner}/{repo}/evaluate', {
    params,
    body: { head_sha: SHA }
  })
  if (!data) throw new Error('no evaluation')
  return data
}

const conclusions = () => deeds.checks.map(({ conclusion }) => conclusion)

t.test('the check is on the commit when the answer comes, and says what the gates say', async (t) => {
  t.match(await evaluate(1), { overall: 'passed', check: { posted: true, conclusion: 'success' } })
  t.match(await evaluate(0.5), { overall: 'passed', check: { posted: true } })
  t.match(deeds.checks[0], { name: 'service/quality-gate', head_sha: SHA, conclusion: 'success' })
  t.equal(deeds.checks.length, 2)
})

t.test('a waiver makes the check neutral, and it is posted', async (t) => {
  const body = {
    repo: 'octo-org/hello',
    pillar: 'quality_gates' as const,
    reason: 'a release',
    granted_by: 'me'
  }
  const granted = await client.POST('/api/waivers', { body })
  t.equal(granted.response.status, 201)
  const { check, waiver_id } = await evaluate(1)
  t.match(check, { posted: true, conclusion: 'neutral' })
  t.same(conclusions(), ['neutral'])
  await client.DELETE('/api/waivers/{id}', { params: { path: { id: waiver_id ?? 0 } }, body: {} })
})

t.test('a dry run posts nothing, and says so', async (t) => {
  await acting.configure({ settings: { dry_run: true } })
  t.match((await evaluate(1)).check, { posted: false, conclusion: 'neutral', error: String })
  t.same(deeds.written, [])
})

t.test('a host that refuses fails nothing: the result stands, and the answer says why', async (t) => {
  world.failNext(CHECKS, 1, () => refusal(403, 'Resource not accessible by integration'))
  const { overall, check } = await evaluate(1)
  t.equal(overall, 'passed')
  t.match(check, { posted: false, conclusion: 'success', action_id: Number, error: String })
})
