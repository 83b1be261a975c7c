// Which of two accounts of the same thing is to be believed.
import { isFarFuture, LONGEST_BODY } from '../deliveries/corrections.js'
import type { HostPullRequest, HostRun } from '../host/items.js'

interface StoredState {
  updatedAt: Date
  goneAt: Date | null
}

/** How an account came to us. */
export interface UpdateOrigin {
  /** When the host was asked, if this is what it showed; otherwise it is an event. */
  shownAt?: Date
  /** Whether a later event about the same thing was taken over before this one. */
  isOvertaken?: boolean
}

/**
 * An older account changes nothing. What is gone comes back when the host has shown it since (`shownAt`), or something
 * has happened to it since; an event from before the end does not bring it back.
 */
export function isNewer(
  known: StoredState | undefined,
  incoming: { updatedAt: Date },
  telling: UpdateOrigin = {}
): boolean {
  if (!known) return true
  const ahead = incoming.updatedAt.getTime() - known.updatedAt.getTime()
  return (
    (ahead > 0 || (ahead === 0 && winsTie(incoming, telling))) && !isBeforeRemoval(known, incoming, telling)
  )
}

/** The host's clock counts seconds. */
const TICK_MS = 1_000

/** Of two accounts of one tick the last one holds: a list may have been made before the event that is known. */
function winsTie({ updatedAt }: { updatedAt: Date }, { shownAt, isOvertaken }: UpdateOrigin): boolean {
  return !isOvertaken && (!shownAt || shownAt.getTime() >= updatedAt.getTime() + TICK_MS)
}

function isBeforeRemoval(
  { goneAt }: StoredState,
  { updatedAt }: { updatedAt: Date },
  { shownAt }: UpdateOrigin
): boolean {
  return goneAt !== null && (shownAt ?? updatedAt) <= goneAt
}

/**
 * What the host says, with the time of receipt in place of moments more than a day after it: an account of the far future
 * would make all that come later look old.
 */
export function clampFutureMoments<Account extends object>(account: Account, receivedAt: Date): Account {
  const bounded = (fact: unknown) =>
    fact instanceof Date && isFarFuture(fact, receivedAt) ? receivedAt : fact
  const facts = Object.entries(account).map(([name, fact]) => [name, bounded(fact)])
  // The border to the names: each keeps its type, as a moment takes the place of a moment.
  return Object.fromEntries(facts) as Account
}

interface StoredRunState extends StoredState {
  attempt: number
  status: HostRun['status']
}

const PROGRESS = { queued: 0, in_progress: 1, completed: 2 } as const

/** The host's clock for runs is coarse: within one attempt a run only goes forward. */
export function isNewerRun(
  known: StoredRunState | undefined,
  incoming: HostRun,
  telling: UpdateOrigin = {}
): boolean {
  if (!known) return true
  if (isBeforeRemoval(known, incoming, telling)) return false
  if (incoming.attempt !== known.attempt) return incoming.attempt > known.attempt
  if (PROGRESS[incoming.status] !== PROGRESS[known.status])
    return PROGRESS[incoming.status] > PROGRESS[known.status]
  return isNewer(known, incoming, telling)
}

type PullSizes = Pick<HostPullRequest, 'additions' | 'deletions' | 'changedFiles' | 'headSha'>

/** Listings leave the sizes out; those that are known stay as long as the head is the same. */
export function mergePullSizes(known: PullSizes | undefined, incoming: PullSizes): PullSizes {
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

/** Bodies are read by machines only. */
export function truncateBody(body: string | null): string | null {
  return body?.slice(0, LONGEST_BODY) ?? null
}
