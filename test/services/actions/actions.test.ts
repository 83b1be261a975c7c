import { eq } from 'drizzle-orm'
import t from 'tap'
import { fault, refusal } from '#demo/world/faults.js'
import type { HostAnswer } from '#demo/world/http.js'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { talliesOfWaiver } from '#domain/waivers/waivers.js'
import { ACTION_STATUSES } from '#schemas/actions/enums.js'
import { deadLetterAction } from '#services/actions/failed-executions.js'
import { cancelAction } from '#services/actions/requests.js'
import { mirrorPullRequests } from '#services/mirror/mirror.js'
import { evidenceSums } from '#store/counters/evidence-tallies.js'
import { changeTallied } from '#store/counters/tallies.js'
import { insertWaiver, waiverOfId } from '#store/waivers/waivers.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { type RequestedAction, startActionService } from '#test/fixtures/action-service.js'
import { pullAt } from '#test/fixtures/seed.js'

const LABELS = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels'

const acting = await startActionService(t)
const { world, repository, deps, deeds } = acting
t.beforeEach(async () => {
  world.mend()
  deeds.written.length = 0
  await acting.configure()
})

const newIssue = () => ({ type: 'issue', number: world.createIssue(repository).issue.number }) as const
const label = (target = newIssue(), name = 'bug'): RequestedAction => ({
  actionType: 'add-label',
  arguments: { label: name },
  pillar: 'triage',
  target
})
const comment = (body: string, more: Partial<RequestedAction> = {}, target = newIssue()): RequestedAction =>
  // The border to the union, which is not told from a spread.
  ({ actionType: 'add-comment', arguments: { body }, pillar: 'triage', target, ...more }) as RequestedAction

async function fate(id: number) {
  const row = await acting.rowOf(id)
  return [row?.status, row?.blockedReason]
}

async function done(wish: RequestedAction) {
  const id = await acting.propose(wish)
  await acting.carryOut(id)
  return fate(id)
}

t.test('a dry run, a disabled pillar or a missing setting stops an action before it starts', async (t) => {
  await acting.configure({ settings: { dry_run: true } })
  t.same(await done(label()), ['cancelled', null])
  await acting.configure({ pillars: { triage: { enabled: false } } })
  t.same(await done(label()), ['blocked', 'policy_denied'])
  await acting.configure({})
  const { issue, pull } = world.openPull(repository)
  const target = { type: 'pr', number: issue.number } as const
  const merge = { arguments: { sha: pull.headSha, method: 'merge' }, target } as const
  t.same(await done({ actionType: 'merge-pr', pillar: 'merge_queue', ...merge }), [
    'blocked',
    'policy_denied'
  ])
  t.same(await done({ actionType: 'merge-pr', pillar: 'triage', ...merge }), ['blocked', 'unsafe_scope'])
  const close = {
    actionType: 'close-issue',
    arguments: { reason: 'completed' },
    target: newIssue()
  } as const
  t.same(await done({ ...close, pillar: 'maintainer' }), ['blocked', 'policy_denied'])
  t.same(await done({ ...close, pillar: 'issue_fix' }), ['blocked', 'policy_denied'])
  t.same(deeds.written, [])
})

t.test('a protected branch is not deleted, even if it was protected after the proposal', async (t) => {
  const sha = 'a'.repeat(40)
  const remove = (branch: string): RequestedAction => ({
    actionType: 'delete-branch',
    arguments: { sha },
    pillar: 'maintainer',
    target: { type: 'branch', branch }
  })
  const branch_cleanup = { enabled: true, protected_branches: ['release/*'] }
  const triage = { enabled: false }
  await acting.configure({ pillars: { maintainer: { branch_cleanup }, triage } })
  const kept = await acting.propose(remove('release/1'))
  t.match(await acting.rowOf(kept), {
    status: 'blocked',
    blockedReason: 'unsafe_scope',
    errorMessage: 'The branch release/1 is protected: it matches release/* in protected_branches.'
  })
  const waiting = await acting.propose(remove('topic'))
  t.same(await fate(waiting), ['approved', null])
  branch_cleanup.protected_branches = ['topic']
  await acting.configure({ pillars: { maintainer: { branch_cleanup } } })
  await acting.carryOut(waiting)
  t.same(await fate(waiting), ['blocked', 'unsafe_scope'], 'also what was protected in between')
  t.same(deeds.written, [])
})

