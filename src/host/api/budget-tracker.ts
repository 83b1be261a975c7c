// What this process knows of budgets and cooldowns, and how it shares that with the others: at most one exchange
// with the shared store a second, whatever the number of calls.
import { type CallObstacle, type Cooldown, callObstacle, mergedBudget, type RateBudget } from './budget.js'
import type { PriorityLimits } from './limits.js'

export interface HostCounts {
  requests: number
  errors: number
  hits: number
  misses: number
}

/** What one process tells, and about which installations it wants to hear. */
export interface HostReport {
  credential: string
  installationIds: readonly number[]
  budgets: readonly RateBudget[]
  cooldowns: readonly Cooldown[]
  counts: HostCounts
}

export interface HostStore {
  /** Writes down the report, and answers what is known of the installations. */
  exchange(report: HostReport): Promise<{ budgets: RateBudget[]; cooldowns: Cooldown[] }>
}

export interface HostLog {
  warn(fields: object, message: string): void
}

interface BudgetTrackerOptions {
  store: HostStore
  /** Fingerprint of the credential. */
  credential: string
  log: HostLog
  now: () => Date
}

const EXCHANGE_EVERY_MS = 1_000
const FRESH_FOR_MS = 2_000
/** While the store does not answer, a process goes by what it knows itself, and asks again only so often. */
const RETRY_AFTER_MS = 5_000
const WARN_EVERY_MS = 60_000
const STORE_TIMEOUT_MS = 2_000

interface PendingReport {
  budgets: Map<string, RateBudget>
  cooldowns: Map<string, Cooldown>
  counts: HostCounts
}

const emptyReport = (): PendingReport => ({
  budgets: new Map(),
  cooldowns: new Map(),
  counts: { requests: 0, errors: 0, hits: 0, misses: 0 }
})
const budgetKey = (installationId: number, name: string) => `${installationId} ${name}`

export class BudgetTracker {
  readonly #parts: BudgetTrackerOptions
  readonly #budgets = new Map<string, RateBudget>()
  readonly #cooldowns = new Map<string, Cooldown>()
  /** When the store last told of an installation. */
  readonly #heardAt = new Map<number, number>()
  #news = emptyReport()
  #asked = new Set<number>()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lastAt = Number.NEGATIVE_INFINITY
  #complainedAt = Number.NEGATIVE_INFINITY

  constructor(parts: BudgetTrackerOptions) {
    this.#parts = parts
  }

  count(kind: keyof HostCounts): void {
    this.#news.counts[kind] += 1
    this.#schedule()
  }

  noteBudget(budget: RateBudget): void {
    const key = this.#learnBudget(budget)
    this.#news.budgets.set(key, mergedBudget(this.#news.budgets.get(key), budget))
    this.#schedule()
  }

  noteCooldown(cooldown: Cooldown): void {
    this.#news.cooldowns.set(this.#learnCooldown(cooldown), cooldown)
    this.#schedule()
  }

  /** What stands in the way of a call, as far as this process knows. */
  obstacle(installationId: number, resource: string, share: PriorityLimits): CallObstacle | undefined {
    const paused = ['global', `resource:${resource}`].map((scope) =>
      this.#cooldowns.get(budgetKey(installationId, scope))
    )
    const budget = this.#budgets.get(budgetKey(installationId, resource))
    return callObstacle(budget, paused, share, this.#parts.now())
  }

  /** Makes sure that this process has lately heard what the others know of the installation. */
  async refresh(installationId: number): Promise<void> {
    if (this.#hasHeardOf(installationId)) return
    this.#asked.add(installationId)
    // One that is under way may not have asked for this installation.
    if (this.#running) await waitBriefly(this.#running)
    if (this.#asked.has(installationId)) await waitBriefly(this.#exchange())
    if (!this.#hasHeardOf(installationId)) this.#putOff([installationId])
  }

  /** Writes down what is not yet written. */
  async flush(): Promise<void> {
    await this.#running
    if (this.#hasNews()) await this.#exchange()
  }

  #hasHeardOf(installationId: number): boolean {
    const at = this.#heardAt.get(installationId)
    return at !== undefined && this.#parts.now().getTime() - at < FRESH_FOR_MS
  }

  #putOff(installationIds: Iterable<number>): void {
    const at = this.#parts.now().getTime() + RETRY_AFTER_MS - FRESH_FOR_MS
    for (const id of installationIds) this.#heardAt.set(id, at)
  }

  #learnBudget(seen: RateBudget): string {
    const key = budgetKey(seen.installationId, seen.resource)
    this.#budgets.set(key, mergedBudget(this.#budgets.get(key), seen))
    return key
  }

  #learnCooldown(seen: Cooldown): string {
    const key = budgetKey(seen.installationId, seen.scope)
    const known = this.#cooldowns.get(key)
    if (!known || seen.until > known.until) this.#cooldowns.set(key, seen)
    return key
  }

  #hasNews(): boolean {
    const { budgets, cooldowns, counts } = this.#news
    return budgets.size + cooldowns.size > 0 || Object.values(counts).some((count) => count > 0)
  }

  #schedule(): void {
    if (this.#timer || this.#running) return
    const waitMs = Math.max(0, this.#lastAt + EXCHANGE_EVERY_MS - performance.now())
    this.#timer = setTimeout(() => void this.#exchange(), waitMs)
    this.#timer.unref()
  }

  #exchange(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#tell().finally(() => {
      this.#running = undefined
      this.#lastAt = performance.now()
      if (this.#hasNews()) this.#schedule()
    })
    return this.#running
  }

  async #tell(): Promise<void> {
    const { store, credential, now } = this.#parts
    const news = this.#news
    const asked = this.#asked
    this.#news = emptyReport()
    this.#asked = new Set()
    const budgets = [...news.budgets.values()]
    const cooldowns = [...news.cooldowns.values()]
    for (const { installationId } of [...budgets, ...cooldowns]) asked.add(installationId)
    try {
      const installationIds = [...asked]
      const known = await store.exchange({
        credential,
        installationIds,
        budgets,
        cooldowns,
        counts: news.counts
      })
      for (const budget of known.budgets) this.#learnBudget(budget)
      for (const cooldown of known.cooldowns) this.#learnCooldown(cooldown)
      for (const id of asked) this.#heardAt.set(id, now().getTime())
    } catch (error) {
      this.#takeBack(news)
      this.#putOff(asked)
      this.#complain(error)
    }
  }

  /** What could not be written is news again, unless something newer is. */
  #takeBack({ budgets, cooldowns, counts }: PendingReport): void {
    const news = this.#news
    for (const [key, budget] of budgets)
      news.budgets.set(key, mergedBudget(budget, news.budgets.get(key) ?? budget))
    for (const [key, cooldown] of cooldowns) if (!news.cooldowns.has(key)) news.cooldowns.set(key, cooldown)
    for (const kind of ['requests', 'errors', 'hits', 'misses'] as const) news.counts[kind] += counts[kind]
  }

  #complain(error: unknown): void {
    if (performance.now() - this.#complainedAt < WARN_EVERY_MS) return
    this.#complainedAt = performance.now()
    this.#parts.log.warn(
      { err: error },
      'The shared store of the host client does not respond; using the state of this process only'
    )
  }
}

/** A store that is slow holds no call up for longer than this. */
async function waitBriefly(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STORE_TIMEOUT_MS)
  })
  await Promise.race([work, enough])
  clearTimeout(timer)
}
