// What this process knows about budgets and cooldowns, shared with the other processes through the store: at most one
// exchange a second, whatever the number of calls.
import { MINUTE_MS } from '#domain/time/durations.js'
import { type CallObstacle, type Cooldown, callObstacle, mergedBudget, type RateBudget } from './budget.js'
import type { PriorityLimits } from './limits.js'

export interface HostCounts {
  requests: number
  errors: number
  hits: number
  misses: number
}

/** What one process reports, and the installations that it needs the shared state of. */
export interface HostReport {
  credential: string
  installationIds: readonly number[]
  budgets: readonly RateBudget[]
  cooldowns: readonly Cooldown[]
  counts: HostCounts
}

export interface HostStore {
  /** Saves the report, and returns what all processes know about the installations. */
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
/** While the store does not respond, a process relies on its own state and retries at this interval. */
const RETRY_AFTER_MS = 5_000
const WARN_EVERY_MS = MINUTE_MS
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
  readonly #options: BudgetTrackerOptions
  readonly #budgets = new Map<string, RateBudget>()
  readonly #cooldowns = new Map<string, Cooldown>()
  /** When an installation was last refreshed from the store. */
  readonly #refreshedAt = new Map<number, number>()
  #pending = emptyReport()
  #toRefresh = new Set<number>()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lastAt = Number.NEGATIVE_INFINITY
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: BudgetTrackerOptions) {
    this.#options = options
  }

  count(kind: keyof HostCounts): void {
    this.#pending.counts[kind] += 1
    this.#schedule()
  }

  noteBudget(budget: RateBudget): void {
    const key = this.#learnBudget(budget)
    this.#pending.budgets.set(key, mergedBudget(this.#pending.budgets.get(key), budget))
    this.#schedule()
  }

  noteCooldown(cooldown: Cooldown): void {
    this.#pending.cooldowns.set(this.#learnCooldown(cooldown), cooldown)
    this.#schedule()
  }

  /** What holds a call back, as far as this process knows. */
  obstacle(installationId: number, resource: string, share: PriorityLimits): CallObstacle | undefined {
    const paused = ['global', `resource:${resource}`].map((scope) =>
      this.#cooldowns.get(budgetKey(installationId, scope))
    )
    const budget = this.#budgets.get(budgetKey(installationId, resource))
    return callObstacle(budget, paused, share, this.#options.now())
  }

  /** Refreshes what the other processes know about the installation, unless that is recent. */
  async refresh(installationId: number): Promise<void> {
    if (this.#isFresh(installationId)) return
    this.#toRefresh.add(installationId)
    // An exchange that is already running may not include this installation.
    if (this.#running) await waitBriefly(this.#running)
    if (this.#toRefresh.has(installationId)) await waitBriefly(this.#exchange())
    if (!this.#isFresh(installationId)) this.#postponeRefresh([installationId])
  }

  /** Saves whatever is still pending. */
  async flush(): Promise<void> {
    await this.#running
    if (this.#hasPending()) await this.#exchange()
  }

  #isFresh(installationId: number): boolean {
    const at = this.#refreshedAt.get(installationId)
    return at !== undefined && this.#options.now().getTime() - at < FRESH_FOR_MS
  }

  #postponeRefresh(installationIds: Iterable<number>): void {
    const at = this.#options.now().getTime() + RETRY_AFTER_MS - FRESH_FOR_MS
    for (const id of installationIds) this.#refreshedAt.set(id, at)
  }

  #learnBudget(seen: RateBudget): string {
    const key = budgetKey(seen.installationId, seen.resource)
    this.#budgets.set(key, mergedBudget(this.#budgets.get(key), seen))
    return key
  }

  #learnCooldown(seen: Cooldown): string {
    const key = budgetKey(seen.installationId, seen.scope)
    const current = this.#cooldowns.get(key)
    if (!current || seen.until > current.until) this.#cooldowns.set(key, seen)
    return key
  }

  #hasPending(): boolean {
    const { budgets, cooldowns, counts } = this.#pending
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
    this.#running ??= this.#sendReport().finally(() => {
      this.#running = undefined
      this.#lastAt = performance.now()
      if (this.#hasPending()) this.#schedule()
    })
    return this.#running
  }

  async #sendReport(): Promise<void> {
    const { store, credential, now } = this.#options
    const pending = this.#pending
    const toRefresh = this.#toRefresh
    this.#pending = emptyReport()
    this.#toRefresh = new Set()
    const budgets = [...pending.budgets.values()]
    const cooldowns = [...pending.cooldowns.values()]
    for (const { installationId } of [...budgets, ...cooldowns]) toRefresh.add(installationId)
    try {
      const installationIds = [...toRefresh]
      const shared = await store.exchange({
        credential,
        installationIds,
        budgets,
        cooldowns,
        counts: pending.counts
      })
      for (const budget of shared.budgets) this.#learnBudget(budget)
      for (const cooldown of shared.cooldowns) this.#learnCooldown(cooldown)
      for (const id of toRefresh) this.#refreshedAt.set(id, now().getTime())
    } catch (error) {
      this.#restorePending(pending)
      this.#postponeRefresh(toRefresh)
      this.#warnOnce(error)
    }
  }

  /** Puts a report that could not be saved back, below anything that arrived meanwhile. */
  #restorePending({ budgets, cooldowns, counts }: PendingReport): void {
    const pending = this.#pending
    for (const [key, budget] of budgets)
      pending.budgets.set(key, mergedBudget(budget, pending.budgets.get(key) ?? budget))
    for (const [key, cooldown] of cooldowns)
      if (!pending.cooldowns.has(key)) pending.cooldowns.set(key, cooldown)
    for (const kind of ['requests', 'errors', 'hits', 'misses'] as const) pending.counts[kind] += counts[kind]
  }

  #warnOnce(error: unknown): void {
    if (performance.now() - this.#warnedAt < WARN_EVERY_MS) return
    this.#warnedAt = performance.now()
    this.#options.log.warn(
      { err: error },
      'The shared store of the host client does not respond; using the state of this process only'
    )
  }
}

/** Bounds how long a slow store can delay a call. */
async function waitBriefly(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STORE_TIMEOUT_MS)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
