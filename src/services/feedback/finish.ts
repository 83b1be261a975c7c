// Ends deliveries: the state and the sums of a channel and, after the last channel, the word of the rule.
import type { Deps, Tx } from '#deps.js'
import type { FeedbackEnd } from '#schemas/feedback/enums.js'
import { channelsOfDelivery, endDelivery, type FeedbackDeliveryRow } from '#store/feedback/deliveries.js'
import { holdFeedbackRules } from '#store/feedback/rules.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { type NewPipelineEvent, recordPipelineEvents } from '../telemetry/record.js'

export interface DeliveryOutcome {
  state: FeedbackEnd
  /** In plain words, without the webhook. */
  error: string | null
}

const LONGEST_ERROR = 300

/**
 * Ends deliveries of one repository, in a transaction that holds nothing else: it locks the repository first, as all
 * others do, then the rules by their ids. Idempotent: one that has ended, or that another attempt has taken, stays as it
 * is.
 */
export async function finishDeliveries(
  deps: Deps,
  tx: Tx,
  deliveries: readonly FeedbackDeliveryRow[],
  { state, error }: DeliveryOutcome
): Promise<void> {
  const [first] = deliveries
  if (!first) return
  await lockRepository(tx, first.repoId)
  // A rule that is deleted takes its deliveries with it.
  const held = await holdFeedbackRules(
    tx,
    deliveries.map(({ ruleId }) => ruleId)
  )
  const result = { state, error: error?.slice(0, LONGEST_ERROR) ?? null, at: deps.now() }
  const events: NewPipelineEvent[] = []
  for (const delivery of deliveries.filter(({ ruleId }) => held.has(ruleId)))
    if (await endDelivery(tx, delivery, result)) events.push(...(await feedbackSent(tx, delivery, result.at)))
  await recordPipelineEvents(tx, events)
}

/** What a rule says of one thing is sent once the last of its channels has ended, which happens once. */
async function feedbackSent(
  tx: Tx,
  delivery: FeedbackDeliveryRow,
  occurredAt: Date
): Promise<NewPipelineEvent[]> {
  const all = await channelsOfDelivery(tx, delivery)
  const channels = all.filter(({ state }) => state === 'sent').map(({ channel }) => channel)
  if (channels.length === 0 || all.some(({ state }) => state === 'queued')) return []
  const { ruleId, eventType, repoId, prNumber } = delivery
  return [
    {
      repoId,
      type: 'feedback_sent',
      actor: SERVICE_ACTOR,
      prNumber,
      success: true,
      metadata: { rule_id: ruleId, event_type: eventType, channels },
      occurredAt
    }
  ]
}
