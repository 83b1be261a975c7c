// Decides whether an incoming state is newer than the mirrored one.
import { isFarFuture } from '../deliveries/corrections.js'
import type { HostPullRequest, HostRun } from '../host/items.js'
import { LONGEST_BODY } from '../host/limits.js'

interface StoredState {
  updatedAt: Date
  goneAt: Date | null
}

/** How the state arrived. */
export interface UpdateOrigin {
  /** The time of the request, if the state comes from a listing; undefined for an event. */
  shownAt?: Date
  /** Whether a later event about the same item was already applied. */
  isOvertaken?: boolean
}

/**
 * An older state changes nothing. A removed item returns if a later listing contains it, or if it changed after its
 * removal; an earlier event does not bring it back.
 */
export function isNewer(
  known: StoredState | undefined,
  incoming: { updatedAt: Date },
  origin: UpdateOrigin = {}
): boolean {
  if (!known) return true
  const ahead = incoming.updatedAt.getTime() - known.updatedAt.getTime()
  return (
    (ahead > 0 || (ahead === 0 && winsTie(incoming, origin))) && !isBeforeRemoval(known, incoming, origin)
  )
}

/** The host's timestamps have a resolution of one second. */
const TICK_MS = 1_000

/** Within one second, the later arrival wins, but a listing may be older than a known event. */
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
 * Replaces timestamps more than a day after the receipt by the time of the receipt. A state from the far future would
 * otherwise outrank all later ones.
 */
export function clampFutureMoments<State extends object>(state: State, receivedAt: Date): State {
  const bounded = (value: unknown) =>
    value instanceof Date && isFarFuture(value, receivedAt) ? receivedAt : value
  const fields = Object.entries(state).map(([name, value]) => [name, bounded(value)])
  // Cast: only a date replaces a date, so every field keeps its type.
  return Object.fromEntries(fields) as State
}

interface StoredRunState extends StoredState {
  attempt: number
  status: HostRun['status']
}

const PROGRESS = { queued: 0, in_progress: 1, completed: 2 } as const

/** Timestamps of runs are coarse, so within one attempt the status must advance. */
export function isNewerRun(
  known: StoredRunState | undefined,
  incoming: HostRun,
  origin: UpdateOrigin = {}
): boolean {
  if (!known) return true
  if (isBeforeRemoval(known, incoming, origin)) return false
  if (incoming.attempt !== known.attempt) return incoming.attempt > known.attempt
  if (PROGRESS[incoming.status] !== PROGRESS[known.status])
    return PROGRESS[incoming.status] > PROGRESS[known.status]
  return isNewer(known, incoming, origin)
}

type PullSizes = Pick<HostPullRequest, 'additions' | 'deletions' | 'changedFiles' | 'headSha'>

/** Listings lack the sizes; known ones stay valid while the head commit is the same. */
export function mergePullSizes(known: PullSizes | undefined, incoming: PullSizes): PullSizes {
  const headSha = incoming.headSha ?? known?.headSha ?? null
  const sameHead = known?.headSha === headSha ? known : undefined
  return {
    headSha,
    additions: incoming.additions ?? sameHead?.additions ?? null,
    deletions: incoming.deletions ?? sameHead?.deletions ?? null,
    changedFiles: incoming.changedFiles ?? sameHead?.changedFiles ?? null
  }
}

interface Labelled {
  updatedAt: Date
  labels?: readonly string[]
}

/**
 * Whether the labels changed without an update of the item: renaming or deleting a label does not touch the items that
 * have it.
 */
export function isRelabelled(before: Labelled | undefined, after: Labelled): boolean {
  if (before?.updatedAt.getTime() !== after.updatedAt.getTime()) return false
  const [labelsBefore, labelsAfter] = [new Set(before.labels), new Set(after.labels)]
  return labelsBefore.size !== labelsAfter.size || [...labelsBefore].some((label) => !labelsAfter.has(label))
}

/** Only programs read bodies, so the length is limited. */
export function truncateBody(body: string | null): string | null {
  return body?.slice(0, LONGEST_BODY) ?? null
}
