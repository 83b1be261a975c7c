// What a turn learns on its way: which parts need not be asked for, and which are to be compared once more.

import type { ListedPage } from '#deps.js'
import { isCounted, isQuiet } from '#domain/mirror/quiet.js'
import { arePullsStill, isListUnchanged } from '#domain/mirror/sync.js'
import type { Part } from '#schemas/host/words.js'
import { type MirroredPart, requestFullWalks, type Walk, walkOf } from '#store/mirror/sync-walks.js'
import { miscountOf } from '#store/mirror/syncs.js'
import type { Tx } from '#store/sql/database.js'
import { inTurn, type Turn } from './turn.js'

/** Whether nothing can have happened to a part that is worth a question. */
export function isLeftOut(turn: Turn, part: MirroredPart, known: Walk): boolean {
  const { deps, standing, unchanged, pullsShown } = turn
  if (part === 'pull_requests' && pullsShown && arePullsStill(known, pullsShown)) unchanged.add(part)
  const arePullsUnchanged = unchanged.has('pull_requests')
  const isSo = isQuiet(part, known, { standing, arePullsUnchanged, now: deps.now() })
  if (isSo) noteUnchanged(turn, part)
  return isSo
}

/** What the newest page says of this part, and the one of the issues of pull requests. */
export function noteNewest(turn: Turn, part: MirroredPart, known: Walk, page: ListedPage<unknown>): void {
  const { isUnchanged, newest, newestPull, next, last } = page
  if (isUnchanged || isListUnchanged(known, newest)) noteUnchanged(turn, part)
  else if (part === 'issues')
    turn.pullsShown = { newest: newestPull, since: next === undefined ? null : last }
}

/** Where nothing has happened to the issues, nothing has to the pull requests. */
function noteUnchanged({ unchanged }: Turn, part: MirroredPart): void {
  unchanged.add(part)
  if (part === 'issues') unchanged.add('pull_requests')
}

/**
 * Where the host counts other than the mirror although its newest page tells of nothing new, something has gone further
 * back, or had its event lost: the issues are compared from end to end.
 */
export async function doubtCount(turn: Turn): Promise<void> {
  const { deps, repoId, standing, unchanged } = turn
  if (!unchanged.has('issues') || !standing.miscount) return
  const known = await walkOf(deps.db, repoId, 'issues')
  if (!known || isCounted(await miscountOf(deps.db, repoId), known)) return
  await inTurn(turn, 'issues', (tx) => doubt(turn, tx, 'issues'))
}

/** Has a part compared from end to end: in this turn, or in the next where this one does not come to it. */
export async function doubt({ repoId, doubted }: Turn, tx: Tx, part: Part): Promise<void> {
  doubted.add(part)
  await requestFullWalks(tx, repoId, [part])
}
