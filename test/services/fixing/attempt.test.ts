import { eq } from 'drizzle-orm'
import t from 'tap'
import type { Deps } from '#deps.js'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { executeAction } from '#services/actions/execute.js'
import { deadLetterAttempt, sweepAttempts } from '#services/attempts/end.js'
import { fixKind } from '#services/fixing/attempt.js'
import { recordMissedFixOutcomes } from '#services/fixing/pull-outcome.js'
import { startOverlookedFixes } from '#services/fixing/queued-fixes.js'
import { runFix } from '#services/fixing/run.js'
import { mirrorPullRequests } from '#services/mirror/mirror.js'
import { repositoryAccessOf } from '#services/mirror/repository-access.js'
import { followPatch } from '#services/patches/follow.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { fixAttempts } from '#tables/fixing/fix-attempts.js'
import { retryUntilDone } from '#test/fixtures/action-service.js'
import { ANALYSIS, answer, type FixService, PATCH, startFixService } from '#test/fixtures/fix-service.js'

/** What the sweep does first, without what it does for pull requests. */
async function sweepFixes(deps: Deps): Promise<void> {
  await sweepAttempts(deps, fixKind)
  await startOverlookedFixes(deps)
}

t.test('given a worker crash at any step, there is one pull request and one decision', async (t) => {
  const fixed = await startFixService(t, { work: false })
  const { deeds, mortal } = fixed
  let deaths = 0
  for (let isUntouched = false; !isUntouched; deaths += 1) {
    const number = await fixed.issueNow()
    const { data } = await fixed.ask(number)
    deeds.written.length = 0
    const attempt = { attemptId: data?.attempt_id ?? 0, jobId: data?.job_id ?? '' }
    fixed.model.asked.length = 0
    fixed.model.always(({ text }) => answer(/You judge whether/.test(text) ? ANALYSIS : PATCH))
    fixed.dieAfter(deaths + 1)
    isUntouched = await retryUntilDone(fixed, () => allOf(attempt))
    const told = `dead after ${deaths + 1} moments`
    const branch = `service/fix-${number}`
    t.same(
      deeds.written.filter((one) => one.includes(branch)),
      [`branch ${branch}`, `pull of ${branch}`],
      told
    )
    t.match(await fixed.shown(number), { status: 'submitted', attempts: { length: 1 } }, told)
    const made = (await fixed.decided()).filter(({ targetNumber }) => targetNumber === number)
    t.equal(made.length, 1, told)
    t.ok(fixed.model.asked.length <= 3, `${told}: asked ${fixed.model.asked.length} times`)
  }
  t.ok(deaths >= 20, `${deaths} moments at which it could die`)

  async function allOf(attempt: Attempt): Promise<void> {
    await runFix(mortal, attempt)
    const proposed = (await fixed.actions()).filter(
      ({ sourceId, actionType }) => sourceId === attempt.attemptId && actionType === 'create-patch-pr'
    )
    for (const { id } of proposed) {
      await executeAction(mortal, id)
      await followPatch(mortal, id)
    }
  }
})

interface Attempt {
  attemptId: number
  jobId: string
}

t.test(
  'a second job does not touch an attempt that another job runs, and continues one that was released',
  async (t) => {
    const fixed = await startFixService(t, { work: false })
    const number = await fixed.issueNow()
    const { data } = await fixed.ask(number)
    const attemptId = data?.attempt_id ?? 0
    const [mine, other] = [data?.job_id ?? '', '00000000-0000-4000-8000-000000000009']
    fixed.model.says({ status: 503 }, { status: 429, headers: { 'retry-after': '30' } })
    await t.rejects(runFix(fixed.deps, { attemptId, jobId: mine }), { name: 'ModelError' })
    t.match(await fixed.shown(number), { status: 'analyzing', reason: /503/ })
    await runFix(fixed.deps, { attemptId, jobId: other })
    t.equal(fixed.model.asked.length, 1)
    await runFix(fixed.deps, { attemptId, jobId: mine })
    fixed.model.says(answer(ANALYSIS), answer(PATCH))
    await runFix(fixed.deps, { attemptId, jobId: other })
    t.match(await fixed.shown(number), { status: 'generating', action_id: Number })
  }
)

