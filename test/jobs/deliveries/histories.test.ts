// Whatever fails, dies or is tried again: deliveries of one thing keep their order, and each is handled once.
import { and, eq, lt, lte } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import { isLocked } from '#errors/locked.js'
import { deadLetterDelivery, handleDelivery, mayBeHandled } from '#services/deliveries/handle.js'
import type { Tx } from '#store/sql/database.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { startTestService, type TestService } from '#test/harness/app.js'
import { type EventHandler, withEventHandler } from '#test/harness/event-handlers.js'
import { runs } from '#test/harness/runs.js'
import { detailOf, send } from './labelled.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

const MOST_TRIES = 5
const ISSUES = 3

/** What becomes of each try of a delivery, in turn; then it succeeds. */
const fates = fc.array(fc.constantFrom('fails' as const, 'dies' as const), { maxLength: 6 })
const accepted = fc.record({ issue: fc.integer({ min: 1, max: ISSUES }), fates })
const history = fc.record({
  accepted: fc.array(accepted, { minLength: 1, maxLength: 12 }),
  /** Which of those that are open are taken, and how many at once. */
  picks: fc.infiniteStream(fc.record({ at: fc.nat(1_000), together: fc.integer({ min: 1, max: 4 }) })),
  /** After so many picks people retry what was given up. */
  retryAfter: fc.integer({ min: 5, max: 40 })
})

interface Followed {
  id: string
  row: number
  issue: number
  fates: ('fails' | 'dies')[]
  failures: number
  /** How often it took effect. */
  handled: number
  state: 'open' | 'done' | 'given up'
}

class Died extends Error {}

let repo = 0

/** Lanes that take deliveries in any order, as a queue that knows none gives them. */
class Lanes {
  readonly #service: TestService
  readonly #all: Followed[]
  readonly #working = new Map<number, number>()
  readonly breaches: string[] = []

  constructor(service: TestService, all: Followed[]) {
    this.#service = service
    this.#all = all
  }

  get open(): Followed[] {
    return this.#all.filter(({ state }) => state === 'open')
  }

  /** Nobody of its issue is at work, and no earlier one waits that has failed as often or less often. */
  async try(one: Followed): Promise<void> {
    const { deps } = this.#service
    const [mayBegin] = await mayBeHandled(deps, [one.row])
    if (!mayBegin) return
    let isHandled = false
    const effect: EventHandler = async ({ tx }) => {
      await this.#note(tx, one)
      const fate = one.fates.shift()
      await this.#atWork(one.issue)
      if (fate === 'dies') throw new Died()
      if (fate === 'fails') throw new Error('out of order')
      isHandled = true
    }
    const mortal = mortalDeps(withEventHandler(deps, effect))
    try {
      await handleDelivery(mortal, one.row)
      if (isHandled) {
        one.handled += 1
        one.state = 'done'
      }
    } catch (error) {
      if (isLocked(error) || error instanceof Died) return
      one.failures += 1
      if (one.failures < MOST_TRIES) return
      await deadLetterDelivery(deps, one.row)
      one.state = 'given up'
    }
  }

  async retryGivenUp(): Promise<void> {
    await this.#service.client.POST('/api/deliveries/retry', { body: { repo: `octo-org/repo-${repo}` } })
    for (const one of this.#all.filter(({ state }) => state === 'given up'))
      Object.assign(one, { state: 'open', failures: 0, fates: [] })
  }

  async #note(tx: Tx, { row, failures }: Followed): Promise<void> {
    const { entity, id, state, tries } = webhookDeliveries
    const [self] = await tx.select({ entity }).from(webhookDeliveries).where(eq(id, row))
    const isWaiting = and(eq(entity, self?.entity ?? ''), eq(state, 'queued'), lte(tries, failures))
    for (const other of await tx
      .select({ id })
      .from(webhookDeliveries)
      .where(and(isWaiting, lt(id, row))))
      this.breaches.push(`${row} began before ${other.id}, which was accepted earlier`)
  }

  async #atWork(issue: number): Promise<void> {
    const others = this.#working.get(issue) ?? 0
    if (others > 0) this.breaches.push(`two deliveries of issue ${issue} were at work at once`)
    this.#working.set(issue, others + 1)
    await new Promise((resolve) => setImmediate(resolve))
    this.#working.set(issue, others)
  }
}

/** A worker that dies within a try writes nothing after it. */
function mortalDeps(deps: TestService['deps']): TestService['deps'] {
  let isDead = false
  return {
    ...deps,
    transaction: async (work) => {
      if (isDead) throw new Died()
      return deps.transaction(work).catch((error) => {
        isDead = error instanceof Died
        throw error
      })
    }
  }
}

async function acceptAll(accepted: readonly Pick<Followed, 'issue' | 'fates'>[]): Promise<Followed[]> {
  repo += 1
  const all: Followed[] = []
  for (const { issue, fates } of accepted) {
    const id = await send(service, { repo, number: issue, labels: ['any'] })
    const { id: row } = await detailOf(service, id)
    all.push({ id, row, issue, fates: [...fates], failures: 0, handled: 0, state: 'open' })
  }
  return all
}

interface Picked {
  at: number
  together: number
}

async function handleAll(lanes: Lanes, picks: Iterable<Picked>, retryAfter: number): Promise<void> {
  let picked = 0
  for (const { at, together } of picks) {
    picked += 1
    if (picked === retryAfter) await lanes.retryGivenUp()
    const { open } = lanes
    if (open.length === 0) return
    const taken = Array.from({ length: together }, (_, next) => open[(at + next * 7) % open.length])
    await Promise.all([...new Set(taken)].map((one) => one && lanes.try(one)))
  }
}

t.test('after any history of failures, deaths and retries each is handled once, in its order', async (t) => {
  await fc.assert(
    fc.asyncProperty(history, async ({ accepted, picks, retryAfter }) => {
      const all = await acceptAll(accepted)
      const lanes = new Lanes(service, all)
      await handleAll(lanes, picks, retryAfter)
      t.same(lanes.breaches, [])
      for (const { id, handled, state } of all) {
        const isDone = state === 'done'
        const detail = await detailOf(service, id)
        t.equal(detail.state, isDone ? 'processed' : 'failed', 'the record says what became of it')
        t.equal(handled, isDone ? 1 : 0, 'it took effect once, or was given up')
      }
    }),
    { numRuns: runs(20) }
  )
})
