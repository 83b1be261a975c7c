// Ends reviews without a result: those that a guard stops, and those that failed for good.
import type { Deps, JobPayload, Tx } from '#deps.js'
import { reviewV1 } from '#domain/review/review.v1.js'
import { skippedCheck } from '#domain/review/texts.js'
import { DAY_MS } from '#domain/time/durations.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { findReview, overdueReviews, type ReviewRow } from '#store/review/reviews.js'
import { recordAudit } from '../audit/record.js'
import { decisiveWaiver, recordDecision, SERVICE_ACTOR } from '../decisions/record.js'
import { type EvaluatedReview, usedConfig } from './evaluation.js'
import { proposeReviewCheck } from './publish.js'
import { recordReviewActivity } from './record.js'
import { lockAsKnown, saveState } from './state.js'
import type { ReviewContext } from './subject.js'
import { takeBackApprovals } from './take-back.js'

interface StoppedReview extends EvaluatedReview {
  review: ReviewRow
  context: ReviewContext
}

/** Its check ends as well, if it was begun. */
export async function endSkipped(deps: Deps, tx: Tx, stopped: StoppedReview): Promise<void> {
  const { review, decision, inputs, waiverId, context } = stopped
  const { plan, ...verdict } = decision
  const at = deps.now()
  const decisionId = await recordDecision(tx, {
    ...verdict,
    plan: { ...plan },
    ...decisionFields(review),
    configUsed: usedConfig(context),
    configVersion: context.config.version,
    waiverId: decisiveWaiver(verdict, waiverId),
    inputs,
    evaluator: reviewV1,
    createdAt: at
  })
  const reason = decision.reason
  const ended = await saveState(tx, review, { status: 'skipped', reason, decisionId, completedAt: at })
  if (isTold(stopped)) await tellNoResult(deps, tx, { review: ended, reason, decisionId })
  await recordReviewActivity(tx, ended)
}

/** Where reviews are off, or nothing may be written, nobody waits for a check; otherwise it may be required. */
const isTold = ({ review, decision, context: { pull } }: StoppedReview): boolean =>
  review.status === 'running' || (pull?.state === 'open' && decision.decision === 'skipped')

export const decisionFields = ({ repoId, prNumber, commitSha, triggerEvent }: ReviewRow) =>
  ({
    repoId,
    source: 'ai_review',
    triggerEvent,
    targetType: 'pr',
    targetNumber: prNumber,
    pillar: 'ai_review',
    commitSha
  }) as const

const NO_RESULT = 'The review had no result within a day.'
const FAILED = 'The review failed several times. The log of the service says why.'

/** After the last try. */
export async function giveUpReview(
  deps: Deps,
  { review_id: id, round }: JobPayload<'review.run'>
): Promise<void> {
  const review = await findReview(deps.db, id)
  if (review?.round === round) await endFailed(deps, review, FAILED)
}

const AT_ONCE = 100

export async function endOverdueReviews(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - DAY_MS)
  for (const review of await overdueReviews(deps.db, before, AT_ONCE))
    await endFailed(deps, review, NO_RESULT)
}

async function endFailed(deps: Deps, known: ReviewRow, reason: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const review = await lockAsKnown(tx, known)
    if (!review) return
    const at = deps.now()
    const decisionId = await recordDecision(tx, {
      ...decisionFields(review),
      decision: 'error',
      reason,
      conditions: [],
      inputs: { review_id: review.id },
      evaluator: null,
      createdAt: at
    })
    await recordAudit(tx, {
      category: 'ai_decision',
      eventType: 'pr_review_error',
      actor: SERVICE_ACTOR,
      actorType: 'bot',
      repo: (await repositoryById(tx, review.repoId)).fullName,
      prNumber: review.prNumber,
      commitSha: review.commitSha,
      payload: { review_id: review.id, decision_id: decisionId, reason },
      occurredAt: at
    })
    const set = { status: 'error', verdict: 'error', reason, decisionId, completedAt: at } as const
    const ended = await saveState(tx, review, set)
    await tellNoResult(deps, tx, { review: ended, reason, decisionId })
    await recordReviewActivity(tx, ended)
  })
}

interface NoResult {
  review: ReviewRow
  reason: string
  decisionId: number
}

async function tellNoResult(deps: Deps, tx: Tx, { review, reason, decisionId }: NoResult): Promise<void> {
  await proposeReviewCheck(deps, tx, { review, text: skippedCheck(reason), decisionId })
  await takeBackApprovals(deps, tx, { review, decisionId })
}
