// Posts word to Slack and Teams. Neither knows idempotency keys: if the process dies between the post and the commit
// that records it, the next attempt posts again.
import type { Deps, JobPayload, Tx } from '#deps.js'
import type { FeedbackEvent } from '#domain/feedback/events.js'
import { messageFor } from '#domain/feedback/message.js'
import { slackMessage } from '#domain/feedback/slack.js'
import { teamsMessage } from '#domain/feedback/teams.js'
import { withRetries } from '#runtime/retry.js'
import type { JsonObject } from '#schemas/common.js'
import {
  claimDelivery,
  type FeedbackDeliveryRow,
  findDelivery,
  releaseDelivery
} from '#store/feedback/deliveries.js'
import { postingOf } from '#store/feedback/rules.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { finishDeliveries } from './finish.js'

const MOST_ATTEMPTS = 3
/** Longer than a post takes. */
const LEASE_MS = 30_000
const FIRST_WAIT_SECONDS = 5
/** Whoever asks to wait longer is not asked again within this time. */
const LONGEST_WAIT_SECONDS = 3_600

type Posting = JobPayload<'feedback.post'>

/** One attempt. Only one worker has a delivery at a time. */
export async function postDelivery(deps: Deps, { delivery_id: id }: Posting): Promise<void> {
  const now = deps.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const delivery = await deps.transaction((tx) => claimDelivery(tx, id, { now, leasedUntil }))
  if (!delivery) return assertEnded(deps, id)
  if (delivery.attempts > MOST_ATTEMPTS) return abandonDelivery(deps, { delivery_id: id })
  const result = await post(deps, delivery)
  // What is not recorded is posted again: a lock that another job holds for a moment is waited for.
  await withRetries(() => deps.transaction((tx) => recordAttempt(deps, tx, delivery, result)))
}

/** Whoever died while it had the delivery still holds its lease: the queue tries again after it. */
async function assertEnded({ db }: Deps, id: number): Promise<void> {
  if ((await findDelivery(db, id))?.state === 'queued')
    throw new Error('Another attempt to post is under way')
}

type Attempted = Awaited<ReturnType<Deps['postMessage']>>

async function post(deps: Deps, delivery: FeedbackDeliveryRow): Promise<Attempted> {
  const { channel, ruleId } = delivery
  if (channel === 'pr_comment') throw new Error('a comment is posted by its action')
  const rule = await postingOf(deps.db, ruleId, channel)
  if (!rule || rule.url === null)
    return { is: 'refused', reason: 'The rule has no webhook for this channel any more.' }
  const { fullName } = await repositoryById(deps.db, delivery.repoId)
  // Cast at the database boundary: the data was stored with its event.
  const event = { event: delivery.eventType, data: delivery.data } as FeedbackEvent
  const message = messageFor(event, { logLink: rule.includeLogLink, diffPreview: rule.includeDiffPreview })
  const render = RENDERERS[channel]
  return deps.postMessage(rule.url, render(message, { repoFullName: fullName, prNumber: delivery.prNumber }))
}

type Renderer = (...parts: Parameters<typeof slackMessage>) => JsonObject
const RENDERERS: Readonly<Record<'slack' | 'teams', Renderer>> = { slack: slackMessage, teams: teamsMessage }

async function recordAttempt(
  deps: Deps,
  tx: Tx,
  delivery: FeedbackDeliveryRow,
  result: Attempted
): Promise<void> {
  if (result.is === 'accepted') return finishDeliveries(deps, tx, [delivery], { state: 'sent', error: null })
  const { reason } = result
  const { id, attempts } = delivery
  if (result.is === 'refused' || attempts >= MOST_ATTEMPTS)
    return finishDeliveries(deps, tx, [delivery], { state: 'failed', error: reason })
  if (!(await releaseDelivery(tx, delivery, reason))) return
  const wanted = result.retryAfterSeconds ?? FIRST_WAIT_SECONDS * 4 ** (attempts - 1)
  const startAfterSeconds = Math.min(wanted, LONGEST_WAIT_SECONDS)
  await deps.queue.enqueue(tx, 'feedback.post', [{ payload: { delivery_id: id }, startAfterSeconds }])
}

/** Ends a delivery whose job has failed for good. */
export async function abandonDelivery(deps: Deps, { delivery_id: id }: Posting): Promise<void> {
  await deps.transaction(async (tx) => {
    const delivery = await findDelivery(tx, id)
    if (!delivery) return
    const error = delivery.lastError ?? 'The service stopped while it sent the message.'
    await finishDeliveries(deps, tx, [delivery], { state: 'failed', error })
  })
}
