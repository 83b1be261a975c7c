// Limits requests per client and window across all processes, mostly without a database call.
//
// Each process draws tickets from the shared store in advance and spends them locally. It draws fewer as the window
// runs out of tickets. A process that finds the store empty recalls the tickets that other processes hold, so that
// together they admit exactly the limit and not less.
import type { Deps } from '#deps.js'
import { batched } from '#runtime/batch.js'
import { withTimeout } from '#runtime/timeout.js'
import {
  drawQuota,
  type QuotaGrant,
  type QuotaRequest,
  returnQuota,
  type UnusedQuota
} from '#store/accounts/rate-limits.js'
import { notify } from '#store/sql/database.js'

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
  alone: boolean
  drawing: Promise<void> | undefined
  waiting: number
  onReturned: (() => void) | undefined
}

interface LimiterState {
  deps: Deps
  draw: (request: QuotaRequest) => Promise<QuotaGrant>
  /** In order of creation. */
  purses: Map<string, ClientQuota>
  aloneUntil: number
  complainedAt: number
}

const RECALLED = 'tickets_recalled'
const RETURNED = 'tickets_returned'
/** Stands for all keys. */
const ANY = ''
const RECALL_WAIT_MS = 250
const STORE_PATIENCE_MS = 5_000
const LOCAL_FOR_MS = 5_000
const COMPLAIN_EVERY_MS = 60_000
/** Draw at most one eighth of what is left. */
const AHEAD_SHARE = 8
const MOST_QUOTAS = 50_000

export function openRateLimiter(deps: Deps): RateLimiter {
  const office: LimiterState = {
    deps,
    draw: batchedDraw(deps),
    purses: new Map(),
    aloneUntil: Number.NEGATIVE_INFINITY,
    complainedAt: Number.NEGATIVE_INFINITY
  }
  listenFor(
    deps,
    RECALLED,
    (key) => void returnUnused(office, key === ANY ? [...office.purses.keys()] : [key])
  )
  listenFor(deps, RETURNED, (key) => reopen(office, key))
  return {
    spend(client) {
      const purse = quotaFor(office, bucketKey(client))
      return purse.held > 0 ? spend(purse) : undefined
    },
    admit: (client) => admit(office, bucketKey(client)),
    close: () => returnUnused(office, [...office.purses.keys()])
  }
}

/** Without notifications from other processes the limit still holds; this process only admits less than it could. */
function listenFor({ listen, log }: Deps, channel: string, onKey: (key: string) => void): void {
  listen(channel, onKey).catch((error) =>
    log.warn({ err: error }, 'Rate-limit updates from other processes are not arriving')
  )
}

const bucketKey = (client: string) => `ip:${client}`

const NOTHING: QuotaGrant = { granted: 0, taken: 0, msLeft: 0, resetAt: 0 }

function batchedDraw(deps: Deps): LimiterState['draw'] {
  return batched<QuotaRequest, QuotaGrant>(
    async (requests) => {
      const grants = await deps.transaction((tx) => drawQuota(tx, requests))
      return requests.map(({ key }) => grants.get(key) ?? NOTHING)
    },
    { most: 100 }
  )
}

/** Looks again after each draw, because another request may have spent the ticket that this one waited for. */
async function admit(office: LimiterState, key: string): Promise<Admission> {
  const purse = quotaFor(office, key)
  purse.waiting += 1
  while (purse.held === 0 && !isEmpty(purse)) {
    purse.drawing ??= refill(office, key, purse).finally(() => {
      purse.drawing = undefined
    })
    await purse.drawing
  }
  purse.waiting -= 1
  return spend(purse)
}

function spend(purse: ClientQuota): Admission {
  const admitted = purse.held > 0
  if (admitted) purse.held -= 1
  return {
    admitted,
    remaining: purse.held + purse.undrawn,
    msLeft: Math.max(0, purse.endsAt - performance.now())
  }
}

function quotaFor({ purses, deps }: LimiterState, key: string): ClientQuota {
  const known = purses.get(key)
  if (known && (known.endsAt > performance.now() || known.drawing)) return known
  purses.delete(key)
  if (purses.size >= MOST_QUOTAS) dropOldest(purses)
  const fresh: ClientQuota = {
    held: 0,
    undrawn: deps.rateLimit.max,
    endsAt: Number.POSITIVE_INFINITY,
    resetAt: 0,
    careful: false,
    empty: false,
    alone: false,
    drawing: undefined,
    waiting: 0,
    onReturned: undefined
  }
  purses.set(key, fresh)
  return fresh
}

