import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import { type Delivery, fault, payloadOf, startWorld, type World } from '#demo/world/world.js'
import type { Deps } from '#deps.js'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { applyEvent } from '#services/deliveries/handle.js'
import { FLEET } from '#store/counters/tallies.js'
import { type CrashableJobs, openCrashableJobs } from '#test/fixtures/crashable-jobs.js'
import { actualMirrorState, expectedMirrorState } from '#test/fixtures/mirror-state.js'
import { recountSumsOf, repositoriesOf, storedSums, wronglyShown } from '#test/fixtures/recount.js'
import { startTestService } from '#test/harness/app.js'
import { APP, connect } from '#test/harness/host.js'
import { applyRandomChange, type RandomChange, randomChange } from '#test/harness/random-changes.js'
import { runs } from '#test/harness/runs.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

const UNDER = 'GET /repos/{owner}/{repo}'
const LISTINGS = [`${UNDER}/issues`, `${UNDER}/pulls`, `${UNDER}/actions/runs`]
const ROUTES = ['*', ...LISTINGS, 'GET /app/installations', 'GET /installation/repositories']

const FAULTS = {
  broken: fault.broken(),
  cut: fault.cut(),
  spent: fault.spent(300),
  hasty: fault.hasty(20),
  unknown: fault.unknown()
}

const FATES = ['arrives', 'twice', 'late', 'overtaken', 'lost'] as const
const trouble = fc.record({
  route: fc.constantFrom(...ROUTES),
  // A read that fails is tried four times in all.
  times: fc.constantFrom(1, 4, 8),
  kind: fc.constantFrom(
    'broken' as const,
    'cut' as const,
    'spent' as const,
    'hasty' as const,
    'unknown' as const
  )
})
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('happening' as const),
      happening: randomChange,
      fate: fc.constantFrom(...FATES)
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      troubles: fc.array(trouble, { maxLength: 2 }),
      dieAfter: fc.option(fc.integer({ min: 1, max: 40 })),
      meanwhile: fc.option(fc.record({ route: fc.constantFrom(...LISTINGS), happening: randomChange }))
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.constantFrom(0, 1, 11, 90, 1_500)
    })
  }
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
type SyncStep = Extract<Step, { kind: 'sync' }>

interface History {
  world: World
  deps: Deps
  hands: CrashableJobs
  late: Delivery[]
  overtaken: Delivery[]
}

/** Enough for several pages of a few. */
function populate(world: World): void {
  for (const login of ['octo-org', 'other-org']) {
    const { installation } = world.createInstallation(login)
    world.createRepository(`${login}/hello`, { installation })
  }
  const [first, second] = [...world.state.repositories.values()]
  if (first) world.fill(first, { issues: 7, pulls: 2, runs: 7 })
  if (second) world.fill(second, { issues: 2, pulls: 6, runs: 1 })
}

async function begin(): Promise<History> {
  await service.deps.transaction(async (tx) => {
    // Decisions refuse to be deleted, as long as triggers are heard.
    await tx.execute(sql`set local session_replication_role = 'replica'`)
    await tx.execute(
      sql`truncate installations, repositories, tallies, evidence_tallies, activity, activity_sums cascade`
    )
  })
  const world = await startWorld({ mostPerPage: 3 })
  populate(world)
  const { host } = connect(world.fake, { credential: APP, webhookSecrets: ['a secret'] })
  const hands = openCrashableJobs({ ...service.deps, host, now: world.fake.now })
  return { world, deps: hands.deps, hands, late: [], overtaken: [] }
}

async function arrive({ deps, world }: History, deliveries: readonly Delivery[]): Promise<void> {
  for (const delivery of deliveries) {
    const event = deps.host.eventOf(delivery.event, payloadOf(delivery))
    if (event)
      await deps.transaction((tx) =>
        applyEvent(
          { deps, tx, at: world.fake.now(), isOvertaken: false, delivery: { row: 0, event: delivery.event } },
          event
        )
      )
    world.advance(7)
  }
}

async function letHappen(history: History, what: RandomChange, fate: (typeof FATES)[number]): Promise<void> {
  const sent = applyRandomChange(history.world, what)
  const overtaken = history.overtaken.splice(0)
  if (fate === 'late') history.late.push(...sent)
  if (fate === 'overtaken') history.overtaken.push(...sent)
  if (fate === 'arrives' || fate === 'twice') await arrive(history, sent)
  if (fate === 'twice') await arrive(history, sent)
  await arrive(history, overtaken)
}

/** The one place that knows how a sync of everything is begun. */
async function sync({ hands }: History): Promise<Date | undefined> {
  hands.add('sync.fleet', {})
  return hands.work()
}

async function syncInTrouble(history: History, { troubles, dieAfter, meanwhile }: SyncStep): Promise<void> {
  const { world, hands } = history
  for (const { route, times, kind } of troubles) world.failNext(route, times, FAULTS[kind])
  hands.dieAfter(dieAfter ?? undefined)
  if (meanwhile) world.between(meanwhile.route, () => void applyRandomChange(world, meanwhile.happening))
  await sync(history)
  world.mend()
  hands.dieAfter(undefined)
}

async function take(history: History, one: Step): Promise<void> {
  if (one.kind === 'happening') await letHappen(history, one.happening, one.fate)
  if (one.kind === 'sync') await syncInTrouble(history, one)
  if (one.kind !== 'wait') return history.world.advance(400)
  history.world.advance(one.minutes * MINUTE_MS)
  await arrive(history, history.late.splice(0))
  await history.hands.work()
}

/** What is still under way comes to rest. */
async function rest(history: History): Promise<void> {
  for (let next = await history.hands.work(); next; next = await history.hands.work())
    history.world.advance(Math.max(0, next.getTime() - history.world.fake.now().getTime()))
}

/** A day later, undisturbed: one sync, and a second look at what the first has missed. */
async function sweep(history: History): Promise<void> {
  const { world, late, overtaken } = history
  world.mend()
  await arrive(history, [...late.splice(0), ...overtaken.splice(0)])
  for (const installation of world.state.installations.values())
    if (installation.suspendedAt) world.unsuspendInstallation(installation)
  await rest(history)
  for (const later of [DAY_MS + MINUTE_MS, 10 * MINUTE_MS]) {
    world.advance(later)
    await sync(history)
    await rest(history)
  }
}

t.test(
  'whatever changes on the host, in its events and in the service, one sweep makes the mirror equal',
  async (t) => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const history = await begin()
      const { deps, world } = history
      try {
        for (const one of steps) await take(history, one)
        await sweep(history)
        const wanted = expectedMirrorState(world.state)
        t.same(await actualMirrorState(deps, wanted), wanted)
        const known = await repositoriesOf(deps)
        const there = known.filter(({ deletedAt }) => deletedAt === null).map(({ hostId }) => hostId)
        const repos: Record<string, number> = there.length > 0 ? { '-infinity repos': there.length } : {}
        t.same(await storedSums(deps, FLEET), { ...(await recountSumsOf(deps, there)), ...repos })
        t.equal(await wronglyShown(deps), 0)
        if (!t.passing()) throw new Error('see above')
      } finally {
        await world.close()
      }
    })
    await fc.assert(property, { numRuns: runs(10), endOnFailure: true })
  }
)