t.test('an attempt that nobody finishes is ended, and a forgotten one is started', async (t) => {
  const fixed = await startFixService(t, { work: false })
  const { deps, world } = fixed
  const [lost, waiting] = [await fixed.issueNow(), await fixed.issueNow()]
  const first = (await fixed.ask(lost)).data
  fixed.model.says({ status: 503 })
  await t.rejects(runFix(deps, { attemptId: first?.attempt_id ?? 0, jobId: first?.job_id ?? '' }), {
    message: /503/
  })
  const second = (await fixed.ask(waiting)).data
  await runFix(deps, { attemptId: second?.attempt_id ?? 0, jobId: second?.job_id ?? '' })
  t.match(await fixed.shown(waiting), { status: 'pending' }, 'it waits for the other')
  world.advance(6 * MINUTE_MS)
  await sweepFixes(deps)
  t.equal(await jobsOf(), 2, 'nothing is forgotten while another is at work')
  await deadLetterAttempt(deps, fixKind, first?.attempt_id ?? 0)
  t.match(await fixed.shown(lost), { status: 'failed', error: 'lost', reason: /503/ })
  t.equal(await jobsOf(), 3, 'who ends one begins the next')
  world.advance(6 * MINUTE_MS)
  await sweepFixes(deps)
  t.equal(await jobsOf(), 4, 'and if that is lost as well, the sweep does')
  world.advance(DAY_MS)
  await sweepFixes(deps)
  t.match(await fixed.shown(waiting), { status: 'failed', error: 'lost' })
  t.same(
    (await fixed.decided()).map(({ decision }) => decision),
    ['error', 'error']
  )
  await deadLetterAttempt(deps, fixKind, second?.attempt_id ?? 0)
  t.equal((await fixed.decided()).length, 2)

  async function jobsOf(): Promise<number> {
    const counts = (await fixed.queue.counts()).filter(({ name }) => name === 'fix.run')
    return counts.reduce((sum, { count }) => sum + count, 0)
  }
})

t.test('a proposal that the host refuses fails, and the issue can be tried again', async (t) => {
  const fixed = await startFixService(t)
  const number = await fixed.issue()
  fixed.model.says(answer(ANALYSIS), answer(PATCH), answer(ANALYSIS), answer(PATCH))
  fixed.deeds.refs.set(`service/fix-${number}`, 'b'.repeat(40))
  fixed.deeds.commits.set('b'.repeat(40), { message: 'of somebody else', tree: 'd'.repeat(40) })
  await fixed.ask(number)
  await fixed.ended(number)
  t.match(await fixed.shown(number), { status: 'failed', error: 'not_submitted', pr_number: null })
  t.equal(fixed.deeds.refs.get(`service/fix-${number}`), 'b'.repeat(40), 'what is not ours stays as it is')
  await fixed.ask(number)
  await fixed.ended(number)
  t.match(await fixed.shown(number), { status: 'submitted', branch_name: `service/fix-${number}-2` })
})

t.test('an open proposal blocks another attempt until it is closed', async (t) => {
  const fixed = await startFixService(t)
  const number = await fixed.issue()
  fixed.model.says(answer(ANALYSIS), answer(PATCH))
  await fixed.ask(number)
  await fixed.ended(number)
  t.equal((await fixed.ask(number)).error?.code, 'issue_limit', 'it waits for people')
  // What is on its way to the host would have to be waited for.
  await fixed.idle()
  const said = async () => {
    await fixed.idle()
    return fixed.deeds.comments.filter((comment) => comment['issue'] === number).map(({ body }) => body)
  }
  await fixed.send({ events: fixed.world.closePull(fixed.repository, number + 1) })
  t.match(await fixed.shown(number), { status: 'closed' })
  t.match(await said(), [new RegExp(`#${number + 1} was closed without being merged\\.`)])
  await fixed.send({ events: fixed.world.reopenPull(fixed.repository, number + 1) })
  t.match(await fixed.shown(number), { status: 'submitted' }, 'it waits again')
  t.match(await said(), [/Review it, then merge it or close it/])
  await fixed.send({ events: fixed.world.closePull(fixed.repository, number + 1) })
  const rows = await fixed.deps.db.select().from(fixAttempts).where(eq(fixAttempts.status, 'closed'))
  t.equal(rows.length, 1)
})

