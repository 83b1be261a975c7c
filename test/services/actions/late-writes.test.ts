// A worker writes on the host and dies before it reports. Then the action ends, before anybody has looked.
import { sql } from 'drizzle-orm'
import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { executeAction } from '#services/actions/execute.js'
import { deadLetterAction } from '#services/actions/failed-executions.js'
import { retryFollowUps } from '#services/actions/follow-up.js'
import { cancelEffect } from '#services/actions/propose.js'
import { cancelAction, retryAction } from '#services/actions/requests.js'
import { endOverdueActions } from '#services/actions/timeouts.js'
import { insertAction } from '#store/actions/actions.js'
import { cancelClashingActions } from '#store/actions/clashes.js'
import { rowsOf } from '#store/sql/database.js'
import { installations } from '#tables/mirror/installations.js'
import { LEASE_LAPSES_MS, startActionService } from '#test/fixtures/action-service.js'
import { seedRepository } from '#test/fixtures/seed.js'
import { ONCE_ONLY, type OnceOnly, WISHES } from '#test/fixtures/wishes.js'

const acting = await startActionService(t)
const { world, repository, deps, deeds, client } = acting
t.beforeEach(async () => {
  world.mend()
  deeds.written.length = 0
  await acting.configure()
})

/** A process that dies with the answer to its last write, before it has told anybody. */
const dying: Deps = {
  ...acting.mortal,
  host: {
    ...acting.mortal.host,
    effects: {
      ...acting.mortal.host.effects,
      async perform(...order) {
        const done = await acting.mortal.host.effects.perform(...order)
        acting.dieAfter(0)
        return done
      }
    }
  }
}

let nth = 0

function newWish(type: OnceOnly) {
  nth += 1
  return WISHES[type](acting, nth)
}

async function writeAndDie(type: OnceOnly) {
  const { action, writes } = newWish(type)
  const id = await acting.propose(action)
  await executeAction(dying, id).catch(() => {})
  acting.dieAfter(undefined)
  return { id, action, writes }
}

const cancel = (id: number) => cancelAction(deps, id, { reason: 'Not wanted.', actor: 'admin' })

interface End {
  status: string
  bringAbout(id: number): Promise<unknown>
}

const ENDS: Record<string, End> = {
  'a person cancels': { status: 'cancelled', bringAbout: cancel },
  'its time runs out': {
    status: 'failed',
    async bringAbout() {
      world.advance(7 * HOUR_MS)
      await acting.configure()
      await endOverdueActions(deps)
    }
  },
  'the queue gives up': {
    status: 'failed',
    async bringAbout(id) {
      world.advance(LEASE_LAPSES_MS)
      await deadLetterAction(deps, id)
    }
  },
  'the queue gives up and a person cancels': {
    status: 'cancelled',
    async bringAbout(id) {
      world.advance(LEASE_LAPSES_MS)
      await deadLetterAction(deps, id)
      await cancel(id)
    }
  },
  'a newer one takes its place': {
    status: 'cancelled',
    async bringAbout(id) {
      const { repoId, actionKey } = await rowOf(id)
      const by = { repoId, actionKey, actor: 'admin', detail: 'There is news.' }
      await deps.transaction((tx) => cancelEffect(deps, tx, by))
    }
  }
}

async function rowOf(id: number) {
  const row = await acting.rowOf(id)
  if (!row) throw new Error(`there is no action ${id}`)
  return row
}

/** Whether a job looks at the action later. */
async function isLookedAt(id: number): Promise<boolean> {
  const jobs = await rowsOf(
    deps.db,
    sql`select from pgboss.job where name = 'action.execute' and state < 'active'
      and (data ->> 'action_id')::bigint = ${id} and start_after > now()`
  )
  return jobs.length > 0
}

async function shownOf(id: number) {
  const { data } = await client.GET('/api/actions/{id}', { params: { path: { id } } })
  return data
}

async function successes() {
  const { data } = await client.GET('/api/actions/abstentions')
  return data?.totals.mutation_success_total ?? 0
}

async function feedOf(id: number) {
  const { data } = await client.GET('/api/activity', { params: { query: { source: 'action' } } })
  return data?.data.find(({ source_id }) => source_id === id)
}

const HAPPENED = 'It had already happened on the host.'

