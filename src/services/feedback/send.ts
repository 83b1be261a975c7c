// Sends word of what happened: to every rule of the repository's own installation that asks for it.
import type { Deps, Tx } from '#deps.js'
import { boundedEvent, type FeedbackEvent } from '#domain/feedback/events.js'
import { redactReply } from '#domain/text/redaction.js'
import { repositoryMatcher } from '#domain/text/repository-filter.js'
import type { JsonObject } from '#schemas/common.js'
import type { FeedbackChannel } from '#schemas/feedback/enums.js'
import { insertFeedbackDeliveries, type NewFeedbackDelivery } from '#store/feedback/deliveries.js'
import { type FeedbackRuleRow, rulesInForce } from '#store/feedback/rules.js'
import { openPullAt } from '#store/mirror/pull-requests.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { commentOnPullRequest, type FeedbackOccasion } from './comment.js'

export type Feedback = FeedbackEvent & {
  repoId: number
  /** The pull request that it is about. */
  prNumber?: number
  /** Without a number: the open pull request with this head, if there is one. Without either nothing is commented on. */
  headSha?: string
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
  const rules = await rulesFor(tx, feedback)
  if (rules.length === 0) return
  const occasion = await occasionOf(tx, feedback)
  const rows = rules.flatMap((rule) => deliveriesOf(deps, occasion, rule))
  const deliveries = await insertFeedbackDeliveries(tx, rows)
  const comments = deliveries.filter(({ channel }) => channel === 'pr_comment')
  const posts = deliveries.filter(({ channel }) => channel !== 'pr_comment')
  const jobs = posts.map(({ id }) => ({ payload: { delivery_id: id } }))
  if (jobs.length > 0) await deps.queue.enqueue(tx, 'feedback.post', jobs)
  if (comments.length > 0) await commentOnPullRequest(deps, tx, { occasion, comments, rules })
}

/** Rules of other installations never hear of it. */
async function rulesFor(tx: Tx, { repoId, event }: Feedback): Promise<FeedbackRuleRow[]> {
  const { live, installationId, fullName } = await repositoryById(tx, repoId)
  if (!live || installationId === null) return []
  const rules = await rulesInForce(tx, installationId, event)
  return rules.filter(({ repoFilter }) => repositoryMatcher(repoFilter)(fullName))
}

async function occasionOf(tx: Tx, feedback: Feedback): Promise<FeedbackOccasion> {
  const { repoId, subject, headSha, decisionId = null } = feedback
  const known = feedback.prNumber ?? null
  const prNumber = known ?? (headSha === undefined ? null : await openPullAt(tx, repoId, headSha))
  // Before it is shortened: half a secret would not be recognised.
  // Cast: redaction changes texts alone, so that the data is still that of its event.
  const word = boundedEvent({ event: feedback.event, data: redactReply(feedback.data) } as FeedbackEvent)
  return { word, repoId, prNumber, subject, decisionId }
}

function deliveriesOf(
  { now }: Deps,
  { word, subject, repoId, prNumber }: FeedbackOccasion,
  rule: FeedbackRuleRow
): NewFeedbackDelivery[] {
  const { event: eventType, data } = word
  const shared = { ruleId: rule.id, eventType, subject, repoId, prNumber, createdAt: now() }
  return channelsOf(rule, prNumber).map((channel) => ({
    ...shared,
    channel,
    data: channel === 'pr_comment' ? null : jsonOf(data)
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

// Cast: the data of every event is JSON.
const jsonOf = (data: FeedbackEvent['data']) => data as JsonObject
