// Proposes what a review says on the host: its check, its text with comments on lines, and what became of earlier ones.
import type { Deps, Tx } from '#deps.js'
import type { ReviewedFile } from '#domain/review/change.js'
import { isChangeRequested, outdatedReviews } from '#domain/review/said.js'
import {
  dismissalReason,
  lineComment,
  mendedComment,
  type ReviewCheckText,
  remarksOn,
  reviewBody,
  reviewCheck,
  type ToldReview
} from '#domain/review/texts.js'
import { shortened } from '#domain/text/shown-text.js'
import {
  type CheckAnnotation,
  MOST_CHECK_ANNOTATIONS,
  MOST_REVIEW_COMMENTS
} from '#schemas/actions/arguments.js'
import type { ReviewFinding } from '#schemas/review/findings.js'
import { REVIEW_CHECK } from '#schemas/review/review.js'
import type { ToldFinding } from '#store/review/findings.js'
import { type SaidReview, submissionKey } from '#store/review/posted.js'
import type { ReviewRow } from '#store/review/reviews.js'
import { cancelEffect, proposeAction } from '../actions/propose.js'
import { SERVICE_ACTOR } from '../decisions/record.js'

export const AI_REVIEW = 'ai_review'

export interface CheckToPost {
  review: ReviewRow
  text: ReviewCheckText
  annotations?: readonly CheckAnnotation[]
  decisionId?: number | null
}

/** The check of this head; an earlier one that is not posted yet is cancelled. */
export async function proposeReviewCheck(deps: Deps, tx: Tx, check: CheckToPost): Promise<void> {
  const { review, text, annotations = [], decisionId = null } = check
  const { id, repoId, prNumber, commitSha } = review
  const actionKey = `check:${REVIEW_CHECK}:${commitSha}`
  await cancelEffect(deps, tx, {
    repoId,
    actionKey,
    actor: SERVICE_ACTOR,
    detail: 'A later state of the review replaced it.'
  })
  await proposeAction(deps, tx, {
    actionType: 'create-check',
    arguments: {
      name: REVIEW_CHECK,
      head_sha: commitSha,
      ...text,
      title: text.title.slice(0, LONGEST_TITLE),
      summary: text.summary.slice(0, LONGEST_TEXT),
      ...(annotations.length === 0 ? {} : { annotations: [...annotations] })
    },
    repoId,
    // A skipped review says so as well: the check itself blocks nothing.
    pillar: null,
    source: AI_REVIEW,
    sourceId: id,
    target: { type: 'pr', number: prNumber },
    actionKey,
    decisionId
  })
}

const LONGEST_TITLE = 250
const LONGEST_TEXT = 60_000

export interface ReviewToPublish {
  review: ReviewRow
  told: ToldReview
  /** What people do not know yet. */
  fresh: readonly ReviewFinding[]
  mended: readonly ToldFinding[]
  files: readonly ReviewedFile[]
  /** Whether findings are posted on lines. */
  onLines: boolean
  /** The comments on lines by the fingerprint of their finding. */
  commentIds: ReadonlyMap<string, number>
  /** What earlier reviews said, the newest first. */
  said: readonly SaidReview[]
  /** How many findings are open of what was not looked at this time. */
  unseen: number
  /** Whether the configuration allows approvals. */
  mayApprove: boolean
  decisionId: number
}

export async function publishReview(deps: Deps, tx: Tx, published: ReviewToPublish): Promise<void> {
  const { review, told, decisionId } = published
  const annotations = annotationsOf(published)
  await proposeReviewCheck(deps, tx, { review, text: reviewCheck(told), annotations, decisionId })
  await submitReview(deps, tx, published)
  await markMended(deps, tx, published)
  await takeBack(deps, tx, published)
}

