import type { Tx } from '#deps.js'
import { type HealEventType, healEventBetween } from '#domain/healing/pipeline-event.js'
import type { HealRow } from '#store/healing/attempts.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { recordPipelineEvent } from '../telemetry/record.js'

/** Call it once the attempt is saved. */
export async function recordHealEvent(tx: Tx, before: HealRow, after: HealRow): Promise<void> {
  const type = healEventBetween(before, after)
  if (type === undefined) return
  await recordPipelineEvent(tx, {
    repoId: after.repoId,
    type,
    actor: SERVICE_ACTOR,
    ref: after.branch,
    prNumber: after.prNumber,
    durationMs: type === 'heal_attempted' ? null : after.updatedAt.getTime() - after.createdAt.getTime(),
    success: SUCCESS[type],
    metadata: {
      attempt_id: after.id,
      run_id: after.hostRunId,
      workflow: after.workflowName,
      type: after.strategy,
      failure_type: after.failureType,
      outcome: after.outcome
    },
    occurredAt: after.updatedAt
  })
}

const SUCCESS: Readonly<Record<HealEventType, boolean | null>> = {
  heal_attempted: null,
  heal_succeeded: true,
  heal_failed: false
}
