// A job's turn at a repository: it has it as long as it says so, and whoever loses it changes nothing more.

import type { Deps, RepositoryAccess } from '#deps.js'
import type { Standing } from '#domain/mirror/quiet.js'
import type { PullsShown } from '#domain/mirror/sync.js'
import type { Part } from '#schemas/host/words.js'
import { renewTurn, type SyncRequest } from '#store/mirror/syncs.js'
import type { Tx } from '#store/sql/database.js'

/** Longer than a page or a few questions take; a process that died is followed by another after that. */
const LEASE_MS = 3 * 60_000
/** After so many pages, or so long, another repository may have its turn. */
const PAGES_PER_TURN = 40
const TURN_MS = 60_000

export interface Turn extends SyncRequest {
  deps: Deps
  place: Omit<RepositoryAccess, 'priority'>
  /** Of the repository, when the turn began. */
  standing: Standing
  /** Parts of which the host has said in this turn that nothing has changed. */
  unchanged: Set<Part>
  /** What the issues tell of pull requests, where they were asked for. */
  pullsShown?: PullsShown
  /** Parts that seem to be other than the mirror has them: they are compared once more. */
  doubted: Set<Part>
  /** How many pages are left to this job; the next job goes on. */
  pages: { left: number }
  endsAt: Date
}

/** What a turn may take, from now on. */
export function turnBudget({ now }: Deps): Pick<Turn, 'pages' | 'endsAt' | 'unchanged' | 'doubted'> {
  return {
    unchanged: new Set(),
    doubted: new Set(),
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

/** A transaction that commits only while it is this job's turn. */
export async function inTurn<T>(turn: Turn, phase: Part, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { deps } = turn
  return deps.transaction(async (tx) => {
    const result = await work(tx)
    if (!(await renewTurn(tx, leaseOf(deps, turn), phase))) throw new TurnLost()
    return result
  })
}
