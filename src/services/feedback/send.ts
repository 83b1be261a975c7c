// Sends word of what happened: to every rule of the repository's own installation that asks for it.
import type { Deps, Tx } from '#deps.js'
import { boundedEvent, type FeedbackEvent } from '#domain/feedback/events.js'
import { redactDocument } from '#domain/text/redaction.js'
import { repositoryMatcher } from '#domain/text/repository-filter.js'
import type { JsonObject } from '#schemas/common.js'
import type { FeedbackChannel } from '#schemas/feedback/enums.js'
import { insertFeedbackDeliveries, type NewFeedbackDelivery } from '#store/feedback/deliveries.js'
import { type FeedbackRuleRow, rulesInForce } from '#store/feedback/rules.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { commentOnPullRequest } from './comment.js'

export type Feedback = FeedbackEvent & {
  repoId: number
  /** Null if it is about no pull request: then nothing is commented on. */
  prNumber: number | null
  /**
   * Names the thing that happened, once in a repository and for an event, as `heal:12`: word of it is sent once,
   * however often it is asked for.
   */
  subject: string
  /** The decision that led to it, which its comment refers to. */
  decisionId?: number | null
}

/** Call this in the transaction that records what happened. Nothing is sent if that does not commit. */
export async function sendFeedback(deps: Deps, tx: Tx, feedback: Feedback): Promise<void> {
  const repository = await repositoryById(tx, feedback.repoId)
  if (!repository.live || repository.installationId === null) return
  const { event, data } = boundedEvent(feedback)
  const rules = (await rulesInForce(tx, repository.installationId, event)).filter(({ repoFilter }) =>
    repositoryMatcher(repoFilter)(repository.fullName)
  )
  const bounded = { ...feedback, event, data } as Feedback
  const rows = rules.flatMap((rule) => deliveriesOf(deps, bounded, rule))
  const deliveries = await insertFeedbackDeliveries(tx, rows)
  const comments = deliveries.filter(({ channel }) => channel === 'pr_comment')
  await deps.queue.enqueue(
    tx,
    'feedback.post',
    deliveries
      .filter(({ channel }) => channel !== 'pr_comment')
      .map(({ id }) => ({ payload: { delivery_id: id } }))
  )
  if (comments.length > 0)
    await commentOnPullRequest(deps, tx, {
      feedback: bounded,
      comments,
      rules: rules.filter(({ postPrComment }) => postPrComment)
    })
}

function deliveriesOf({ now }: Deps, feedback: Feedback, rule: FeedbackRuleRow): NewFeedbackDelivery[] {
  const { event: eventType, subject, repoId, prNumber } = feedback
  const shared = { ruleId: rule.id, eventType, subject, repoId, prNumber, createdAt: now() }
  return channelsOf(rule, prNumber).map((channel) => ({
    ...shared,
    channel,
    data: channel === 'pr_comment' ? null : storedData(feedback)
  }))
}

function channelsOf(rule: FeedbackRuleRow, prNumber: number | null): FeedbackChannel[] {
  const { postPrComment, slackWebhook, teamsWebhook } = rule
  const channels: (FeedbackChannel | false)[] = [
    postPrComment && prNumber !== null && 'pr_comment',
    slackWebhook !== null && 'slack',
    teamsWebhook !== null && 'teams'
  ]
  return channels.filter((channel) => channel !== false)
}

/** Cast: the data of every event is JSON. */
const storedData = ({ data }: Feedback): JsonObject => redactDocument(data as JsonObject)
