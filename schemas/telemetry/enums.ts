// Enumerations of telemetry.
import { enumeration } from '../enumeration.js'

/** What happens to changes on their way: in the queue, in CI, and in what keeps repositories in order. */
export const PIPELINE_EVENT_TYPES = enumeration('PipelineEventType', [
  'pr_admitted',
  'pr_merged',
  'pr_blocked',
  'pr_dequeued',
  'pr_requeued',
  'batch_started',
  'batch_failed',
  'heal_attempted',
  'heal_succeeded',
  'heal_failed',
  'config_failed',
  'feedback_sent',
  'rollback_triggered',
  'rollback_completed',
  'violation_detected',
  'violation_remediated',
  'enforcement_run_completed',
  'reconcile_run_completed',
  'ci_run_completed',
  'test_quarantined',
  'test_graduated',
  'vulnerability_detected',
  'vulnerability_fixed',
  'dependency_pr_opened'
])
export type PipelineEventType = (typeof PIPELINE_EVENT_TYPES)[number]
