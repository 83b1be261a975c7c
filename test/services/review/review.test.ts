// Pull requests are reviewed by rules alone, each head once, and people are told each thing once.
import t from 'tap'
import { MARKED, REVIEWED, startReviews } from '#test/fixtures/review-service.js'

t.test('a change without faults ends with a check that passes, and with nothing said', async (t) => {
  const { pull, last, checks, onHost } = await startReviews(t)
  const number = await pull({ 'src/product.js': 'export const product = (a, b) => a * b\n' })
  t.match(await last(), {
    pr_number: number,
    status: 'completed',
    verdict: 'approved',
    blocked: false,
    finding_count: 0,
    review_engine: 'rules',
    trigger: 'webhook',
    files_reviewed: 1,
    lines_added: 1
  })
  t.equal(checks(number)[0], 'success')
  t.same(onHost(number), [])
})

t.test('a grave fault is told on its line, requests changes and blocks', async (t) => {
  const { pull, last, checks, onHost } = await startReviews(t)
  const number = await pull({ 'src/sum.js': MARKED })
  const review = await last()
  t.match(review, { status: 'completed', verdict: 'request_changes', blocked: true })
  t.match(review?.findings?.[0], { rule: 'merge_marker', file: 'src/sum.js', outcome: 'open' })
  t.equal(checks(number)[0], 'failure')
  const [told] = onHost(number)
  t.equal(review?.host_review_id, told?.id)
  t.ok(review?.check_run_id)
  t.match(told, { state: 'CHANGES_REQUESTED', comments: [{ path: 'src/sum.js' }] })
})

t.test('what a push mends is said in its comment, and the request for changes is taken back', async (t) => {
  const { pull, push, checks, onHost, last, reviews } = await startReviews(t)
  const number = await pull({ 'src/sum.js': MARKED })
  await push(number, { 'src/sum.js': 'export const sum = (a, b) => b + a\n' })
  t.match(await last(), { verdict: 'approved', finding_count: 0 })
  t.match((await reviews()).at(-1)?.findings, [{ rule: 'merge_marker', outcome: 'mended' }])
  t.equal(checks(number)[0], 'success')
  const [told, ...more] = onHost(number)
  t.same(more, [])
  t.match(told, { state: 'DISMISSED', comments: [{ body: /^Mended at / }] })
})

t.test('a finding that stays is told once, over all pushes', async (t) => {
  const { pull, push, onHost, reviews } = await startReviews(t)
  const number = await pull({ 'src/sum.js': MARKED })
  await push(number, { 'src/other.js': 'export const other = 1\n' })
  t.equal(onHost(number).length, 1)
  t.match(
    (await reviews()).map(({ verdict }) => verdict),
    ['request_changes', 'request_changes']
  )
})

t.test('without settings nothing is reviewed, and the reason is recorded', async (t) => {
  const { pull, last, checks, client } = await startReviews(t, { settings: { enabled: false } })
  const number = await pull({ 'src/sum.js': MARKED })
  t.match(await last(), { status: 'skipped', verdict: null, reason: 'Reviews are off in this repository.' })
  t.same(checks(number), [])
  const { data } = await client.GET('/api/decisions', { params: { query: { source: 'ai_review' } } })
  t.match(data?.data, [{ decision: 'skipped', target_number: number }])
})

t.test('a person may ask for a review again, and is told what stands in the way', async (t) => {
  const { pull, client, settle, reviews, configureReviews, git } = await startReviews(t)
  const number = await pull({ 'src/sum.js': MARKED })
  const trigger = (pr: number) =>
    client.POST('/api/review/trigger/{owner}/{repo}/{pr}', { params: { path: { ...REVIEWED, pr } } })
  const { data } = await trigger(number)
  t.match(data, { started: true, pr: number })
  await settle()
  t.match(await reviews(), [{ id: data?.review_id, trigger: 'api', status: 'completed' }])
  t.match((await trigger(999)).error, { code: 'pull_request_not_found', status: 404 })
  await settle(git.close(number))
  t.match((await trigger(number)).error, { code: 'pull_request_closed', status: 409 })
  await configureReviews({ enabled: false })
  t.match((await trigger(number)).error, { code: 'review_disabled', status: 409 })
})
