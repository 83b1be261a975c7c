import { asc, eq } from 'drizzle-orm'
import t from 'tap'
import { fault } from '#demo/world/faults.js'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import { releaseFixes } from '#services/fixing/release.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { decisions } from '#tables/decisions/decisions.js'
import { retryUntilDone } from '#test/fixtures/action-service.js'
import { ANALYSIS, answer, type FixService, PATCH, startFixService } from '#test/fixtures/fix-service.js'

const CLOSING = { settings: { release_close_fixed_issues: true } }

const ALL = (number: number) => [
  `comment on ${number}`,
  `label service:fixed-in-release on ${number}`,
  `close issue ${number}`
]

/** A fix whose pull request waits for people; nobody has told yet what becomes of it. */
async function proposed(fixed: FixService, config: JsonObject = CLOSING) {
  await fixed.configured(config)
  const number = await fixed.issue()
  fixed.model.says(answer(ANALYSIS), answer(PATCH))
  await fixed.ask(number)
  await fixed.ended(number)
  await fixed.idle()
  const { pr_number } = await fixed.shown(number)
  return { number, pull: pr_number ?? 0 }
}

async function merged(fixed: FixService, config?: JsonObject) {
  const found = await proposed(fixed, config)
  await fixed.send({ events: fixed.world.mergePull(fixed.repository, found.pull) })
  return found
}

const ofRelease = (fixed: FixService, number: number) =>
  fixed.deps.db
    .select()
    .from(decisions)
    .where(eq(decisions.triggerEvent, 'release.published'))
    .orderBy(asc(decisions.id))
    .then((all) => all.filter(({ targetNumber }) => targetNumber === number))

/** Where the release is the first that tells of the merge. */
const TOLD = (number: number) => [
  `close issue ${number}`,
  `comment on ${number}`,
  `edit comment on ${number}`
]

const own = (fixed: FixService, number: number) =>
  fixed.deeds.written.filter((one) => one.endsWith(` ${number}`)).sort()

t.test('a release comments on, labels and closes the issue of a fix that it contains, once', async (t) => {
  const fixed = await startFixService(t)
  const { world, repository } = fixed
  await fixed.offer('service:fixed-in-release')
  const { number, pull } = await merged(fixed)
  world.advance(MINUTE_MS)
  const events = world.publishRelease(repository, { tag: 'v2.0.0' })
  await fixed.send({ events })
  t.same(own(fixed, number), ALL(number).sort())
  t.equal(repository.issues.get(number)?.state, 'closed')
  t.match(fixed.deeds.comments.at(-1), { body: new RegExp(`#${pull},.*\`v2\\.0\\.0\``) })
  const published = world.now().toISOString()
  t.match(await fixed.shown(number), { status: 'merged', release_tag: 'v2.0.0', released_at: published })
  const [decision, ...more] = await ofRelease(fixed, number)
  t.same(more, [])
  t.match(decision, { decision: 'acted', source: 'issue_fix', evaluator: 'guards', targetType: 'issue' })
  const { data } = await fixed.client.POST('/api/decisions/{id}/replay', {
    params: { path: { id: decision?.id ?? 0 } }
  })
  t.match(data, { same: true })
  const actions = (await fixed.actions()).filter(({ decisionId }) => decisionId === decision?.id)
  t.match(actions.map(({ actionType, status }) => `${actionType} ${status}`).sort(), [
    'add-comment succeeded',
    'add-label succeeded',
    'close-issue succeeded'
  ])
  t.match((await fixed.feed()).at(-1), { status: 'merged', detail: /part of v2\.0\.0/ })

  // The same event once more, the host's second word for the same release, and the next release.
  const again = world.publishRelease(repository, { tag: 'v2.0.0', action: 'released' })
  const next = world.publishRelease(repository, { tag: 'v3.0.0' })
  for (const delivered of [events.map((one) => ({ ...one, guid: crypto.randomUUID() })), again, next]) {
    await fixed.send({ events: delivered })
    t.same(own(fixed, number), [])
  }
  t.match(await fixed.shown(number), { release_tag: 'v2.0.0' })
  t.equal((await ofRelease(fixed, number)).length, 1)
})

t.test('a fix that is not part of a published release is not released', async (t) => {
  const fixed = await startFixService(t)
  const { world, repository } = fixed
  await fixed.offer('service:fixed-in-release')
  const { number, pull } = await merged(fixed)
  const { number: open } = await proposed(fixed)
  const earlier = new Date(world.now().getTime() - HOUR_MS)
  const none = [
    world.publishRelease(repository, { tag: 'draft', draft: true }),
    world.publishRelease(repository, { tag: 'v1.0.0-rc.1', prerelease: true }),
    world.publishRelease(repository, { tag: 'v1.0.0-rc.2', prerelease: true, action: 'prereleased' }),
    world.publishRelease(repository, { tag: 'edited', action: 'edited' }),
    world.publishRelease(repository, { tag: 'v0.9.1', holds: [] }),
    world.publishRelease(repository, { tag: 'v0.9.2', publishedAt: earlier })
  ]
  const gone = world.publishRelease(repository, { tag: 'gone' })
  world.dropTag(repository, 'gone')
  for (const events of [...none, gone]) {
    await fixed.send({ events })
    t.match(await fixed.shown(number), { released_at: null, release_tag: null })
    t.same(own(fixed, number), [])
  }
  t.same(await ofRelease(fixed, number), [])
  // The candidate is declared to be the release.
  await fixed.send({
    events: world.publishRelease(repository, { tag: 'v1.0.0-rc.1', action: 'released', holds: [pull] })
  })
  t.same(own(fixed, number), ALL(number).sort())
  t.match(await fixed.shown(number), { release_tag: 'v1.0.0-rc.1' })
  t.match(await fixed.shown(open), { status: 'submitted', released_at: null })
})

