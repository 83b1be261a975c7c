// With a language model the review says more, and the model only speaks.
import t from 'tap'
import { writtenAt, writtenReview } from '#test/domain/review/model/samples.js'
import { startModel } from '#test/fixtures/model-service.js'
import { MARKED, startReviews } from '#test/fixtures/review-service.js'

async function startWithModel(t: Parameters<typeof startReviews>[0], settings = {}) {
  const { server, model, countIn } = await startModel(t)
  const service = await startReviews(t, { settings, service: { work: true, deps: { model } } })
  countIn(service.deps)
  return { ...service, server }
}

t.test('what the model finds is told beside what the rules find', async (t) => {
  const { pull, last, onHost, checks, server } = await startWithModel(t, { adversarial_review: false })
  server.says({
    value: writtenReview([writtenAt('P1', { file: 'src/product.js', line: 1, title: 'It adds' })])
  })
  const number = await pull({ 'src/product.js': 'export const product = (a, b) => a + b\n' })
  t.match(await last(), {
    status: 'completed',
    verdict: 'needs_discussion',
    review_engine: 'a-model',
    overall_correctness: 'patch is incorrect',
    findings: [{ title: 'It adds', rule: null, severity: 'high' }]
  })
  t.ok(((await last())?.tokens_used ?? 0) > 0)
  t.equal(checks(number)[0], 'success')
  t.match(onHost(number), [{ state: 'COMMENTED', comments: [{ path: 'src/product.js', line: 1 }] }])
})

t.test('what a review found and cost is in its evidence, and counts in a compliance report', async (t) => {
  const { pull, last, client, settle, server } = await startWithModel(t, { adversarial_review: false })
  server.says({ value: writtenReview([]) })
  await pull({ 'src/sum.js': MARKED })
  const tokens = (await last())?.tokens_used ?? 0
  t.ok(tokens > 0)
  const { data: trail } = await client.GET('/api/audit/entries', {
    params: { query: { category: 'ai_decision' } }
  })
  t.match(trail?.data.find(({ event_type }) => event_type === 'pr_review_request_changes')?.payload, {
    verdict: 'request_changes',
    findings_count: 1,
    critical_findings: 1,
    tokens_used: tokens
  })
  const today = new Date().toISOString().slice(0, 10)
  const { data: report } = await client.POST('/api/audit/reports', { body: { from: today, to: today } })
  await settle()
  const { data } = await client.GET('/api/audit/reports/{id}', {
    params: { path: { id: report?.id ?? 0 } }
  })
  t.same(data?.summary?.ai_decisions, {
    total_reviews: 1,
    approved: 0,
    blocked: 1,
    flagged: 0,
    avg_tokens: tokens
  })
})

t.test('when the model fails, rules alone may object, and otherwise there is no verdict', async (t) => {
  const { pull, last, checks, server } = await startWithModel(t)
  server.always({ status: 500 })
  const grave = await pull({ 'src/sum.js': MARKED })
  t.match(await last(), { status: 'completed', verdict: 'request_changes', blocked: true })
  t.equal(checks(grave)[0], 'failure')
  const calm = await pull({ 'src/calm.js': 'export const calm = 1\n' })
  t.match(await last(), { status: 'error', verdict: 'error', blocked: false })
  t.equal(checks(calm)[0], 'neutral')
})

t.test('the engine `rules` asks no model', async (t) => {
  const { pull, last, server } = await startWithModel(t, { engine: 'rules' })
  await pull({ 'src/product.js': 'export const product = (a, b) => a * b\n' })
  t.match(await last(), { verdict: 'approved', review_engine: 'rules', tokens_used: null })
  t.equal(server.asked.length, 0)
})

t.test('what the model says twice in one file is told once, and is known again in other words', async (t) => {
  const { pull, push, last, onHost, server } = await startWithModel(t, { adversarial_review: false })
  const at = (line: number, title: string) => writtenAt('P1', { file: 'src/product.js', line, title })
  server.says({
    value: writtenReview([at(1, 'The user may be null here'), at(2, 'The user may be null here')])
  })
  const number = await pull({ 'src/product.js': 'one()\ntwo()\n' })
  t.equal((await last())?.finding_count, 1)
  server.says({ value: writtenReview([at(1, 'Here the user may be null')]) })
  await push(number, { 'src/other.js': 'other()\n' })
  t.equal(onHost(number).length, 1)
  t.match(await last(), { finding_count: 1 })
})
