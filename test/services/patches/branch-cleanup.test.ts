import { asc } from 'drizzle-orm'
import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { executeAction } from '#services/actions/execute.js'
import { retryFollowUps } from '#services/actions/follow-up.js'
import { retryAction } from '#services/actions/requests.js'
import { loadConfig } from '#services/configuration/resolve.js'
import { followPatch } from '#services/patches/follow.js'
import { proposePatch } from '#services/patches/propose.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { LEASE_LAPSES_MS, startActionService } from '#test/fixtures/action-service.js'

const A = 'a'.repeat(40)
const MOST_MOMENTS = 100

const acting = await startActionService(t)
const { world, repository, deps, deeds, repoId } = acting
t.beforeEach(async () => {
  world.mend()
  deeds.written.length = 0
  await acting.configure()
})

let nth = 0

/** A change that failed after its branch was made. */
async function failed() {
  nth += 1
  const branch = `service/heal-${nth}`
  const { config } = await loadConfig(deps, { repoId })
  const wanted = {
    repoId,
    pillar: 'ci_healing' as const,
    source: 'ci_heal' as const,
    sourceId: nth,
    decisionId: null,
    branch,
    base: { branch: 'main', sha: A },
    title: 'Mend it',
    body: 'It was broken.',
    message: 'Mend it',
    files: [{ path: 'src/a.ts', before: 'let  a = 1\n', after: `let a = ${nth}\n` }],
    evidence: {},
    followUp: { labels: [], reviewer: null, comment: null }
  }
  const id = await deps.transaction((tx) => proposePatch(deps, tx, wanted, config))
  refuse()
  await acting.carryOut(id)
  return { id, branch }
}

/** The host refuses to make a pull request, and makes none. */
const refuse = () =>
  world.failNext('POST /repos/{owner}/{repo}/pulls', 1, () => {
    repository.issues.delete(repository.lastNumber)
    deeds.written.pop()
    return refusal(422, 'No')
  })

const tryAgain = async (id: number, by: Deps = deps): Promise<number> =>
  JSON.parse(await retryAction(by, id, 'admin')).action.id

const clearings = async () =>
  (await deps.db.select().from(managedActions).orderBy(asc(managedActions.id))).filter(
    ({ actionType, sourceId }) => actionType === 'delete-branch' && sourceId === nth
  )

async function clearAll(by: Deps = deps) {
  for (const { id } of await clearings()) await executeAction(by, id)
}

t.test(
  'given a retry at any point of the branch deletion, the branch stays with its pull request',
  async (t) => {
    let moments = 1
    for (let isCleared = false; !isCleared && moments < MOST_MOMENTS; moments += 1) {
      const { id, branch } = await failed()
      acting.dieAfter(moments)
      isCleared = await followPatch(acting.mortal, id)
        .then(() => clearAll(acting.mortal))
        .then(
          () => true,
          (error: unknown) => !t.match(error, { message: 'the process crashed' })
        )
      acting.dieAfter(undefined)
      const child = await tryAgain(id)
      world.advance(LEASE_LAPSES_MS)
      const told = `dead after ${moments} moments`
      // Whatever was left by the process that died is taken up before the further try in one half, and after it in the other.
      if (moments % 2 === 0) await clearAll()
      await acting.carryOut(child)
      for (const one of [id, child]) await followPatch(deps, one)
      await clearAll()
      t.match(await acting.rowOf(child), { status: 'succeeded' }, told)
      t.ok(deeds.refs.has(branch), told)
    }
    t.ok(moments > 8 && moments < MOST_MOMENTS, `${moments} moments`)
  }
)

t.test('a retry that comes while leftovers are searched keeps its branch', async (t) => {
  const { id, branch } = await failed()
  let child = 0
  const { effects } = deps.host
  const looking: Deps = {
    ...deps,
    host: {
      ...deps.host,
      effects: {
        ...effects,
        async targetState(...asked) {
          const state = await effects.targetState(...asked)
          child = await tryAgain(id)
          return state
        }
      }
    }
  }
  await followPatch(looking, id)
  t.same(await clearings(), [])
  await acting.carryOut(child)
  t.match(await acting.rowOf(child), { status: 'succeeded' })
  t.ok(deeds.refs.has(branch))
})