t.test('a waiver for a branch applies to its pull requests, and each stop counts as a use', async (t) => {
  const at = deps.now()
  const ask = {
    repoId: acting.repoId,
    pillar: 'triage' as const,
    reason: 'Frozen.',
    live: true,
    createdAt: at
  }
  const by = { grantedBy: 'octocat', grantedPrincipal: 'api', source: 'api' as const, expiresAt: null }
  const waiverId = await deps.transaction(async (tx) => {
    const pull = pullAt(9_001, 1, { number: 9_001, headBranch: 'topic', baseBranch: 'frozen/1' })
    await mirrorPullRequests(deps, tx, { repoId: acting.repoId }, [pull])
    await mirrorPullRequests(deps, tx, { repoId: acting.repoId }, [pullAt(9_002, 1, { number: 9_002 })])
    const waiver = { ...ask, ...by, scope: 'branch' as const, scopeValue: 'frozen/*' }
    let id = 0
    await changeTallied(tx, async (tx) => {
      id = await insertWaiver(tx, waiver)
      return [{ repoId: acting.repoId, tallies: talliesOfWaiver('granted', waiver) }]
    })
    return id
  })
  const uses = async () => (await waiverOfId(deps.db, waiverId, deps.now()))?.uses
  const on = (number: number) => acting.propose({ ...label(), target: { type: 'pr', number } })
  t.same(await fate(await on(9_001)), ['blocked', 'policy_denied'])
  t.equal(await uses(), 1)
  const late = await on(9_002)
  t.same(await fate(late), ['approved', null])
  t.equal(await uses(), 1)
  await deps.db.update(pullRequests).set({ baseBranch: 'frozen/2' }).where(eq(pullRequests.number, 9_002))
  await acting.carryOut(late)
  t.same(await fate(late), ['blocked', 'policy_denied'], 'also one that holds since the proposal')
  t.equal(await uses(), 2)
})

t.test('given an approved action, disabling its pillar stops it before it is executed', async (t) => {
  const ids = [await acting.propose(label()), await acting.propose(label())]
  await acting.configure({ settings: { dry_run: true } })
  await acting.carryOut(ids[0] ?? 0)
  await acting.configure({ pillars: { triage: { enabled: false } } })
  await acting.carryOut(ids[1] ?? 0)
  t.same(await Promise.all(ids.map(fate)), [
    ['cancelled', null],
    ['blocked', 'policy_denied']
  ])
  t.same(deeds.written, [])
})

t.test(
  'branches not created by the service are neither written nor deleted, and the default branch never is',
  async (t) => {
    const sha = 'a'.repeat(40)
    const make = (branch: string): RequestedAction => ({
      actionType: 'create-branch',
      arguments: { sha },
      pillar: 'ci_healing',
      target: { type: 'branch', branch }
    })
    t.same(await done(make('feature')), ['blocked', 'unsafe_scope'])
    t.same(await done(make('service/mine')), ['succeeded', null])
    const drop = (branch: string): RequestedAction => ({
      actionType: 'delete-branch',
      arguments: { sha },
      pillar: 'maintainer',
      target: { type: 'branch', branch }
    })
    t.same(await done(drop('main')), ['blocked', 'unsafe_scope'])
    deeds.refs.set('old', 'b'.repeat(40))
    t.same(await done(drop('old')), ['blocked', 'target_drifted'], 'somebody has pushed to it')
    t.same(deeds.written, ['branch service/mine'])
  }
)

t.test('a label that the repository does not have is not created', async (t) => {
  t.same(await done(label(newIssue(), 'invented')), ['blocked', 'evidence_incomplete'])
  t.same(deeds.written, [])
})

t.test('setting a priority replaces the previous priority label', async (t) => {
  const target = newIssue()
  const set = (priority: 'high' | 'low'): RequestedAction => ({
    actionType: 'set-priority',
    arguments: { priority },
    pillar: 'triage',
    target
  })
  t.same(await done(set('low')), ['succeeded', null])
  t.same(await done(set('high')), ['succeeded', null])
  const names = repository.issues.get(target.number)?.labels.map(({ name }) => name)
  t.same(names, ['priority:high'])
})