for (const type of ONCE_ONLY)
  for (const [end, { status, bringAbout }] of Object.entries(ENDS))
    t.test(`${type} whose worker died after the write is told as done, once, though ${end}`, async (t) => {
      const { id, writes } = await writeAndDie(type)
      const before = await successes()
      await bringAbout(id)
      t.match(await shownOf(id), { status, evidence: { outcome_unknown: true } })
      t.ok(await isLookedAt(id))
      world.advance(LEASE_LAPSES_MS)
      for (let again = 0; again < 3; again += 1) await acting.carryOut(id)
      const shown = await shownOf(id)
      t.match(shown, {
        status,
        reconciliation_status: 'confirmed',
        evidence: { done_all_the_same: true, outcome_unknown: false }
      })
      t.match(shown?.events.at(-1), { from: status, to: status, detail: HAPPENED })
      t.equal(await successes(), before + 1)
      t.match(await feedOf(id), { status, detail: new RegExp(HAPPENED) })
      const audits = (await acting.auditOf(id)).map(({ payload }) => JSON.parse(payload).ended_as)
      t.same(audits, [status])
      t.same(deeds.written, writes, 'and never a second time')
      const { followAfter } = await rowOf(id)
      if (type !== 'create-patch-pr') t.equal(followAfter, null, 'nothing is left to look for')
    })

t.test('what had not happened is told as not done, and has no audit entry', async (t) => {
  for (const type of ['add-label', 'add-comment', 'create-check', 'merge-pr'] as const) {
    const { action } = newWish(type)
    const id = await acting.propose(action)
    acting.dieAfter(undefined)
    const beforeTheWrite: Deps = {
      ...acting.mortal,
      host: {
        ...acting.mortal.host,
        effects: {
          ...acting.mortal.host.effects,
          perform: () => {
            acting.dieAfter(0)
            return Promise.reject(new Error('the process died'))
          }
        }
      }
    }
    await executeAction(beforeTheWrite, id).catch(() => {})
    acting.dieAfter(undefined)
    await cancel(id)
    await acting.carryOut(id)
    t.match(await rowOf(id), { evidence: { outcome_unknown: true } }, 'its write may still arrive')
    world.advance(LEASE_LAPSES_MS)
    await acting.carryOut(id)
    t.match(await shownOf(id), {
      status: 'cancelled',
      reconciliation_status: null,
      evidence: { outcome_unknown: false }
    })
    t.same(await acting.auditOf(id), [])
  }
  t.same(deeds.written, [])
})

t.test('an outcome that cannot be looked up stays unknown', async (t) => {
  const { id, action } = await writeAndDie('add-comment')
  await cancel(id)
  world.advance(LEASE_LAPSES_MS)
  const [comment] = deeds.comments.filter(({ issue }) => issue === action.target.number)
  // Somebody has copied it, with its mark.
  deeds.comments.push({ ...comment, id: 1 })
  await acting.carryOut(id)
  t.match(await shownOf(id), {
    status: 'cancelled',
    reconciliation_status: null,
    evidence: { outcome_unknown: true }
  })
  t.same(await acting.auditOf(id), [])
})

t.test('a retry finds what its parent did, and only the retry is told as done', async (t) => {
  const { id, writes } = await writeAndDie('add-label')
  world.advance(LEASE_LAPSES_MS)
  await deadLetterAction(deps, id)
  const child = JSON.parse(await retryAction(deps, id, 'admin')).action.id
  await acting.carryOut(id)
  await acting.carryOut(child)
  await acting.carryOut(id)
  t.match(await shownOf(child), { status: 'succeeded', evidence: { outcome_unknown: false } })
  t.equal((await acting.auditOf(child)).length, 1)
  t.same(await acting.auditOf(id), [])
  t.same(deeds.written, writes)
})

t.test('a retry that is cancelled before it begins still looks for what its parent did', async (t) => {
  const { id } = await writeAndDie('add-comment')
  world.advance(LEASE_LAPSES_MS)
  await deadLetterAction(deps, id)
  const child = JSON.parse(await retryAction(deps, id, 'admin')).action.id
  await cancel(child)
  for (const one of [id, child]) await acting.carryOut(one)
  t.match(await shownOf(child), { status: 'cancelled', reconciliation_status: 'confirmed' })
  t.equal((await acting.auditOf(child)).length + (await acting.auditOf(id)).length, 1)
})

t.test('an equal action that follows does not take the effect of the first for its own', async (t) => {
  for (const type of ['add-label', 'remove-label', 'close-issue', 'create-branch'] as const) {
    deeds.written.length = 0
    const { id, action, writes } = await writeAndDie(type)
    await cancel(id)
    const next = await acting.propose(action)
    await acting.carryOut(next)
    t.match(await rowOf(next), { status: 'approved' }, 'it waits for the write of the first')
    world.advance(LEASE_LAPSES_MS)
    for (const one of [next, id]) await acting.carryOut(one)
    t.match(await rowOf(next), { status: 'succeeded', evidence: { already_there: true } })
    t.equal((await acting.auditOf(id)).length, 1)
    t.same(await acting.auditOf(next), [])
    t.same(deeds.written, writes)
  }
})