t.test('a pull request found late belongs to its attempt all the same', async (t) => {
  const fixed = await startFixService(t, { work: false })
  const { deps, world } = fixed
  const number = await fixed.issueNow()
  const { data } = await fixed.ask(number)
  const attemptId = data?.attempt_id ?? 0
  fixed.model.says(answer(ANALYSIS), answer(PATCH))
  await runFix(deps, { attemptId, jobId: data?.job_id ?? '' })
  const [action] = (await fixed.actions()).filter(({ actionType }) => actionType === 'create-patch-pr')
  world.advance(DAY_MS)
  await sweepFixes(deps)
  t.match(await fixed.shown(number), { status: 'generating' }, 'its action is under way')
  const given = { status: 'failed' as const, error: 'not_submitted' as const, finishedAt: world.now() }
  await deps.db.update(fixAttempts).set(given).where(eq(fixAttempts.id, attemptId))
  await deps.db
    .update(managedActions)
    .set({ proposedAt: world.now() })
    .where(eq(managedActions.id, action?.id ?? 0))
  await executeAction(deps, action?.id ?? 0)
  await followPatch(deps, action?.id ?? 0)
  t.match(await fixed.shown(number), { status: 'submitted', error: null, pr_number: Number })
})

t.test(
  'given a pull request closed or merged before the service learns of it, the attempt ends with that outcome',
  async (t) => {
    const fixed = await startFixService(t, { work: false })
    const { deps, world, repository } = fixed
    for (const [answers, status] of [
      [world.mergePull, 'merged'],
      [world.closePull, 'closed']
    ] as const) {
      const { number, actionId } = await proposedBy(fixed)
      answers(repository, repository.lastNumber)
      await takeIn(fixed)
      await followPatch(deps, actionId)
      t.match(await fixed.shown(number), { status, pr_number: repository.lastNumber })
    }
  }
)

t.test('a proposal whose outcome no event reported does not stay open for ever', async (t) => {
  const fixed = await startFixService(t, { work: false })
  const { deps, world, repository } = fixed
  const { number, actionId } = await proposedBy(fixed)
  await followPatch(deps, actionId)
  const shown = await fixed.shown(number)
  t.match(shown, { status: 'submitted' })
  world.mergePull(repository, repository.lastNumber)
  await takeIn(fixed)
  t.match(await fixed.shown(number), { status: 'submitted' }, 'nobody has told it')
  await recordMissedFixOutcomes(deps)
  t.match(await fixed.shown(number), { status: 'merged' })
  const told = async () => (await fixed.actions()).filter(({ actionType }) => actionType === 'add-comment')
  const before = await told()
  t.match(before.at(-1)?.arguments, /was merged/)
  await recordMissedFixOutcomes(deps)
  t.equal((await told()).length, before.length, 'it is said once')
})

/** A fix whose pull request is there, which the attempt has not heard of yet. */
async function proposedBy(fixed: FixService) {
  const number = await fixed.issueNow()
  const { data } = await fixed.ask(number)
  fixed.model.says(answer(ANALYSIS), answer(PATCH))
  await runFix(fixed.deps, { attemptId: data?.attempt_id ?? 0, jobId: data?.job_id ?? '' })
  const actionId = (await fixed.shown(number)).action_id ?? 0
  await executeAction(fixed.deps, actionId)
  return { number, actionId }
}

/** The mirror learns of the last pull request, and nobody else. */
async function takeIn({ deps, repoId, repository }: FixService): Promise<void> {
  const place = repositoryAccessOf(await repositoryById(deps.db, repoId))
  const pull = await deps.host.fetchItem('pull_requests', place, repository.lastNumber)
  if (!pull) throw new Error('the host shows its pull request')
  await deps.transaction((tx) => mirrorPullRequests(deps, tx, { repoId, shownAt: deps.now() }, [pull]))
}
