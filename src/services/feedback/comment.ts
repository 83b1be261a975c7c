// Word on a pull request: one comment for each event, edited in place when there is more to say.
import type { Deps, JobPayload, Tx } from '#deps.js'
import { targetLabel } from '#domain/actions/actions.js'
import { feedbackComment, feedbackMark } from '#domain/feedback/comment.js'
import type { FeedbackEvent } from '#domain/feedback/events.js'
import { messageFor } from '#domain/feedback/message.js'
import { topicKey } from '#schemas/actions/enums.js'
import { type ActionRow, findAction, lastActionOfEffect } from '#store/actions/actions.js'
import { lastAttemptOfEffect } from '#store/actions/marks.js'
import { deliveriesOfAction, type FeedbackDeliveryRow, followAction } from '#store/feedback/deliveries.js'
import type { FeedbackRuleRow } from '#store/feedback/rules.js'
import { upsertStickyComment } from '../actions/sticky-comments.js'
import { finishDeliveries } from './finish.js'

const SOURCE = 'feedback'

/** Something that happened, with the pull request that it is about. */
export interface FeedbackOccasion {
  word: FeedbackEvent
  repoId: number
  prNumber: number | null
  subject: string
  decisionId: number | null
}

interface FeedbackComment {
  occasion: FeedbackOccasion
  /** The deliveries that wait for it. */
  comments: readonly FeedbackDeliveryRow[]
  rules: readonly Pick<FeedbackRuleRow, 'postPrComment' | 'includeLogLink' | 'includeDiffPreview'>[]
}

/** Rules that comment on the same share one comment: it shows what any of them wants to be shown. */
export async function commentOnPullRequest(
  deps: Deps,
  tx: Tx,
  { occasion, comments, rules }: FeedbackComment
): Promise<void> {
  const { word, repoId, prNumber, subject, decisionId } = occasion
  const { event } = word
  if (prNumber === null) return
  const commenting = rules.filter(({ postPrComment }) => postPrComment)
  const message = messageFor(word, {
    logLink: commenting.some(({ includeLogLink }) => includeLogLink),
    diffPreview: commenting.some(({ includeDiffPreview }) => includeDiffPreview)
  })
  const topic = `feedback:${event}`
  const target = { type: 'pr' as const, number: prNumber }
  const proposed = await upsertStickyComment(deps, tx, {
    repoId,
    // Feedback belongs to no pillar: rules are its switch, and `settings.dry_run` keeps comments back.
    pillar: null,
    source: SOURCE,
    target,
    topic,
    body: `${feedbackMark(event)}\n${feedbackComment(message)}`,
    decisionId,
    evidence: { event, subject }
  })
  const effect = { repoId, actionKey: `${topicKey(topic)}${prNumber}`, target: targetLabel(target) }
  const action = await (proposed === undefined ? lastActionOfEffect : lastAttemptOfEffect)(tx, effect)
  if (!action) throw new Error('a comment that was asked for has an action')
  await followAction(
    tx,
    comments.map(({ id }) => id),
    action.id
  )
  // An action of another transaction may have ended, or end before this one commits.
  if (action.id !== proposed) await enqueueFollow(deps, tx, action)
}

/** Once an action has ended, so do the deliveries that wait for it: later, because it may hold what they must not wait for. */
export async function requestCommentEnd(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  if (row.source === SOURCE && row.resolvedAt !== null) await enqueueFollow(deps, tx, row)
}

const enqueueFollow = ({ queue }: Deps, tx: Tx, { id }: ActionRow): Promise<void> =>
  queue.enqueue(tx, 'feedback.follow', [{ payload: { action_id: id } }])

/** Ends the deliveries that wait for a comment, if its action has ended. */
export async function followComment(
  deps: Deps,
  { action_id: id }: JobPayload<'feedback.follow'>
): Promise<void> {
  const action = await findAction(deps.db, id)
  if (!action || action.resolvedAt === null) return
  await deps.transaction(async (tx) =>
    finishDeliveries(deps, tx, await deliveriesOfAction(tx, id), resultOf(action))
  )
}

/** What the configuration forbids, or a newer comment has replaced, has not failed. */
function resultOf({ status, blockedReason, errorMessage }: ActionRow) {
  if (status === 'succeeded' || status === 'reconciled') return { state: 'sent' as const, error: null }
  const isForbidden = status === 'cancelled' || blockedReason === 'policy_denied'
  const error = errorMessage ?? `The action that comments is ${status}.`
  return { state: isForbidden ? ('skipped' as const) : ('failed' as const), error }
}
