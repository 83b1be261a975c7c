// The turn of a job at a repository: held by a lease, and lost with it. A job that lost its turn writes nothing more.

import type { Deps, RepositoryAccess } from '#deps.js'
import type { SyncHistory } from '#domain/mirror/quiet.js'
import type { PullsShown } from '#domain/mirror/sync.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import type { Part } from '#schemas/host/enums.js'
import { renewTurn, type SyncRequest } from '#store/mirror/syncs.js'
import type { Tx } from '#store/sql/database.js'

/** Longer than a page or a few requests take; after that, another job replaces a crashed one. */
const LEASE_MS = 3 * MINUTE_MS
/** After so many pages, or so long, other repositories get their turn. */
const PAGES_PER_TURN = 40
const TURN_MS = MINUTE_MS

export interface Turn extends SyncRequest {
  deps: Deps
  place: Omit<RepositoryAccess, 'priority'>
  /** The standing of the repository when the turn began. */
  standing: SyncHistory
  /** Parts that the host reported as unchanged during this turn. */
  unchanged: Set<Part>
  /** What the list of issues shows about pull requests, if it was requested. */
  pullsShown?: PullsShown
  /** Parts that seem to differ from the mirror; they are compared again. */
  toCompare: Set<Part>
  /** Pages left for this job; the next job continues. */
  pages: { left: number }
  endsAt: Date
}

/** The budget of a turn that starts now. */
export function turnBudget({ now }: Deps): Pick<Turn, 'pages' | 'endsAt' | 'unchanged' | 'toCompare'> {
  return {
    unchanged: new Set(),
    toCompare: new Set(),
    pages: { left: PAGES_PER_TURN },
    endsAt: new Date(now().getTime() + TURN_MS)
  }
}

export function isOver({ pages, endsAt, deps }: Turn): boolean {
  return pages.left <= 0 || deps.now() >= endsAt
}

export class TurnLost extends Error {}

export function leaseOf(deps: Deps, { repoId, jobId }: SyncRequest) {
  const now = deps.now()
  return { repoId, jobId, now, leasedUntil: new Date(now.getTime() + LEASE_MS) }
}

/** Runs a transaction that commits only while this job holds the turn. */
export async function inTurn<T>(turn: Turn, phase: Part, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { deps } = turn
  return deps.transaction(async (tx) => {
    const result = await work(tx)
    if (!(await renewTurn(tx, leaseOf(deps, turn), phase))) throw new TurnLost()
    return result
  })
}
