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

const COMMENT_TOPIC = 'issue_fix'

interface Pull {
  number: number
  url: string | null
}

/** The attempt that an action is of, where it is under way; the caller holds the repository. */
async function heldFor(tx: Tx, { sourceId }: ActionRow): Promise<FixRow | undefined> {
  const found = sourceId === null ? undefined : await fixOf(tx, sourceId)
  const fix = found && (await lockFix(tx, found.id))
  return fix?.finishedAt === null ? fix : undefined
}

export const fixPull = {
  async opened(deps: Deps, tx: Tx, row: ActionRow, { number, url }: Pull): Promise<void> {
    const fix = await heldFor(tx, row)
    if (!fix) return
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
    const reason = row.errorMessage ?? `Its action is ${row.status}.`
    if (fix) await endHeld(deps, tx, fix, { status: 'failed', error: 'not_submitted', reason })
  }
}

/** What people have done with proposals, as the mirror has it by now; the caller holds the repository. */
export async function followFixes(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  repoId: number,
  pulls: readonly HostPullRequest[]
): Promise<void> {
  const numbers = pulls.filter(({ state }) => state !== 'open').map(({ number }) => number)
  if (numbers.length === 0) return
  for (const fix of await lockFixesOf(tx, repoId, numbers)) {
    const state = (await pullNumbered(tx, repoId, fix.prNumber ?? 0))?.state
    if (state === undefined || state === 'open') continue
    await noteFix(tx, await keepFix(tx, fix, { status: state, updatedAt: now() }))
  }
}
