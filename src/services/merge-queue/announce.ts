// Tells the pipeline, and the feedback rules, what has become of pull requests in the queue.
import type { Deps, Tx } from '#deps.js'
import type { FeedbackEvent } from '#domain/feedback/events.js'
import { isLaneEnd, type LaneEnd, type LaneMove } from '#domain/merge-queue/lane/lane.js'
import { moveWords } from '#domain/merge-queue/texts.js'
import type { JsonObject } from '#schemas/common.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { sendFeedback } from '../feedback/send.js'
import { type NewPipelineEvent, recordPipelineEvents } from '../telemetry/record.js'
import { testEventsOf } from './lane/batch-events.js'
import type { LaneChange } from './lane/change-lane.js'
import type { FollowedMove } from './lane/moves.js'

export interface Announcement extends FollowedMove {
  decisionId: number | null
}

/** Last in the transaction: it writes to the sums of the repository. */
export async function announceMoves(
  deps: Deps,
  tx: Tx,
  change: LaneChange,
  followed: readonly Announcement[]
): Promise<void> {
  for (const { move, entry, decisionId } of followed) {
    const word = wordOf(change, { move, entry, decisionId })
    if (!word) continue
    const moment = change.at.getTime()
    const subject = `queue:${entry.id}:${move.to}:${moment}`
    await sendFeedback(deps, tx, {
      ...word,
      repoId: entry.repoId,
      prNumber: entry.prNumber,
      subject,
      decisionId
    })
  }
  const events = followed.filter(({ move }) => !hasLeftBefore(move)).map((one) => eventOf(change, one))
  await recordPipelineEvents(tx, [...events, ...testEventsOf(change)])
}

/** It was counted when it was blocked. */
const hasLeftBefore = ({ from }: LaneMove): boolean => from === 'blocked'

/** Failures of the merge itself are another matter than those of the pull request. */
const MERGE_FAILURES: readonly string[] = ['merge_rejected', 'attempts_exhausted']

function wordOf(change: LaneChange, { move, entry }: Announcement): FeedbackEvent | undefined {
  const detail = change.news.get(move.number)?.detail ?? moveWords(move.reason)
  switch (move.to) {
    case 'merged':
      return {
        event: 'pr_merged',
        data: { duration_ms: durationOf(change, entry), merge_sha: entry.mergeSha ?? '' }
      }
    case 'blocked':
      return MERGE_FAILURES.includes(move.reason)
        ? { event: 'merge_failure', data: { reason: detail } }
        : { event: 'pr_blocked', data: { failed_checks: entry.checksFailed, reason: detail } }
    case 'removed':
      return undefined
    default:
      return { event: 'queue_admitted', data: { position: entry.position, base_branch: entry.baseBranch } }
  }
}

const durationOf = ({ at }: LaneChange, { admittedAt }: Announcement['entry']) =>
  at.getTime() - admittedAt.getTime()

const TYPES = {
  merged: 'pr_merged',
  blocked: 'pr_blocked',
  removed: 'pr_dequeued'
} as const satisfies Readonly<Record<LaneEnd, string>>

function eventOf(change: LaneChange, { move, entry }: Announcement): NewPipelineEvent {
  const common = {
    repoId: entry.repoId,
    prNumber: entry.prNumber,
    // What a check has thrown out is a commit: the branch may have others.
    ref: isLaneEnd(move) && move.to === 'blocked' ? entry.headSha : entry.headBranch,
    occurredAt: change.at
  }
  if (!isLaneEnd(move))
    return {
      ...common,
      type: 'pr_admitted',
      actor: entry.authorLogin,
      metadata: { position: entry.position, required_checks: entry.requiredChecks }
    }
  // What others merge past the queue has left it, and says nothing about its merges.
  const hasLanded = move.reason === 'landed'
  return {
    ...common,
    type: move.to === 'merged' && !hasLanded ? 'pr_dequeued' : TYPES[move.to],
    actor: change.news.get(move.number)?.actor ?? SERVICE_ACTOR,
    ...(hasLanded ? { durationMs: durationOf(change, entry), success: true } : {}),
    metadata: hasLanded ? mergeFacts(change, move, entry) : { reason: move.reason, ...failureFacts(entry) }
  }
}

function mergeFacts({ news }: LaneChange, { number }: LaneMove, entry: Announcement['entry']): JsonObject {
  const merge = news.get(number)?.merge
  const tested = merge !== undefined && merge.testedTree !== null && merge.isAsTested
  return { merge_sha: entry.mergeSha, method: entry.mergeMethod, batch: entry.batchId, tested }
}

const failureFacts = ({ checksFailed }: Announcement['entry']): JsonObject =>
  checksFailed.length > 0 ? { failed_checks: checksFailed } : {}