/** Whoever knows of everything already is not told again. */
async function submitReview(deps: Deps, tx: Tx, published: ReviewToPublish): Promise<void> {
  const { review, told, fresh } = published
  const event = eventOf(published)
  if (fresh.length === 0 && !isNews(published, event)) return
  const onLines = published.onLines ? fresh.filter((finding) => isOnLine(finding, published.files)) : []
  const commented = onLines.slice(0, MOST_REVIEW_COMMENTS)
  const elsewhere = fresh.filter((finding) => !commented.includes(finding))
  await proposeAction(deps, tx, {
    ...actionOf(published),
    actionType: 'submit-review',
    arguments: {
      sha: review.commitSha,
      event,
      body: shortened(reviewBody(told, elsewhere), LONGEST_BODY),
      comments: commented.map((finding) => ({
        path: finding.file ?? '',
        line: finding.line ?? 1,
        body: lineComment(finding)
      })),
      remarks: shortened(remarksOn(commented).join('\n\n'), LONGEST_REMARKS)
    },
    actionKey: submissionKey(review.prNumber)
  })
}

/** Together with the marker no more than the host takes. */
const LONGEST_REMARKS = 20_000
const LONGEST_BODY = 40_000

/** What is not posted yet is overtaken: it would say what is no longer so. */
export async function cancelSubmission(deps: Deps, tx: Tx, review: ReviewRow): Promise<void> {
  await cancelEffect(deps, tx, {
    repoId: review.repoId,
    actionKey: submissionKey(review.prNumber),
    actor: SERVICE_ACTOR,
    detail: 'A later review replaced it.'
  })
}

type ReviewEvent = SaidReview['event']

/** Only what was read as a whole is approved. */
function eventOf({ told: { verdict, leftOut }, mayApprove, unseen }: ReviewToPublish): ReviewEvent {
  if (verdict === 'request_changes') return 'REQUEST_CHANGES'
  const isWhole = leftOut.length === 0 && unseen === 0
  return verdict === 'approved' && mayApprove && isWhole ? 'APPROVE' : 'COMMENT'
}

/** Without anything new to tell, a review is submitted only to approve, or to request changes that nobody requests any more. */
const isNews = ({ said }: ReviewToPublish, event: ReviewEvent): boolean =>
  event === 'APPROVE' || (event === 'REQUEST_CHANGES' && !isChangeRequested(said))

/** The host takes comments only on lines that the diff shows. */
function isOnLine({ file, line }: ReviewFinding, files: readonly ReviewedFile[]): boolean {
  if (file === null || line === null) return false
  return files.some(({ path, lines }) => path === file && lines.some(({ after }) => after === line))
}

function annotationsOf({ told, files }: ReviewToPublish): CheckAnnotation[] {
  return told.findings
    .filter((finding) => isOnLine(finding, files))
    .slice(0, MOST_CHECK_ANNOTATIONS)
    .map(({ file, line, title, description, severity }) => ({
      path: file ?? '',
      line: line ?? 1,
      column: 1,
      level: severity === 'critical' || severity === 'high' ? 'failure' : 'warning',
      title,
      message: description
    }))
}

/** A comment says so when a push has mended its finding. */
async function markMended(deps: Deps, tx: Tx, published: ReviewToPublish): Promise<void> {
  const { review, mended, commentIds } = published
  for (const finding of mended) {
    const commentId = commentIds.get(finding.fingerprint)
    if (commentId === undefined) continue
    await proposeAction(deps, tx, {
      ...actionOf(published),
      actionType: 'edit-review-comment',
      arguments: { comment_id: commentId, body: mendedComment(finding, review.commitSha) },
      actionKey: `review-comment:${commentId}`
    })
  }
}

/** An earlier request for changes would go on blocking the merge, and an approval go on allowing it. */
async function takeBack(deps: Deps, tx: Tx, published: ReviewToPublish): Promise<void> {
  const { review, told, said, unseen } = published
  if (told.verdict === 'error') return
  const event = eventOf(published)
  // What was requested of files that were not looked at is still requested.
  const stands = said.filter((one) => !(one.event === 'REQUEST_CHANGES' && unseen > 0))
  for (const reviewId of outdatedReviews(stands, event)) {
    await proposeAction(deps, tx, {
      ...actionOf(published),
      actionType: 'dismiss-review',
      arguments: { review_id: reviewId, message: dismissalReason(review.commitSha) },
      actionKey: `dismiss-review:${reviewId}`,
      isOnce: true
    })
  }
}

function actionOf({ review, decisionId }: ReviewToPublish) {
  const { id, repoId, prNumber } = review
  return {
    repoId,
    pillar: AI_REVIEW,
    source: AI_REVIEW,
    sourceId: id,
    target: { type: 'pr', number: prNumber },
    decisionId
  } as const
}
