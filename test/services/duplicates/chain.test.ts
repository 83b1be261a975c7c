import t, { type Test } from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { startDuplicateService } from '#test/fixtures/duplicate-service.js'

/** Three that say the same, the oldest first, and what was said on each. */
async function startChain(t: Test) {
  const repeating = await startDuplicateService(t)
  const [oldest, middle, newest] = [await repeating.open(), await repeating.open(), await repeating.open()]
  async function confirm(source: { id: number }, target: { id: number }) {
    const found = (await repeating.signals()).find(
      (one) => one.source_issue_id === source.id && one.target_issue_id === target.id
    )
    const { data } = await repeating.confirm(found?.id ?? 0)
    await repeating.settle()
    return data
  }
  const said = (issue: { number: number }) =>
    repeating.commentsOn(issue.number).map((body) => body.split('\n\n<!--')[0])
  return { ...repeating, oldest, middle, newest, confirm, said }
}

t.test("given A repeats B and B repeats C, A's comment names C, whatever the order", async (t) => {
  const { oldest, middle, newest, confirm, said } = await startChain(t)
  await confirm(newest, middle)
  t.same(said(newest), [`This issue repeats #${middle.number}. Please follow #${middle.number} for updates.`])
  const answered = await confirm(middle, oldest)
  t.same(said(middle), [`This issue repeats #${oldest.number}. Please follow #${oldest.number} for updates.`])
  t.same(said(newest), [
    `This issue repeats #${middle.number}, which repeats #${oldest.number}. Please follow #${oldest.number} for updates.`
  ])
  t.ok((answered?.action_ids.length ?? 0) >= 2, 'what is said elsewhere came of the answer as well')
})

t.test("when the middle issue of a chain is deleted, the others' comments no longer name it", async (t) => {
  const { oldest, middle, newest, confirm, said, world, repository, send, issueOf } = await startChain(t)
  await confirm(newest, middle)
  await confirm(middle, oldest)
  await send({ events: world.deleteIssue(repository, middle.number) })
  t.match(said(newest), [/^This issue is no longer considered a repeat/])
  t.match(await issueOf(newest.id), { duplicateOf: null })
})

t.test("when the last issue of a chain is deleted, the others' comments name what is left", async (t) => {
  const { oldest, middle, newest, confirm, said, world, repository, send, issueOf } = await startChain(t)
  await confirm(newest, middle)
  await confirm(middle, oldest)
  await send({ events: world.closeIssue(repository, oldest.number) })
  t.same(said(newest), [
    `This issue repeats #${middle.number}, which repeats #${oldest.number}. Please follow #${oldest.number} for updates.`
  ])
  await send({ events: world.deleteIssue(repository, oldest.number) })
  t.match(said(middle), [/^This issue is no longer considered a repeat/])
  t.same(said(newest), [`This issue repeats #${middle.number}. Please follow #${middle.number} for updates.`])
  t.match(await issueOf(newest.id), { duplicateOf: middle.id })
  t.match(await issueOf(middle.id), { duplicateOf: null })
})

t.test('when an issue is edited to differ from newer ones, their comments no longer name it', async (t) => {
  const { openPair, commentsOn, signals, world, repository, send } = await startDuplicateService(t)
  const { older, newer } = await openPair()
  t.match(commentsOn(newer.number), [new RegExp(`may report the same:\\n\\n- #${older.number}:`)])
  const unlike = { title: 'Please translate the manual', body: 'A Finnish manual would help our school.' }
  await send({ events: world.editIssue(repository, older.number, unlike) })
  t.same(await signals(), [])
  t.match(commentsOn(newer.number), [/^This issue is no longer considered a repeat/])
})

t.test('when only a sync finds an issue deleted or closed, comments change as after an event', async (t) => {
  const { oldest, middle, newest, confirm, said, world, repository, sync, issueOf } = await startChain(t)
  await confirm(newest, middle)
  await confirm(middle, oldest)
  await sync()
  world.advance(HOUR_MS)
  world.closeIssue(repository, oldest.number)
  await sync()
  t.same(said(newest), [
    `This issue repeats #${middle.number}, which repeats #${oldest.number}. Please follow #${oldest.number} for updates.`
  ])
  world.advance(HOUR_MS)
  world.deleteIssue(repository, oldest.number)
  await sync()
  t.match(said(middle), [/^This issue is no longer considered a repeat/])
  t.same(said(newest), [`This issue repeats #${middle.number}. Please follow #${middle.number} for updates.`])
  t.match(await issueOf(newest.id), { duplicateOf: middle.id })
  t.match(await issueOf(middle.id), { duplicateOf: null })
  t.match(await issueOf(oldest.id), { live: false })
})
