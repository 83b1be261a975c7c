// Queued attempts: each repository runs one at a time, and after a merge of repositories one of two attempts gives way.
import type { Deps, Tx } from '#deps.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { lockAction, transition } from '#store/actions/actions.js'
import { scheduleFollowUp } from '#store/actions/follow-ups.js'
import { clashingFixes, unstartedFixes } from '#store/fixing/attempts.js'
import type { RepositoryPair } from '#store/sql/repository-table.js'
import { recordEndDecision } from '../attempts/end.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { fixKind } from './attempt.js'
import { recordFixActivity, updateFixAttempt } from './attempt-record.js'

const FORGOTTEN_AFTER_MS = 5 * MINUTE_MS
const AT_ONCE = 100

/** Starts queued attempts that nothing blocks any more. */
export async function startOverlookedFixes(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - FORGOTTEN_AFTER_MS)
  const jobs = (await unstartedFixes(deps.db, before, AT_ONCE)).map((id) => ({ payload: { attempt_id: id } }))
  if (jobs.length > 0) await deps.transaction((tx) => deps.queue.enqueue(tx, 'fix.run', jobs))
}

const SUPERSEDED_REASON = 'Another attempt is in progress in the repository that replaced this one.'

/**
 * Both repositories may have an attempt in progress for one issue; the orphan's is superseded, and its proposal
 * cancelled.
 */
export async function supersedeClashingFixes(tx: Tx, pair: RepositoryPair, at: Date): Promise<void> {
  for (const attempt of await clashingFixes(tx, pair)) {
    const { id, actionId, decisionId } = attempt
    if (actionId !== null) await cancelProposal(tx, actionId, at)
    const end = {
      decision: 'skipped',
      inputs: { error: null },
      reason: SUPERSEDED_REASON,
      attemptId: id,
      at
    } as const
    const ended = { status: 'superseded' as const, heldBy: null, finishedAt: at, updatedAt: at }
    const updated = await updateFixAttempt(tx, attempt, {
      ...ended,
      reason: SUPERSEDED_REASON,
      decisionId: decisionId ?? (await recordEndDecision(tx, fixKind.subject({ attempt }), end))
    })
    await recordFixActivity(tx, updated)
  }
}

async function cancelProposal(tx: Tx, actionId: number, at: Date): Promise<void> {
  const row = await lockAction(tx, actionId)
  if (row?.resolvedAt !== null) return
  const set = { resolvedAt: at, errorMessage: SUPERSEDED_REASON }
  await transition(tx, row, { to: 'cancelled', actor: SERVICE_ACTOR, at, detail: SUPERSEDED_REASON, set })
  // A worker may have created the branch, or still create it; the follow-up sweep deletes it.
  await scheduleFollowUp(tx, actionId, row.leasedUntil ?? at)
}
