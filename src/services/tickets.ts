// Admits so many requests per key and window, over all processes together, mostly without asking the database.
//
// Each process draws tickets ahead from the shared store and spends them locally. The nearer a window is to its
// end, the fewer are drawn ahead. A process that finds the store empty calls the others to return what they hold,
// so that two processes together admit exactly the limit, not less.
import type { Deps } from '../deps.js'
import { notify } from '../store/database.js'
import { returnTickets, type TicketGrant, type TicketRequest, takeTickets } from '../store/rate-limits.js'
import { batched } from './batched.js'

export interface Admission {
  admitted: boolean
  remaining: number
  /** Milliseconds until the window ends. */
  msLeft: number
}

export interface TicketOffice {
  admit(key: string): Promise<Admission>
  /** Gives back what is held, so that nothing is lost when the process ends. */
  close(): Promise<void>
}

interface Purse {
  held: number
  /** Tickets of the window that nobody has drawn yet, as last seen. */
  undrawn: number
  endsAt: number
  /** After a recall this process draws no more ahead than it needs. */
  careful: boolean
  empty: boolean
  drawing: Promise<void> | undefined
  waiting: number
}

interface Office {
  deps: Deps
  draw: (request: TicketRequest) => Promise<TicketGrant>
  purses: Map<string, Purse>
  complainedAt: number
}

const RECALL_CHANNEL = 'tickets_recalled'
const RECALL_WAIT_MS = 60
/** Draw at most this share of what is left. */
const AHEAD_SHARE = 8
const MOST_AHEAD = 1_000
const MOST_PURSES = 50_000

export function openTicketOffice(deps: Deps): TicketOffice {
  const office: Office = {
    deps,
    draw: drawerOf(deps),
    purses: new Map(),
    complainedAt: Number.NEGATIVE_INFINITY
  }
  void deps.listen(
    RECALL_CHANNEL,
    (key) =>
      void giveBack(office, key).catch((error) => deps.log.warn({ err: error }, 'tickets were not returned'))
  )
  return {
    admit: (key) => admit(office, key),
    async close() {
      for (const key of office.purses.keys()) await giveBack(office, key)
    }
  }
}

function drawerOf(deps: Deps): Office['draw'] {
  return batched<TicketRequest, TicketGrant>(async (requests) => {
    const grants = await deps.transaction((tx) => takeTickets(tx, requests))
    return requests.map(({ key }) => grants.get(key) ?? { granted: 0, taken: 0, msLeft: 0 })
  }, 100)
}

async function admit(office: Office, key: string): Promise<Admission> {
  const purse = purseOf(office, key)
  purse.waiting += 1
  try {
    // Another request may spend what this one waited for, so it looks again after each draw.
    while (purse.held === 0 && !isEmpty(purse)) {
      purse.drawing ??= refill(office, key, purse).finally(() => {
        purse.drawing = undefined
      })
      await purse.drawing
    }
  } finally {
    purse.waiting -= 1
  }
  const admitted = purse.held > 0
  if (admitted) purse.held -= 1
  return {
    admitted,
    remaining: purse.held + purse.undrawn,
    msLeft: Math.max(0, purse.endsAt - performance.now())
  }
}

function purseOf({ purses, deps }: Office, key: string): Purse {
  const known = purses.get(key)
  if (known && (known.endsAt > performance.now() || known.drawing)) return known
  if (purses.size >= MOST_PURSES) forgetEnded(purses)
  const fresh: Purse = {
    held: 0,
    undrawn: deps.rateLimit.max,
    endsAt: Number.POSITIVE_INFINITY,
    careful: false,
    empty: false,
    drawing: undefined,
    waiting: 0
  }
  purses.set(key, fresh)
  return fresh
}

function forgetEnded(purses: Map<string, Purse>): void {
  const now = performance.now()
  for (const [key, purse] of purses) if (purse.endsAt <= now) purses.delete(key)
}

function isEmpty(purse: Purse): boolean {
  return purse.empty && purse.endsAt > performance.now()
}

async function refill(office: Office, key: string, purse: Purse): Promise<void> {
  try {
    if (await drawInto(office, key, purse)) return
    await recall(office, key)
    if (await drawInto(office, key, purse)) return
    purse.empty = true
  } catch (error) {
    countAlone(office, purse, error)
  }
}

/** While the store does not answer, this process keeps the limit by itself. */
function countAlone(office: Office, purse: Purse, error: unknown): void {
  const { max, windowSeconds } = office.deps.rateLimit
  const now = performance.now()
  if (now - office.complainedAt > 60_000) {
    office.complainedAt = now
    office.deps.log.warn(
      { err: error },
      'the shared store of the rate limit does not answer; counting in this process alone'
    )
  }
  purse.held = max
  purse.undrawn = 0
  purse.endsAt = now + windowSeconds * 1000
}

/** Draws for those who wait, and ahead for those who may come; true when it brought anything. */
async function drawInto(office: Office, key: string, purse: Purse): Promise<boolean> {
  const { max, windowSeconds } = office.deps.rateLimit
  const ahead = purse.careful ? 0 : Math.min(MOST_AHEAD, Math.floor(purse.undrawn / AHEAD_SHARE))
  const want = Math.max(1, purse.waiting + ahead)
  const grant = await office.draw({ key, want, limit: max, windowSeconds })
  purse.held += grant.granted
  purse.undrawn = Math.max(0, max - grant.taken)
  purse.endsAt = performance.now() + grant.msLeft
  return grant.granted > 0
}

/** Asks the other processes for what they hold of this key, and gives them a moment to return it. */
async function recall({ deps }: Office, key: string): Promise<void> {
  await deps.transaction((tx) => notify(tx, RECALL_CHANNEL, key))
  await new Promise((resolve) => setTimeout(resolve, RECALL_WAIT_MS))
}

async function giveBack({ deps, purses }: Office, key: string): Promise<void> {
  const purse = purses.get(key)
  if (!purse) return
  purse.careful = true
  const count = purse.held
  if (count === 0 || purse.endsAt <= performance.now()) return
  purse.held = 0
  await deps.transaction((tx) => returnTickets(tx, new Map([[key, count]])))
}