t.test('a release that arrives before the merge event releases the fix all the same', async (t) => {
  const fixed = await startFixService(t)
  const { world, repository } = fixed
  const { number, pull } = await proposed(fixed)
  const events = world.mergePull(repository, pull)
  await fixed.send({ events: world.publishRelease(repository) })
  t.match(await fixed.shown(number), { status: 'merged', release_tag: 'v1.0.0' })
  t.same(own(fixed, number), TOLD(number), 'it has no such label')
  t.match(
    fixed.deeds.comments.filter(({ issue }) => issue === number)[0],
    { body: new RegExp(`#${pull} was merged`) },
    'what was said of the proposal is not left to wait'
  )
  await fixed.send({ events })
  t.match(await fixed.shown(number), { status: 'merged', release_tag: 'v1.0.0' })
})

t.test('given guards or settings against it, the release is recorded and nothing is posted', async (t) => {
  const fixed = await startFixService(t)
  const { world, repository, client } = fixed
  await fixed.offer('service:fixed-in-release')
  const cases: { config: JsonObject; decision: string; waived?: boolean }[] = [
    { config: {}, decision: 'blocked' },
    { config: { ...CLOSING, pillars: { issue_fix: { enabled: false } } }, decision: 'skipped' },
    { config: { settings: { release_close_fixed_issues: true, dry_run: true } }, decision: 'dry_run' },
    { config: CLOSING, decision: 'skipped', waived: true }
  ]
  for (const { config, decision, waived = false } of cases) {
    const told = JSON.stringify({ config, waived })
    const { number } = await merged(fixed)
    await fixed.configured(config)
    if (waived) {
      const { response } = await client.POST('/api/waivers', {
        body: {
          repo: 'octo-org/hello',
          pillar: 'issue_fix',
          scope: 'issue',
          scope_value: String(number),
          reason: 'We close it ourselves.',
          granted_by: 'octocat'
        }
      })
      t.equal(response.status, 201)
    }
    await fixed.send({ events: world.publishRelease(repository, { tag: `v${number}` }) })
    t.same(own(fixed, number), [], told)
    t.match(await fixed.shown(number), { status: 'merged', release_tag: `v${number}` }, told)
    const [made] = await ofRelease(fixed, number)
    t.match(made, { decision }, told)
    const actions = await fixed.deps.db
      .select()
      .from(managedActions)
      .where(eq(managedActions.decisionId, made?.id ?? 0))
    t.same(
      actions.map(({ status }) => status),
      decision === 'dry_run' ? ['cancelled', 'cancelled', 'cancelled'] : [],
      told
    )
  }
})

t.test(
  'a closed issue gets the comment and is not closed again, and a deleted one is left alone',
  async (t) => {
    const fixed = await startFixService(t)
    const { world, repository } = fixed
    const [closed, gone] = [await merged(fixed), await merged(fixed)]
    await fixed.send({ events: world.closeIssue(repository, closed.number) })
    await fixed.send({ events: world.deleteIssue(repository, gone.number) })
    await fixed.send({ events: world.publishRelease(repository) })
    t.same(own(fixed, closed.number), [`comment on ${closed.number}`])
    t.notMatch(fixed.deeds.comments.at(-1)?.['body'], /closed with it/)
    t.match(await ofRelease(fixed, gone.number), [{ decision: 'blocked' }])
    t.match(await fixed.shown(gone.number), { release_tag: 'v1.0.0' })
  }
)

t.test('given a worker crash at any step of a release, everything is done once', async (t) => {
  const fixed = await startFixService(t)
  const { world, repository, mortal, deeds } = fixed
  let deaths = 0
  for (let isUntouched = false; !isUntouched; deaths += 1) {
    const { number, pull } = await proposed(fixed)
    world.mergePull(repository, pull)
    const tag = `v${deaths}`
    world.publishRelease(repository, { tag })
    const payload = { repo_id: repository.id, tag, published_at: world.now().toISOString() }
    deeds.written.length = 0
    fixed.dieAfter(deaths + 1)
    isUntouched = await retryUntilDone(fixed, () => releaseFixes(mortal, payload))
    await fixed.idle()
    const told = `dead after ${deaths + 1} moments`
    t.same(own(fixed, number), TOLD(number), told)
    t.equal((await ofRelease(fixed, number)).length, 1, told)
  }
  t.ok(deaths >= 5, `${deaths} moments`)
})

t.test('while the host does not answer, no fix is released, and the job is retried', async (t) => {
  const fixed = await startFixService(t)
  const { deps, world, repository } = fixed
  const { number } = await merged(fixed)
  world.publishRelease(repository)
  const payload = { repo_id: repository.id, tag: 'v1.0.0', published_at: world.now().toISOString() }
  for (const route of ['pulls/{pull_number}', 'compare/{basehead}']) {
    world.failNext(`GET /repos/{owner}/{repo}/${route}`, 4, fault.broken())
    await t.rejects(releaseFixes(deps, payload), { name: 'HostError' })
    t.match(await fixed.shown(number), { released_at: null })
    // After so many failures the host is left alone for a while.
    world.advance(600_000)
  }
  await fixed.configured(CLOSING)
  await releaseFixes(deps, payload)
  t.match(await fixed.shown(number), { release_tag: 'v1.0.0' })
})