/** The client loses the dropped tickets for this window; the store limits how many those can be. */
function dropOldest(purses: Map<string, ClientQuota>): void {
  for (const key of purses.keys()) {
    purses.delete(key)
    return
  }
}

function isEmpty({ empty, drawing, endsAt }: ClientQuota): boolean {
  return empty && !drawing && endsAt > performance.now()
}

async function refill(office: LimiterState, key: string, purse: ClientQuota): Promise<void> {
  if (performance.now() < office.aloneUntil) {
    countLocally(office, purse)
    return
  }
  try {
    if (await drawIntoQuota(office, key, purse)) return
    await recall(office, key, purse)
    // Set before the second draw, so that a return in the meantime is not overlooked.
    purse.empty = true
    await drawIntoQuota(office, key, purse)
  } catch (error) {
    warnStoreDown(office, error)
    countLocally(office, purse)
  }
}

/** While the store does not answer, this process enforces the limit on its own. */
function countLocally({ deps }: LimiterState, purse: ClientQuota): void {
  const now = performance.now()
  const isRunning = purse.endsAt > now && Number.isFinite(purse.endsAt)
  purse.held = isRunning ? purse.undrawn : deps.rateLimit.max
  if (!isRunning) purse.endsAt = now + deps.rateLimit.windowSeconds * 1000
  purse.undrawn = 0
  purse.empty = true
  purse.alone = true
}

function warnStoreDown(office: LimiterState, error: unknown): void {
  const now = performance.now()
  office.aloneUntil = now + LOCAL_FOR_MS
  if (now - office.complainedAt < COMPLAIN_EVERY_MS) return
  office.complainedAt = now
  office.deps.log.warn(
    { err: error },
    'The shared rate-limit store does not respond; counting in this process only'
  )
}

/** Draws tickets for the waiting requests and some in advance; returns whether any were granted. */
async function drawIntoQuota(office: LimiterState, key: string, purse: ClientQuota): Promise<boolean> {
  const { max, windowSeconds } = office.deps.rateLimit
  const ahead = purse.careful ? 0 : Math.floor(purse.undrawn / AHEAD_SHARE)
  const want = Math.max(1, purse.waiting + ahead)
  // The window is measured from before the request, so that no ticket is spent after the window ended.
  const askedAt = performance.now()
  const grant = await withTimeout(STORE_PATIENCE_MS, office.draw({ key, want, limit: max, windowSeconds }))
  purse.held += grant.granted
  purse.undrawn = Math.max(0, max - grant.taken)
  purse.endsAt = askedAt + grant.msLeft
  purse.resetAt = grant.resetAt
  purse.alone = false
  if (grant.granted > 0) purse.empty = false
  return grant.granted > 0
}

/** Asks the other processes to return their tickets for this key, and waits briefly for them. */
async function recall({ deps }: LimiterState, key: string, purse: ClientQuota): Promise<void> {
  const returned = new Promise<void>((resolve) => {
    purse.onReturned = resolve
  })
  await withTimeout(
    STORE_PATIENCE_MS,
    deps.transaction((tx) => notify(tx, RECALLED, key))
  )
  await withTimeout(RECALL_WAIT_MS, returned).catch(() => undefined)
}

async function returnUnused({ deps, purses }: LimiterState, keys: readonly string[]): Promise<void> {
  const now = performance.now()
  const tickets = new Map<string, UnusedQuota>()
  for (const key of keys) {
    const purse = purses.get(key)
    if (!purse) continue
    purse.careful = true
    if (purse.held === 0 || purse.alone || purse.endsAt <= now) continue
    tickets.set(key, { count: purse.held, resetAt: purse.resetAt })
    purse.undrawn += purse.held
    purse.held = 0
  }
  const [first] = tickets.keys()
  if (first === undefined) return
  await deps
    .transaction(async (tx) => {
      await returnQuota(tx, tickets)
      await notify(tx, RETURNED, tickets.size === 1 ? first : ANY)
    })
    .catch((error) => deps.log.warn({ err: error }, 'Unused rate-limit tickets could not be returned'))
}

function reopen({ purses }: LimiterState, key: string): void {
  const named = purses.get(key)
  for (const purse of key === ANY ? purses.values() : named ? [named] : []) {
    purse.empty = false
    purse.onReturned?.()
  }
}
