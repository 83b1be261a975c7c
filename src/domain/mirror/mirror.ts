// Which of two accounts of the same thing is to be believed.
import { type Correction, MOST_CORRECTIONS } from '#schemas/deliveries/deliveries.js'
import type { Claim } from '../host/events.js'
import type { HostPullRequest, HostRun } from '../host/items.js'

interface Known {
  updatedAt: Date
  goneAt: Date | null
}

/** How an account came to us. */
export interface Telling {
  /** When the host was asked, if this is what it showed; otherwise it is an event. */
  shownAt?: Date
  /** Whether a later event about the same thing was taken over before this one. */
  isOvertaken?: boolean
}

/**
 * An older account changes nothing. What is gone comes back when the host has shown it since (`shownAt`), or something
 * has happened to it since; an event from before the end does not bring it back.
 */
export function isNews(
  known: Known | undefined,
  incoming: { updatedAt: Date },
  telling: Telling = {}
): boolean {
  if (!known) return true
  const ahead = incoming.updatedAt.getTime() - known.updatedAt.getTime()
  return (ahead > 0 || (ahead === 0 && isLast(incoming, telling))) && !isOver(known, incoming, telling)
}

/** The host's clock counts seconds. */
const TICK_MS = 1_000

/** Of two accounts of one tick the last one holds: a list may have been made before the event that is known. */
function isLast({ updatedAt }: { updatedAt: Date }, { shownAt, isOvertaken }: Telling): boolean {
  return !isOvertaken && (!shownAt || shownAt.getTime() >= updatedAt.getTime() + TICK_MS)
}

function isOver({ goneAt }: Known, { updatedAt }: { updatedAt: Date }, { shownAt }: Telling): boolean {
  return goneAt !== null && (shownAt ?? updatedAt) <= goneAt
}

const MOST_AHEAD_MS = 24 * 3_600_000

/** Whether a moment lies so far after the receipt that nobody can mean it. */
function isAhead(moment: Date, receivedAt: Date): boolean {
  return moment.getTime() > receivedAt.getTime() + MOST_AHEAD_MS
}

/**
 * What the host says, with the time of receipt in place of moments more than a day after it: an account of the far future
 * would make all that come later look old.
 */
export function withinReach<Account extends object>(account: Account, receivedAt: Date): Account {
  const bounded = (fact: unknown) => (fact instanceof Date && isAhead(fact, receivedAt) ? receivedAt : fact)
  const facts = Object.entries(account).map(([name, fact]) => [name, bounded(fact)])
  // The border to the names: each keeps its type, as a moment takes the place of a moment.
  return Object.fromEntries(facts) as Account
}

/** What of an event is taken over otherwise than it says, or left out; the first of them. */
export function correctionsOf(claims: readonly Claim[], receivedAt: Date): Correction[] {
  return claims
    .flatMap((claim) => {
      const reason = faultOf(claim, receivedAt)
      return reason === undefined ? [] : [{ path: claim.path, reason }]
    })
    .slice(0, MOST_CORRECTIONS)
}

function faultOf(claim: Claim, receivedAt: Date): Correction['reason'] | undefined {
  if (claim.kind === 'number') return claim.number === null ? 'not_a_number' : undefined
  if (claim.kind === 'text') return claim.length > LONGEST_BODY ? 'too_long' : undefined
  if (claim.moment === null) return 'not_a_moment'
  return isAhead(claim.moment, receivedAt) ? 'moment_ahead' : undefined
}

interface KnownRun extends Known {
  attempt: number
  status: HostRun['status']
}

const PROGRESS = { queued: 0, in_progress: 1, completed: 2 } as const

/** The host's clock for runs is coarse: within one attempt a run only goes forward. */
export function isRunNews(known: KnownRun | undefined, incoming: HostRun, telling: Telling = {}): boolean {
  if (!known) return true
  if (isOver(known, incoming, telling)) return false
  if (incoming.attempt !== known.attempt) return incoming.attempt > known.attempt
  if (PROGRESS[incoming.status] !== PROGRESS[known.status])
    return PROGRESS[incoming.status] > PROGRESS[known.status]
  return isNews(known, incoming, telling)
}

type Sizes = Pick<HostPullRequest, 'additions' | 'deletions' | 'changedFiles' | 'headSha'>

/** Listings leave the sizes out; those that are known stay as long as the head is the same. */
export function sizesOf(known: Sizes | undefined, incoming: Sizes): Sizes {
  const headSha = incoming.headSha ?? known?.headSha ?? null
  const kept = known?.headSha === headSha ? known : undefined
  return {
    headSha,
    additions: incoming.additions ?? kept?.additions ?? null,
    deletions: incoming.deletions ?? kept?.deletions ?? null,
    changedFiles: incoming.changedFiles ?? kept?.changedFiles ?? null
  }
}

interface Labelled {
  updatedAt: Date
  labels?: readonly string[]
}

/**
 * Whether something carries other labels although nothing happened to it: of what happens to a label itself the host
 * says nothing with what carries it.
 */
export function isRelabelled(before: Labelled | undefined, after: Labelled): boolean {
  if (before?.updatedAt.getTime() !== after.updatedAt.getTime()) return false
  const [were, are] = [new Set(before.labels), new Set(after.labels)]
  return were.size !== are.size || [...were].some((label) => !are.has(label))
}

const LONGEST_BODY = 65_536

/** Bodies are read by machines only, and never from beyond what a person would write. */
export function storedBody(body: string | null): string | null {
  return body?.slice(0, LONGEST_BODY) ?? null
}
