// What the reconciler tells about the pipeline.
import type { Tx } from '#deps.js'
import type { RunCounts } from '#store/reconciler/runs.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { recordPipelineEvent } from '../telemetry/record.js'

interface ReconciledRepository {
  repoId: number
  runId: number
  counts: RunCounts
  at: Date
}

/** A run waits for nothing more of the repository. */
export function recordReconciled(tx: Tx, { repoId, runId, counts, at }: ReconciledRepository): Promise<void> {
  const { synced = 0, corrected = 0, failed = 0 } = counts
  return recordPipelineEvent(tx, {
    repoId,
    type: 'reconcile_run_completed',
    actor: SERVICE_ACTOR,
    success: failed === 0,
    metadata: { reconcile_run_id: runId, in_sync: synced + corrected > 0, corrected: corrected > 0 },
    occurredAt: at
  })
}

/** The corrections have ended, and the host shows nothing that differs. */
export function recordCorrectedDrift(
  tx: Tx,
  { repoId, driftFields, at }: { repoId: number; driftFields: readonly string[]; at: Date }
): Promise<void> {
  return recordPipelineEvent(tx, {
    repoId,
    type: 'violation_remediated',
    actor: SERVICE_ACTOR,
    success: true,
    metadata: { drift_fields: [...driftFields], trigger: 'policy_reconciler' },
    occurredAt: at
  })
}
