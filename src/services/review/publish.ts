// Proposes what a review says on the host: its check, its text with comments on lines, and what became of earlier ones.
import type { Deps, Tx } from '#deps.js'
import type { ReviewedFile } from '#domain/review/change.js'
import { isChangeRequested } from '#domain/review/said.js'
import {
  besideBlocked,
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
import type { ReviewSeverity } from '#schemas/review/enums.js'
import type { ReviewFinding } from '#schemas/review/findings.js'
import { REVIEW_CHECK } from '#schemas/review/review.js'
import type { ToldFinding } from '#store/review/findings.js'
import { type SaidReview, submissionKey } from '#store/review/posted.js'
import { pullBlockedAtHead, type ReviewRow } from '#store/review/reviews.js'
import { cancelEffect, proposeAction, waitSeconds } from '../actions/propose.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { reviewAction, takeBack } from './take-back.js'

export interface CheckToPost {
  review: ReviewRow
  text: ReviewCheckText
  annotations?: readonly CheckAnnotation[]
  decisionId?: number | null
}

/** The check of this head; an earlier one that is not posted yet is cancelled. */
export async function proposeReviewCheck(deps: Deps, tx: Tx, check: CheckToPost): Promise<void> {
  const { review, annotations = [], decisionId = null } = check
  const { id, repoId, prNumber, commitSha } = review
  const actionKey = `check:${REVIEW_CHECK}:${commitSha}`
  await cancelEffect(deps, tx, {
    repoId,
    actionKey,
    actor: SERVICE_ACTOR,
    detail: 'A later state of the review replaced it.'
  })
  const other = await pullBlockedAtHead(tx, review)
  const text = other === undefined ? check.text : besideBlocked(check.text, other)
  await proposeAction(deps, tx, {
    actionType: 'create-check',
    arguments: {
      name: REVIEW_CHECK,
      head_sha: commitSha,
      ...text,
      title: shortened(text.title, LONGEST_TITLE),
      summary: shortened(text.summary, LONGEST_TEXT),
      ...(annotations.length === 0 ? {} : { annotations: [...annotations] })
    },
    repoId,
    // A skipped review says so as well: the check itself blocks nothing.
    pillar: null,
    source: 'ai_review',
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
  /** Whether the configuration allows approvals, and a language model is sure that there is nothing to object to. */
  mayApprove: boolean
  /** Of an earlier submission, which may still be on its way. */
  headStartSeconds: number
  decisionId: number
}

export async function publishReview(deps: Deps, tx: Tx, published: ReviewToPublish): Promise<void> {
  const { review, told, decisionId } = published
  const annotations = annotationsOf(published)
  await proposeReviewCheck(deps, tx, { review, text: reviewCheck(told), annotations, decisionId })
  await submitReview(deps, tx, published)
  await markMended(deps, tx, published)
  await takeBack(deps, tx, { ...published, event: eventOf(published) })
}

/** Whoever knows of everything already is not told again. */
async function submitReview(deps: Deps, tx: Tx, published: ReviewToPublish): Promise<void> {
  const { review, told, fresh } = published
  const event = eventOf(published)
  if (fresh.length === 0 && !isNews(published, event)) return
  const onLines = published.onLines ? fresh.filter((finding) => isOnLine(finding, published.files)) : []
  const commented = onLines.slice(0, MOST_REVIEW_COMMENTS)
  // Whoever requests changes says which.
  const listed = fresh.length === 0 ? told.findings : fresh
  const elsewhere = listed.filter((finding) => !commented.includes(finding))
  await proposeAction(deps, tx, {
    ...reviewAction(published),
    actionType: 'submit-review',
    arguments: {
      sha: review.commitSha,
      base: review.baseBranch,
      event,
      body: shortened(reviewBody(told, elsewhere), LONGEST_BODY),
      comments: commented.map((finding) => ({
        path: finding.file ?? '',
        line: finding.line ?? 1,
        body: lineComment(finding)
      })),
      remarks: shortened(remarksOn(commented).join('\n\n'), LONGEST_REMARKS)
    },
    actionKey: submissionKey(review.prNumber),
    headStartSeconds: published.headStartSeconds
  })
}

/** Together with the marker no more than the host takes. */
const LONGEST_REMARKS = 20_000
const LONGEST_BODY = 40_000

/**
 * What is not posted yet is overtaken: it would say what is no longer so. Returns how many seconds it may still be on its
 * way.
 */
export async function cancelSubmission(deps: Deps, tx: Tx, review: ReviewRow): Promise<number> {
  const executing = await cancelEffect(deps, tx, {
    repoId: review.repoId,
    actionKey: submissionKey(review.prNumber),
    actor: SERVICE_ACTOR,
    detail: 'A later review replaced it.'
  })
  return waitSeconds(deps, executing)
}

type ReviewEvent = SaidReview['event']

/** Only what was read as a whole is approved, and only if nothing was found that anybody should look at. */
function eventOf({ told, mayApprove, unseen }: ReviewToPublish): ReviewEvent {
  const { verdict, leftOut, findings, quietRules } = told
  if (verdict === 'request_changes') return 'REQUEST_CHANGES'
  const isWhole = leftOut.length === 0 && unseen === 0
  const isClean = quietRules.length === 0 && findings.every(({ severity }) => HARMLESS.includes(severity))
  return verdict === 'approved' && mayApprove && isWhole && isClean ? 'APPROVE' : 'COMMENT'
}

const HARMLESS: readonly ReviewSeverity[] = ['low', 'info']

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
      ...reviewAction(published),
      actionType: 'edit-review-comment',
      arguments: { comment_id: commentId, body: mendedComment(finding, review.commitSha) },
      actionKey: `review-comment:${commentId}`
    })
  }
}
