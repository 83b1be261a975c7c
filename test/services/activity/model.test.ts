// Reviews, fixes and heals are in the feed in the words of their own API.
import t from 'tap'
import { MINUTE_MS } from '#domain/time/durations.js'
import { countsOf, itemsOf } from '#test/fixtures/feed.js'
import { ANALYSIS, answer, PATCH, startFixService } from '#test/fixtures/fix-service.js'
import { UNFORMATTED } from '#test/fixtures/heal-service.js'
import { startRepairService } from '#test/fixtures/repair-service.js'
import { MARKED, startReviews } from '#test/fixtures/review-service.js'

t.test('a review is an item with its verdict, its confidence and the number of its findings', async (t) => {
  const { client, pull, last } = await startReviews(t)
  const number = await pull({ 'src/sum.js': MARKED })
  const review = await last()
  t.equal(review?.verdict, 'request_changes')
  t.match(await itemsOf(client, 'ai_review', { status: 'request_changes' }), [
    {
      source_id: review?.id,
      target_number: number,
      action_type: 'review',
      status: 'request_changes',
      detail: `${review?.confidence} confidence, 1 finding`,
      created_at: review?.started_at
    }
  ])
  await pull({ 'src/product.js': 'export const product = (a, b) => a * b\n' })
  t.match(await itemsOf(client, 'ai_review', { status: 'approved' }), [
    { action_type: 'review', detail: /confidence, 0 findings$/ }
  ])
  t.same(await countsOf(client, 'ai_review'), { request_changes: 1, approved: 1 })
})

t.test('a review that a guard stops is skipped in the feed, with the reason', async (t) => {
  const { client, pull } = await startReviews(t, { settings: { enabled: false } })
  const number = await pull({ 'src/sum.js': MARKED })
  t.match(await itemsOf(client, 'ai_review', { status: 'skipped' }), [
    { target_number: number, action_type: 'review', detail: 'Reviews are off in this repository.' }
  ])
})

t.test('a fix is an item with its status and its complexity', async (t) => {
  const fixed = await startFixService(t)
  const { client, model, world, repository } = fixed
  const number = await fixed.issue()
  model.says(answer(ANALYSIS), answer(PATCH))
  await fixed.ask(number)
  await fixed.ended(number)
  await fixed.idle()
  t.match(await itemsOf(client, 'issue_fix'), [
    { target_number: number, action_type: 'submitted', status: 'submitted', detail: 'simple' }
  ])
  await fixed.send({ events: world.mergePull(repository, number + 1) })
  t.match(await itemsOf(client, 'issue_fix'), [{ action_type: 'merged', status: 'merged', detail: 'simple' }])
})

t.test('a fix that comes to nothing says why after its complexity', async (t) => {
  const fixed = await startFixService(t, { model: false })
  const number = await fixed.issue()
  await fixed.ask(number)
  await fixed.ended(number)
  t.match(await itemsOf(fixed.client, 'issue_fix'), [
    { action_type: 'rejected', status: 'rejected', detail: /^no_model: .*MODEL_PROVIDER/ }
  ])
})

t.test('a heal leads to the run, and to the pull request once there is one', async (t) => {
  const healed = await startRepairService(t)
  const { client, world, repository } = healed
  await healed.configure({ pillars: { ci_healing: { auto_patch: false } } })
  const diagnosed = healed.failedAtHead(UNFORMATTED)
  await healed.send(diagnosed)
  t.match(await itemsOf(client, 'ci_heal'), [
    { target_number: null, target_url: /actions\/runs/, action_type: 'lint_format', status: 'skipped' }
  ])
  await healed.configure({ pillars: { ci_healing: { auto_patch: true } } })
  const broken = healed.failedAtHead(UNFORMATTED)
  await healed.send(broken)
  const number = repository.lastNumber
  const [open] = await itemsOf(client, 'ci_heal')
  t.match(open, {
    target_number: number,
    target_url: new RegExp(`/pull/${number}$`),
    action_type: 'lint_format',
    status: 'open',
    detail: 'src/a.ts'
  })
  world.advance(MINUTE_MS)
  await healed.send({ events: world.closePull(repository, number) })
  t.match((await itemsOf(client, 'ci_heal'))[0], { source_id: open?.source_id, status: 'closed' })
  t.same(await countsOf(client, 'ci_heal'), { skipped: 1, closed: 1 })
})