t.test('a retry waits for a deletion that is already sent', async (t) => {
  const { id, branch } = await failed()
  await followPatch(deps, id)
  const waits: (number | undefined)[] = []
  const watched: Deps = {
    ...deps,
    queue: {
      ...deps.queue,
      enqueue(tx, name, jobs) {
        waits.push(...jobs.map(({ startAfterSeconds }) => startAfterSeconds))
        return deps.queue.enqueue(tx, name, jobs)
      }
    }
  }
  let child = 0
  const { effects } = deps.host
  const slow: Deps = {
    ...deps,
    host: {
      ...deps.host,
      effects: {
        ...effects,
        perform: (place, order, mayWrite) =>
          effects.perform(place, order, async () => {
            await mayWrite()
            child = await tryAgain(id, watched)
          })
      }
    }
  }
  await clearAll(slow)
  t.equal(waits.at(-1), 60, 'as long as whoever deletes may be at it')
  t.match(await clearings(), [{ status: 'cancelled', evidence: { done_all_the_same: true } }])
  t.notOk(deeds.refs.has(branch))
  await acting.carryOut(child)
  t.match(await acting.rowOf(child), { status: 'succeeded' })
  t.ok(deeds.refs.has(branch), 'it is made anew')
})

t.test('a retried branch deletion does not delete the branch of a pull request', async (t) => {
  const { id, branch } = await failed()
  await followPatch(deps, id)
  world.failNext('DELETE /repos/{owner}/{repo}/git/refs/{ref}', 1, () => {
    deeds.refs.set(branch, String([...deeds.commits.keys()].at(-1)))
    return refusal(422, 'No')
  })
  await clearAll()
  const [clearing] = await clearings()
  t.match(clearing, { status: 'failed' })
  await acting.carryOut(await tryAgain(id))
  const again = await tryAgain(clearing?.id ?? 0)
  await acting.carryOut(again)
  t.match(await acting.rowOf(again), { status: 'blocked', blockedReason: 'target_drifted' })
  t.ok(deeds.refs.has(branch))
})

t.test('a retry that is stopped before it starts leaves no branch', async (t) => {
  const { id, branch } = await failed()
  const child = await tryAgain(id)
  await acting.configure({ pillars: { ci_healing: { enabled: false } } })
  await acting.carryOut(child)
  t.match(await acting.rowOf(child), { status: 'blocked', executedAt: null })
  for (const one of [id, child]) await followPatch(deps, one)
  await clearAll()
  t.notOk(deeds.refs.has(branch))
})

t.test('a follow-up that was given up is scheduled again until it is done, and then no more', async (t) => {
  const asked = async () => {
    const counts = (await deps.queue.counts()).filter(({ name }) => name === 'action.follow')
    return counts.reduce((sum, { count }) => sum + count, 0)
  }
  // What the tests before have left is not theirs to be done.
  await deps.db.update(managedActions).set({ followAfter: null })
  const { id, branch } = await failed()
  const before = await asked()
  await retryFollowUps(deps)
  t.equal(await asked(), before, 'the queue has its time')
  world.failNext('GET /repos/{owner}/{repo}/pulls', 20, () => refusal(503, 'Away'))
  for (let tries = 0; tries < 2; tries += 1) {
    await t.rejects(followPatch(deps, id), { name: 'HostError' })
    world.advance(4 * HOUR_MS)
    await acting.configure()
    await retryFollowUps(deps)
    t.equal(await asked(), before + tries + 1)
  }
  world.mend()
  await followPatch(deps, id)
  await clearAll()
  t.notOk(deeds.refs.has(branch))
  world.advance(4 * HOUR_MS)
  await retryFollowUps(deps)
  t.equal(await asked(), before + 2)
})

t.test('a follow-up that fails for a week is given up', async (t) => {
  const { id } = await failed()
  t.ok((await acting.rowOf(id))?.followAfter)
  world.advance(8 * 24 * HOUR_MS)
  await retryFollowUps(deps)
  t.equal((await acting.rowOf(id))?.followAfter, null)
})
