// Decides which parts of a sync can be skipped, and which must be compared again.

import type { ListedPage } from '#deps.js'
import { canSkipPart, isCounted } from '#domain/mirror/quiet.js'
import { arePullsStill, isListUnchanged } from '#domain/mirror/sync.js'
import type { Part } from '#schemas/host/enums.js'
import { type MirroredPart, requestFullWalks, type Walk, walkOf } from '#store/mirror/sync-walks.js'
import { miscountOf } from '#store/mirror/syncs.js'
import type { Tx } from '#store/sql/database.js'
import { inTurn, type Turn } from './turn.js'

/** Whether a part cannot have changed in a way that is worth a request. */
export function shouldSkipPart(turn: Turn, part: MirroredPart, known: Walk): boolean {
  const { deps, standing, unchanged, pullsShown } = turn
  if (part === 'pull_requests' && pullsShown && arePullsStill(known, pullsShown)) unchanged.add(part)
  const arePullsUnchanged = unchanged.has('pull_requests')
  const isSkipped = canSkipPart(part, known, { standing, arePullsUnchanged, now: deps.now() })
  if (isSkipped) noteUnchanged(turn, part)
  return isSkipped
}

/** Notes what the newest page shows about this part, and the page of issues about pull requests. */
export function noteNewest(turn: Turn, part: MirroredPart, known: Walk, page: ListedPage<unknown>): void {
  const { isUnchanged, newest, newestPull, next, last } = page
  if (isUnchanged || isListUnchanged(known, newest)) noteUnchanged(turn, part)
  else if (part === 'issues')
    turn.pullsShown = { newest: newestPull, since: next === undefined ? null : last }
}

/** Pull requests are listed as issues too: if no issue changed, no pull request did. */
function noteUnchanged({ unchanged }: Turn, part: MirroredPart): void {
  unchanged.add(part)
  if (part === 'issues') unchanged.add('pull_requests')
}

/**
 * If the host counts more or fewer issues than the mirror although its newest page is unchanged, an older issue changed
 * or an event was lost: all issues are compared.
 */
export async function compareOnMiscount(turn: Turn): Promise<void> {
  const { deps, repoId, standing, unchanged } = turn
  if (!unchanged.has('issues') || !standing.miscount) return
  const known = await walkOf(deps.db, repoId, 'issues')
  if (!known || isCounted(await miscountOf(deps.db, repoId), known)) return
  await inTurn(turn, 'issues', (tx) => requestComparison(turn, tx, 'issues'))
}

/** Requests a full comparison of a part: in this turn, or in the next one if this turn does not reach it. */
export async function requestComparison({ repoId, toCompare }: Turn, tx: Tx, part: Part): Promise<void> {
  toCompare.add(part)
  await requestFullWalks(tx, repoId, [part])
}
