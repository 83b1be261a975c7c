// Ends deliveries: the state and the sums of a channel and, after the last channel, the delivery of the rule.
import type { Deps, Tx } from '#deps.js'
import type { FeedbackEnd } from '#schemas/feedback/enums.js'
import { channelsOfDelivery, endDelivery, type FeedbackDeliveryRow } from '#store/feedback/deliveries.js'
import { holdFeedbackRule } from '#store/feedback/rules.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { recordPipelineEvent } from '../telemetry/record.js'

export interface DeliveryOutcome {
  state: FeedbackEnd
  /** In plain words, without the webhook. */
  error: string | null
}

const LONGEST_ERROR = 300

/** Idempotent: one that has ended, or that another attempt has taken, stays as it is. */
export async function finishFeedback(
  deps: Deps,
  tx: Tx,
  delivery: FeedbackDeliveryRow,
  { state, error }: DeliveryOutcome
): Promise<void> {
  // Two channels that end at once would each take the other for unfinished.
  if (!(await holdFeedbackRule(tx, delivery.ruleId))) return
  const result = { state, error: error?.slice(0, LONGEST_ERROR) ?? null, at: deps.now() }
  if (!(await endDelivery(tx, delivery, result))) return
  await endRuleDelivery(deps, tx, delivery)
}

/** Ends what a rule says of one thing once the last of its channels has ended, which happens once. */
async function endRuleDelivery({ now }: Deps, tx: Tx, delivery: FeedbackDeliveryRow): Promise<void> {
  const all = await channelsOfDelivery(tx, delivery)
  if (all.some(({ state }) => state === 'queued')) return
  const { ruleId, eventType, repoId, prNumber } = delivery
  const channels = all.filter(({ state }) => state === 'sent').map(({ channel }) => channel)
  if (channels.length === 0) return
  await recordPipelineEvent(tx, {
    repoId,
    type: 'feedback_sent',
    actor: SERVICE_ACTOR,
    prNumber,
    success: true,
    metadata: { rule_id: ruleId, event_type: eventType, channels },
    occurredAt: now()
  })
}
