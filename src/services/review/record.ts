// What is recorded with every change of a review: its counters, its item in the feed of activity, and its evidence.
import type { Deps, Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfReview } from '#domain/review/tallies.js'
import type { JsonObject } from '#schemas/common.js'
import type { ReviewFinding } from '#schemas/review/findings.js'
import { recordActivity } from '#store/activity/activity.js'
import type { RepoTallies } from '#store/counters/tallies.js'
import type { ReviewRow } from '#store/review/reviews.js'
import { recordAudit } from '../audit/record.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { recordPipelineEvent } from '../telemetry/record.js'
import type { EvaluatedReview } from './evaluation.js'
import type { ReviewContext } from './subject.js'

export function reviewTallies(
  repoId: number,
  before: ReviewRow | undefined,
  after: ReviewRow | undefined
): RepoTallies[] {
  const tallies = (row: ReviewRow | undefined) => (row ? talliesOfReview(row) : [])
  return [{ repoId, tallies: tallyDifference(tallies(before), tallies(after)) }]
}

/** One item for each review; call this last. */
export async function recordReviewActivity(tx: Tx, review: ReviewRow): Promise<void> {
  const { id, repoId, prNumber, status, verdict, startedAt } = review
  await recordActivity(tx, [
    {
      source: 'ai_review',
      sourceId: id,
      repoId,
      targetNumber: prNumber,
      targetUrl: null,
      actionType: 'review',
      status: verdict ?? (status === 'skipped' ? 'skipped' : 'pending'),
      detail: activityDetail(review),
      createdAt: startedAt
    }
  ])
}

/** The confidence and the number of findings; the reason where there is no result. */
function activityDetail({ verdict, confidence, severities, reason }: ReviewRow): string {
  if (reason !== null || verdict === null) return reason ?? ''
  const count = severities.reduce((sum, each) => sum + each, 0)
  const found = `${count} ${count === 1 ? 'finding' : 'findings'}`
  return confidence === null ? found : `${confidence} confidence, ${found}`
}

const MOST_IN_AUDIT = 100

interface EndedResult {
  context: ReviewContext
  review: ReviewRow
  findings: readonly ReviewFinding[]
  evaluated: EvaluatedReview
  decisionId: number
}

/** Its audit entries, and what telemetry knows of it. */
export async function recordEvidence(deps: Deps, tx: Tx, result: EndedResult): Promise<void> {
  const { context, review, findings, evaluated, decisionId } = result
  const { repoId, prNumber, commitSha, verdict, confidence, durationMs, tokensUsed } = review
  const at = deps.now()
  const entry = {
    actor: SERVICE_ACTOR,
    actorType: 'bot' as const,
    repo: context.repository.fullName,
    prNumber,
    commitSha,
    occurredAt: at
  }
  const facts: JsonObject = {
    review_id: review.id,
    decision_id: decisionId,
    verdict,
    confidence,
    findings_count: findings.length,
    critical_findings: findings.filter(({ severity }) => severity === 'critical').length,
    tokens_used: tokensUsed,
    findings: findings.slice(0, MOST_IN_AUDIT).map(({ title, severity, file, line }) => ({
      title,
      severity,
      file,
      line
    }))
  }
  await recordAudit(tx, {
    ...entry,
    category: 'ai_decision',
    eventType: `pr_review_${verdict}`,
    payload: facts
  })
  if (evaluated.decision.plan.blocks)
    await recordAudit(tx, {
      ...entry,
      category: 'review_gate',
      eventType: 'merge_blocked',
      payload: { ...facts, reason: evaluated.decision.reason }
    })
  await recordPipelineEvent(tx, {
    repoId,
    type: 'ci_run_completed',
    actor: SERVICE_ACTOR,
    occurredAt: at,
    ref: commitSha,
    prNumber,
    durationMs,
    success: !evaluated.decision.plan.blocks,
    metadata: { type: 'ai_review', verdict, review_id: review.id }
  })
}
