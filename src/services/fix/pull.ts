// What becomes of an attempt whose change is proposed: its pull request is there, or there will be none, or people have
// merged or closed it.
import type { HostPullRequest } from '../../../schemas/mirror.js'
import type { Deps, Tx } from '../../deps.js'
import { commentOf } from '../../domain/fix/texts.js'
import type { ActionRow } from '../../store/actions.js'
import { type FixRow, fixOf, lockFix, lockFixesOf } from '../../store/fix.js'
import { pullNumbered } from '../../store/mirror.js'
import { sayInPlace } from '../standing-comments.js'
import { endHeld } from './conclusion.js'
import { keepFix, noteFix } from './keeping.js'
import { errorOfStop } from './still-asked.js'

const COMMENT_TOPIC = 'issue_fix'

interface Pull {
  number: number
  url: string | null
}

/** The attempt that an action is of; the caller holds the repository. */
async function heldFor(tx: Tx, { sourceId }: ActionRow): Promise<FixRow | undefined> {
  const found = sourceId === null ? undefined : await fixOf(tx, sourceId)
  return found && lockFix(tx, found.id)
}

export const fixPull = {
  async opened(deps: Deps, tx: Tx, row: ActionRow, { number, url }: Pull): Promise<void> {
    const fix = await heldFor(tx, row)
    // It may have been given up before somebody had its action tried again.
    if (!fix || fix.prNumber !== null || fix.status === 'superseded') return
    const at = deps.now()
    const kept = await keepFix(tx, fix, {
      ...{ status: 'submitted', error: null, reason: null, prNumber: number, prUrl: url },
      ...{ finishedAt: at, updatedAt: at }
    })
    const { repoId, issueNumber, complexity, confidence, decisionId } = kept
    await sayInPlace(deps, tx, {
      ...{ repoId, pillar: 'issue_fix', source: COMMENT_TOPIC, decisionId, topic: COMMENT_TOPIC },
      target: { type: 'issue', number: issueNumber },
      body: commentOf({ prNumber: number, complexity, confidence }),
      evidence: { attempt_id: kept.id, pr_number: number }
    })
    await noteFix(tx, kept)
  },
  async givenUp(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
    const fix = await heldFor(tx, row)
    if (fix?.finishedAt !== null) return
    const reason = row.errorMessage ?? `Its action is ${row.status}.`
    const error = errorOfStop(row)
    const end = error
      ? { status: 'rejected' as const, error }
      : { status: 'failed' as const, error: 'not_submitted' as const }
    await endHeld(deps, tx, fix, { ...end, reason })
  }
}

/** What people have done with proposals, as the mirror has it by now; the caller holds the repository. */
export async function followFixes(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  repoId: number,
  pulls: readonly HostPullRequest[]
): Promise<void> {
  if (pulls.length === 0) return
  const numbers = pulls.map(({ number }) => number)
  for (const fix of await lockFixesOf(tx, repoId, numbers)) {
    const state = (await pullNumbered(tx, repoId, fix.prNumber ?? 0))?.state
    const status = state === 'open' ? 'submitted' : state
    if (status === undefined || status === fix.status) continue
    await noteFix(tx, await keepFix(tx, fix, { status, updatedAt: now() }))
  }
}
