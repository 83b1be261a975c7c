// Limits requests per client and window across all processes, mostly without a database call.
//
// Each process draws tickets from the shared store in advance and spends them locally. It draws fewer as the window
// runs out of tickets. A process that finds the store empty recalls the tickets that other processes hold, so that
// together they admit exactly the limit and not less.
import type { Deps } from '#deps.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { batched } from '#runtime/batch.js'
import { withTimeout } from '#runtime/timeout.js'
import {
  drawQuota,
  type QuotaGrant,
  type QuotaRequest,
  returnQuota,
  type UnusedQuota
} from '#store/accounts/rate-limits.js'
import { announceOnCommit } from '#store/sql/announcements.js'

export interface Admission {
  admitted: boolean
  remaining: number
  /** Milliseconds until the window ends. */
  msLeft: number
}

export interface RateLimiter {
  /** Admits with a ticket that this process holds; undefined if the store must be asked. */
  spend(client: string): Admission | undefined
  /** Asks the store when this process has no ticket. */
  admit(client: string): Promise<Admission>
  /** Returns unused tickets, so that they are not lost when the process ends. */
  close(): Promise<void>
}

interface ClientQuota {
  held: number
  /** Tickets of the window that no process has drawn yet, as last seen. */
  undrawn: number
  endsAt: number
  /** End of the window that granted the held tickets, as the store reported it. */
  resetAt: number
  /** After a recall this process draws only what it needs. */
  careful: boolean
  /** The store has no tickets left, until some process returns one. */
  empty: boolean
  /** The tickets did not come from the store and must not be returned to it. */
  isLocal: boolean
  drawing: Promise<void> | undefined
  waiting: number
  onReturned: (() => void) | undefined
}

interface LimiterState {
  deps: Deps
  draw: (request: QuotaRequest) => Promise<QuotaGrant>
  /** In order of creation. */
  quotas: Map<string, ClientQuota>
  localUntil: number
  warnedAt: number
}

const RECALLED = 'tickets_recalled'
const RETURNED = 'tickets_returned'
/** Stands for all keys. */
const ALL_KEYS = ''
const RECALL_WAIT_MS = 250
const STORE_PATIENCE_MS = 5_000
const LOCAL_FOR_MS = 5_000
const WARN_EVERY_MS = MINUTE_MS
/** Draw at most one eighth of what is left. */
const AHEAD_SHARE = 8
const MOST_QUOTAS = 50_000

export function openRateLimiter(deps: Deps): RateLimiter {
  const limiter: LimiterState = {
    deps,
    draw: batchedDraw(deps),
    quotas: new Map(),
    localUntil: Number.NEGATIVE_INFINITY,
    warnedAt: Number.NEGATIVE_INFINITY
  }
  listenFor(
    deps,
    RECALLED,
    (key) => void returnUnused(limiter, key === ALL_KEYS ? [...limiter.quotas.keys()] : [key])
  )
  listenFor(deps, RETURNED, (key) => reopen(limiter, key))
  return {
    spend(client) {
      const quota = quotaFor(limiter, bucketKey(client))
      return quota.held > 0 ? spend(quota) : undefined
    },
    admit: (client) => admit(limiter, bucketKey(client)),
    close: () => returnUnused(limiter, [...limiter.quotas.keys()])
  }
}

/** Without notifications from other processes the limit still holds; this process only admits less than it could. */
function listenFor({ listen, log }: Deps, channel: string, onKey: (key: string) => void): void {
  listen(channel, onKey).catch((error) =>
    log.warn({ err: error }, 'Rate-limit updates from other processes are not arriving')
  )
}

const bucketKey = (client: string) => `ip:${client}`

const NO_GRANT: QuotaGrant = { granted: 0, taken: 0, msLeft: 0, resetAt: 0 }

function batchedDraw(deps: Deps): LimiterState['draw'] {
  return batched<QuotaRequest, QuotaGrant>(
    async (requests) => {
      const grants = await deps.transaction((tx) => drawQuota(tx, requests))
      return requests.map(({ key }) => grants.get(key) ?? NO_GRANT)
    },
    { most: 100 }
  )
}

/** Looks again after each draw, because another request may have spent the ticket that this one waited for. */
async function admit(limiter: LimiterState, key: string): Promise<Admission> {
  const quota = quotaFor(limiter, key)
  quota.waiting += 1
  while (quota.held === 0 && !isEmpty(quota)) {
    quota.drawing ??= refill(limiter, key, quota).finally(() => {
      quota.drawing = undefined
    })
    await quota.drawing
  }
  quota.waiting -= 1
  return spend(quota)
}

function spend(quota: ClientQuota): Admission {
  const admitted = quota.held > 0
  if (admitted) quota.held -= 1
  return {
    admitted,
    remaining: quota.held + quota.undrawn,
    msLeft: Math.max(0, quota.endsAt - performance.now())
  }
}