t.test('an action that undoes another finds out first whether that was done', async (t) => {
  const { id, action } = await writeAndDie('add-label')
  await cancel(id)
  world.advance(LEASE_LAPSES_MS)
  const undo = await acting.propose({
    actionType: 'remove-label',
    arguments: { label: 'bug' },
    pillar: 'triage',
    target: action.target
  })
  await acting.carryOut(undo)
  await acting.carryOut(id)
  for (const one of [id, undo]) t.equal((await acting.auditOf(one)).length, 1)
})

t.test('a worker that finds the installation suspended leaves the outcome to a later look', async (t) => {
  const { id } = await writeAndDie('add-label')
  const suspend = (suspendedAt: Date | null) => deps.db.update(installations).set({ suspendedAt })
  world.advance(LEASE_LAPSES_MS)
  await suspend(world.now())
  await acting.carryOut(id)
  t.match(await shownOf(id), { status: 'blocked', evidence: { outcome_unknown: true } })
  await suspend(null)
  world.advance(4 * HOUR_MS)
  await retryFollowUps(deps)
  t.ok(await isLookedAt(id))
  await acting.carryOut(id)
  t.match(await shownOf(id), { status: 'blocked', reconciliation_status: 'confirmed' })
  t.equal((await acting.auditOf(id)).length, 1)
})

t.test('a worker whose look is refused leaves the outcome to a later look', async (t) => {
  const { id, action } = await writeAndDie('add-label')
  world.advance(LEASE_LAPSES_MS)
  const path = `GET /repos/octo-org/hello/issues/${action.target.number}/labels`
  world.fake.failNext(path, refusal(403, 'No'))
  await acting.carryOut(id)
  t.match(await shownOf(id), { status: 'blocked', evidence: { outcome_unknown: true } })
  await acting.carryOut(id)
  t.match(await shownOf(id), { status: 'blocked', reconciliation_status: 'confirmed' })
  t.equal((await acting.auditOf(id)).length, 1)
})

t.test('a refused write is known not to have happened', async (t) => {
  const { action } = newWish('add-label')
  const id = await acting.propose(action)
  const { number = 0 } = action.target
  world.fake.failNext(`POST /repos/octo-org/hello/issues/${number}/labels`, refusal(403, 'No'))
  await acting.carryOut(id)
  t.match(await shownOf(id), { status: 'blocked', evidence: { outcome_unknown: false } })
  // Somebody else sets it.
  world.labelIssue(repository, number, 'bug')
  await acting.carryOut(id)
  t.same(await acting.auditOf(id), [])
})

t.test('an action that a merge of repositories ends is looked at by the next sweep', async (t) => {
  const { id } = await writeAndDie('add-label')
  const other = acting.repoId + 1
  await seedRepository(deps, { hostId: other, fullName: 'octo-org/renamed' })
  const { id: _, ...row } = await rowOf(id)
  await deps.transaction(async (tx) => {
    await insertAction(tx, { ...row, repoId: other, status: 'approved', executedAt: null, lease: null })
    await cancelClashingActions(tx, { orphan: acting.repoId, successor: other }, world.now())
  })
  t.match(await shownOf(id), { status: 'cancelled', evidence: { outcome_unknown: true } })
  world.advance(LEASE_LAPSES_MS)
  await retryFollowUps(deps)
  t.ok(await isLookedAt(id))
  await acting.carryOut(id)
  t.match(await shownOf(id), { reconciliation_status: 'confirmed' })
  t.equal((await acting.auditOf(id)).length, 1)
})

t.test('a worker that reports after a cancellation leaves nothing to look for', async (t) => {
  const { action, writes } = newWish('close-pr')
  const id = await acting.propose(action)
  const held = world.fake.hold(`PATCH /repos/octo-org/hello/pulls/${action.target.number}`)
  const work = acting.carryOut(id)
  await held.arrived
  await cancel(id)
  held.release()
  await work
  world.advance(4 * HOUR_MS)
  await retryFollowUps(deps)
  await acting.carryOut(id)
  t.match(await shownOf(id), { status: 'cancelled', reconciliation_status: 'confirmed' })
  t.equal((await acting.auditOf(id)).length, 1)
  t.same(deeds.written, writes)
})
