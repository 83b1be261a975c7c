// Records what people did with the pull requests of fixes, from the mirror.

import type { Deps, Tx } from '#deps.js'
import { fixComment } from '#domain/fixing/texts.js'
import type { HostPullRequest } from '#domain/host/items.js'
import { type FixRow, fixesWithStaleOutcome, lockFixesOf } from '#store/fixing/attempts.js'
import { lockRepository, pullByNumber } from '#store/mirror/mirror.js'
import { upsertStickyComment } from '../actions/sticky-comments.js'
import { recordFixActivity, updateFixAttempt } from './attempt-record.js'

const COMMENT_TOPIC = 'issue_fix'

/** The status that follows from its pull request; undefined if the mirror does not have it. */
export async function fixStatusByPull(tx: Tx, repoId: number, number: number) {
  const state = (await pullByNumber(tx, repoId, number))?.state
  return state === 'open' ? 'submitted' : state
}

/** Updates the comment on the issue and the activity item of the attempt. */
export async function commentFixPull(deps: Deps, tx: Tx, fix: FixRow, prNumber: number): Promise<void> {
  const { repoId, issueNumber, decisionId } = fix
  await upsertStickyComment(deps, tx, {
    repoId,
    pillar: 'issue_fix',
    source: COMMENT_TOPIC,
    decisionId,
    topic: COMMENT_TOPIC,
    target: { type: 'issue', number: issueNumber },
    body: fixComment({ ...fix, prNumber }),
    evidence: { attempt_id: fix.id, pr_number: prNumber }
  })
  await recordFixActivity(tx, fix)
}

/** Records the current state of proposals in the mirror; the caller holds the repository. */
export async function recordFixOutcomes(
  deps: Deps,
  tx: Tx,
  repoId: number,
  pulls: readonly Pick<HostPullRequest, 'number'>[]
): Promise<void> {
  if (pulls.length === 0) return
  const numbers = pulls.map(({ number }) => number)
  for (const fix of await lockFixesOf(tx, repoId, numbers)) {
    const number = fix.prNumber ?? 0
    const status = await fixStatusByPull(tx, repoId, number)
    if (status === undefined || status === fix.status) continue
    await commentFixPull(deps, tx, await updateFixAttempt(tx, fix, { status, updatedAt: deps.now() }), number)
  }
}

const AT_ONCE = 100

/** Finds outcomes that no event reported, so that an answered proposal does not stay open for ever. */
export async function recordMissedFixOutcomes(deps: Deps): Promise<void> {
  for (const { repoId, number } of await fixesWithStaleOutcome(deps.db, AT_ONCE))
    await deps.transaction(async (tx) => {
      await lockRepository(tx, repoId)
      await recordFixOutcomes(deps, tx, repoId, [{ number }])
    })
}