function quotaFor({ quotas, deps }: LimiterState, key: string): ClientQuota {
  const known = quotas.get(key)
  if (known && (known.endsAt > performance.now() || known.drawing)) return known
  quotas.delete(key)
  if (quotas.size >= MOST_QUOTAS) dropOldest(quotas)
  const fresh: ClientQuota = {
    held: 0,
    undrawn: deps.rateLimit.max,
    endsAt: Number.POSITIVE_INFINITY,
    resetAt: 0,
    careful: false,
    empty: false,
    isLocal: false,
    drawing: undefined,
    waiting: 0,
    onReturned: undefined
  }
  quotas.set(key, fresh)
  return fresh
}

/** The client loses the dropped tickets for this window; the store limits how many those can be. */
function dropOldest(quotas: Map<string, ClientQuota>): void {
  for (const key of quotas.keys()) {
    quotas.delete(key)
    return
  }
}

function isEmpty({ empty, drawing, endsAt }: ClientQuota): boolean {
  return empty && !drawing && endsAt > performance.now()
}

async function refill(limiter: LimiterState, key: string, quota: ClientQuota): Promise<void> {
  if (performance.now() < limiter.localUntil) {
    countLocally(limiter, quota)
    return
  }
  try {
    if (await drawIntoQuota(limiter, key, quota)) return
    await recall(limiter, key, quota)
    // Set before the second draw, so that a return in the meantime is not overlooked.
    quota.empty = true
    await drawIntoQuota(limiter, key, quota)
  } catch (error) {
    warnStoreDown(limiter, error)
    countLocally(limiter, quota)
  }
}

/** While the store does not answer, this process enforces the limit on its own. */
function countLocally({ deps }: LimiterState, quota: ClientQuota): void {
  const now = performance.now()
  const isRunning = quota.endsAt > now && Number.isFinite(quota.endsAt)
  quota.held = isRunning ? quota.undrawn : deps.rateLimit.max
  if (!isRunning) quota.endsAt = now + deps.rateLimit.windowSeconds * 1000
  quota.undrawn = 0
  quota.empty = true
  quota.isLocal = true
}

function warnStoreDown(limiter: LimiterState, error: unknown): void {
  const now = performance.now()
  limiter.localUntil = now + LOCAL_FOR_MS
  if (now - limiter.warnedAt < WARN_EVERY_MS) return
  limiter.warnedAt = now
  limiter.deps.log.warn(
    { err: error },
    'The shared rate-limit store does not respond; counting in this process only'
  )
}

/** Draws tickets for the waiting requests and some in advance; returns whether any were granted. */
async function drawIntoQuota(limiter: LimiterState, key: string, quota: ClientQuota): Promise<boolean> {
  const { max, windowSeconds } = limiter.deps.rateLimit
  const ahead = quota.careful ? 0 : Math.floor(quota.undrawn / AHEAD_SHARE)
  const want = Math.max(1, quota.waiting + ahead)
  // The window is measured from before the request, so that no ticket is spent after the window ended.
  const askedAt = performance.now()
  const grant = await withTimeout(STORE_PATIENCE_MS, limiter.draw({ key, want, limit: max, windowSeconds }))
  quota.held += grant.granted
  quota.undrawn = Math.max(0, max - grant.taken)
  quota.endsAt = askedAt + grant.msLeft
  quota.resetAt = grant.resetAt
  quota.isLocal = false
  if (grant.granted > 0) quota.empty = false
  return grant.granted > 0
}

/** Asks the other processes to return their tickets for this key, and waits briefly for them. */
async function recall({ deps }: LimiterState, key: string, quota: ClientQuota): Promise<void> {
  const returned = new Promise<void>((resolve) => {
    quota.onReturned = resolve
  })
  await withTimeout(
    STORE_PATIENCE_MS,
    deps.transaction(async (tx) => announceOnCommit(tx, RECALLED, key))
  )
  await withTimeout(RECALL_WAIT_MS, returned).catch(() => undefined)
}

async function returnUnused({ deps, quotas }: LimiterState, keys: readonly string[]): Promise<void> {
  const now = performance.now()
  const tickets = new Map<string, UnusedQuota>()
  for (const key of keys) {
    const quota = quotas.get(key)
    if (!quota) continue
    quota.careful = true
    if (quota.held === 0 || quota.isLocal || quota.endsAt <= now) continue
    tickets.set(key, { count: quota.held, resetAt: quota.resetAt })
    quota.undrawn += quota.held
    quota.held = 0
  }
  const [first] = tickets.keys()
  if (first === undefined) return
  const returned = deps.transaction(async (tx) => {
    await returnQuota(tx, tickets)
    announceOnCommit(tx, RETURNED, tickets.size === 1 ? first : ALL_KEYS)
  })
  // The end of the process waits for it.
  await withTimeout(STORE_PATIENCE_MS, returned).catch((error) =>
    deps.log.warn({ err: error }, 'Unused rate-limit tickets could not be returned')
  )
}

function reopen({ quotas }: LimiterState, key: string): void {
  const known = quotas.get(key)
  for (const quota of key === ALL_KEYS ? quotas.values() : known ? [known] : []) {
    quota.empty = false
    quota.onReturned?.()
  }
}