t.test(
  'an equal request reuses the action in progress, and another with the same key is blocked',
  async (t) => {
    const target = newIssue()
    const first = await acting.propose(comment('one', { actionKey: 'hello' }, target))
    t.equal(await acting.propose(comment('one', { actionKey: 'hello' }, target)), first)
    const other = await acting.propose(comment('two', { actionKey: 'hello' }, target))
    t.same(await fate(other), ['blocked', 'duplicate_action'])
    await acting.carryOut(first)
    const again = await acting.propose(comment('one', { actionKey: 'hello' }, target))
    t.not(again, first)
    t.match(await acting.rowOf(first), { active: false, status: 'succeeded' })
    const once = comment('once', { actionKey: 'once', isOnce: true }, target)
    const id = await acting.propose(once)
    await acting.carryOut(id)
    t.equal(await acting.propose(once), id)
  }
)

t.test('an action whose target changed since the decision is blocked', async (t) => {
  const target = newIssue()
  const updated_at = repository.issues.get(target.number)?.updatedAt.toISOString() ?? ''
  const evidence = { target_snapshot: { updated_at, state: 'open' } }
  const calm = await acting.propose({ ...label(target), evidence })
  world.closeIssue(repository, target.number)
  await acting.carryOut(calm)
  t.match(await acting.rowOf(calm), {
    status: 'blocked',
    blockedReason: 'target_drifted',
    evidence: { expected: { state: 'open' }, actual: { state: 'closed' } }
  })
  t.same(deeds.written, [])
})

t.test('a refusal by the host ends the action, and a temporary failure is retried', async (t) => {
  const answered = async (status: number) => {
    const id = await acting.propose(label())
    world.failNext(LABELS, 1, () => refusal(status, 'No'))
    await acting.carryOut(id).catch(() => {})
    return fate(id)
  }
  t.same(await answered(403), ['blocked', 'permission_denied'])
  t.same(await answered(404), ['blocked', 'target_drifted'])
  t.same(await answered(410), ['blocked', 'target_drifted'])
  t.same(await answered(422), ['failed', null])
  const id = await acting.propose(label())
  const refused = async (of: number, answer: HostAnswer) =>
    world.fake.failNext(
      `POST /repos/octo-org/hello/issues/${(await acting.rowOf(of))?.targetNumber}/labels`,
      answer
    )
  await refused(id, { status: 502, body: 'Unicorn!' })
  await acting.carryOut(id)
  t.same(await fate(id), ['executing', null], 'a job tries it again')
  await acting.carryOut(id)
  t.same(await fate(id), ['succeeded', null])
  const late = await acting.propose(label())
  await refused(late, { ...refusal(429, 'Slower.'), headers: { 'retry-after': '30' } })
  await acting.carryOut(late)
  t.same(await fate(late), ['executing', null], 'a job waits for the time that the host has named')
  await deadLetterAction(deps, late)
  t.same(await fate(late), ['failed', null])
})

t.test('two workers with the same action perform it once', async (t) => {
  const id = await acting.propose(comment('only one'))
  await Promise.all([acting.carryOut(id), acting.carryOut(id), acting.carryOut(id)])
  t.equal(deeds.written.length, 1)
  t.same(await fate(id), ['succeeded', null])
})

t.test('a new label that another action has made meanwhile is set all the same', async (t) => {
  const target = newIssue()
  world.before('POST /repos/{owner}/{repo}/labels', () => {
    repository.labels.push({ id: world.state.nextId(), name: 'fresh', color: 'cccccc' })
  })
  const wish: RequestedAction = {
    actionType: 'add-label',
    arguments: { label: 'fresh', color: 'cccccc' },
    pillar: 'triage',
    target
  }
  t.same(await done(wish), ['succeeded', null])
  t.same(deeds.written, [`label fresh on ${target.number}`])
})

t.test('a cancellation stops the worker before its next write', async (t) => {
  const target = newIssue()
  const id = await acting.propose(label(target))
  const held = world.fake.hold(`GET /repos/octo-org/hello/issues/${target.number}/labels`)
  const work = acting.carryOut(id)
  await held.arrived
  await cancelAction(deps, id, { reason: 'changed my mind', actor: 'admin' })
  held.release()
  await work
  t.match(await acting.rowOf(id), { status: 'cancelled', errorMessage: 'changed my mind' })
  t.same(deeds.written, [])
})

t.test('an effect that is on the host counts as success, even if it would be blocked now', async (t) => {
  const id = await acting.propose(comment('begun'))
  world.failNext('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', 1, (answer, now) => {
    world.failNext('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', 10, fault.broken())
    return fault.broken()(answer, now)
  })
  await acting.carryOut(id)
  t.same(await fate(id), ['executing', null])
  world.mend()
  await acting.configure({ settings: { dry_run: true } })
  await acting.carryOut(id)
  t.match(await acting.rowOf(id), { status: 'succeeded', hostId: Number, evidence: { already_there: true } })
  t.equal(deeds.written.length, 1)
})

function merge() {
  const { issue, pull } = world.openPull(repository)
  const wish: RequestedAction = {
    actionType: 'merge-pr',
    arguments: { sha: pull.headSha, method: 'squash' },
    pillar: 'merge_queue',
    target: { type: 'pr', number: issue.number }
  }
  return { wish, pull, number: issue.number }
}

t.test('an approval is blocked if its pull request was changed or closed since the decision', async (t) => {
  const approval = () => {
    const { issue, pull } = world.openPull(repository)
    const target = { type: 'pr', number: issue.number } as const
    const judged = { sha: pull.headSha, body: 'Fine.' }
    const wish: RequestedAction = { actionType: 'approve', arguments: judged, pillar: 'custom_rules', target }
    return { wish, issue, pull }
  }
  const [moved, closed] = [approval(), approval()]
  moved.pull.headSha = 'f'.repeat(40)
  closed.issue.state = 'closed'
  t.same(await done(moved.wish), ['blocked', 'target_drifted'])
  t.same(await done(closed.wish), ['blocked', 'target_drifted'])
  t.same(deeds.written, [])
})

t.test('a merge by somebody else is not reported as one by the service', async (t) => {
  const { wish, pull } = merge()
  const id = await acting.propose(wish)
  pull.mergedAt = world.now()
  await acting.carryOut(id)
  t.match(await acting.rowOf(id), { status: 'succeeded', evidence: { already_there: true } })
  t.same(await acting.auditOf(id), [])
})

t.test('a merge that was cancelled too late is audited once all the same', async (t) => {
  const { wish, number } = merge()
  const id = await acting.propose(wish)
  const held = world.fake.hold(`PUT /repos/octo-org/hello/pulls/${number}/merge`)
  const work = acting.carryOut(id)
  await held.arrived
  await cancelAction(deps, id, { reason: 'too late', actor: 'admin' })
  held.release()
  await work
  t.match(await acting.rowOf(id), { status: 'cancelled', evidence: { done_all_the_same: true } })
  t.match(await acting.auditOf(id), [{ category: 'auto_merge' }])
  t.equal((await acting.auditOf(id)).length, 1)
})

t.test('an action that a worker holds is not dead-lettered', async (t) => {
  const id = await acting.propose(label())
  const at = world.now().getTime() + MINUTE_MS
  await deps.db
    .update(managedActions)
    .set({ leasedUntil: new Date(at) })
    .where(eq(managedActions.id, id))
  await deadLetterAction(deps, id)
  t.same(await fate(id), ['approved', null])
})

t.test('an unreadable configuration postpones an action instead of blocking it', async (t) => {
  const id = await acting.propose(label())
  await acting.forgetFile()
  await acting.carryOut(id)
  t.same(await fate(id), ['approved', null])
  world.advance(HOUR_MS)
  await acting.configure()
  await acting.carryOut(id)
  t.same(await fate(id), ['succeeded', null])
})

t.test('the counters equal a recount of the rows', async (t) => {
  const rows = await deps.db.select().from(managedActions)
  const sums = await evidenceSums(deps.db, { about: 'actions.in.' })
  for (const status of ACTION_STATUSES) {
    const summed = [...sums]
      .filter(([name]) => name.endsWith(`.${status}`))
      .reduce((sum, [, n]) => sum + n, 0)
    t.equal(summed, rows.filter((row) => row.status === status).length, status)
  }
  t.same(await evidenceSums(deps.db, { repoId: acting.repoId, about: 'actions.in.' }), sums)
})
