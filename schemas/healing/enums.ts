// Enumerations of healing.
import { enumeration } from '../enumeration.js'

/** What triggered an attempt. */
export const HEAL_TRIGGERS = enumeration('HealTrigger', ['webhook', 'sync', 'retry', 'manual', 'command'])
export type HealTrigger = (typeof HEAL_TRIGGERS)[number]

/** The trigger as decisions name it. */
export const HEAL_EVENTS: Readonly<{ [One in HealTrigger]: string }> = {
  webhook: 'workflow_run.completed',
  sync: 'sync',
  retry: 'api.retry',
  manual: 'api.heal',
  command: 'command.heal'
}

/** The strategies that a request may name; `auto` follows the diagnosis. */
export const HEAL_WISHES = enumeration('HealWish', ['auto', 'rerun', 'patch', 'diagnose'])
export type HealWish = (typeof HEAL_WISHES)[number]

export const HEAL_STRATEGIES = enumeration('HealStrategy', ['rerun', 'patch_pr', 'comment_only'])
export type HealStrategy = (typeof HEAL_STRATEGIES)[number]

export const SKIP_REASONS = enumeration('HealSkipReason', [
  'config_unreadable',
  'run_not_failed',
  'superseded',
  'self_activity',
  'circuit_open',
  'pillar_disabled',
  'cooldown',
  'attempt_cap',
  'trigger_filtered',
  'waived',
  'logs_unavailable',
  'incident',
  'duplicate_signature',
  'diagnosis_only',
  'already_rerun',
  'low_confidence',
  'not_healable',
  'no_model',
  'not_auto_fixable',
  'no_file',
  'auto_patch_off',
  'high_risk',
  'file_blocked',
  'duplicate_patch',
  'dry_run'
])
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Repairs that need no language model. */
export const REPAIR_NAMES = [
  'formatting',
  'retired_actions',
  'retired_images',
  'workflow_commands',
  'workflow_permissions',
  'manifest'
] as const
export type RepairName = (typeof REPAIR_NAMES)[number]

/** The strategies that can repair a failure. */
export const REMEDIES = enumeration('Remedy', [...REPAIR_NAMES, 'model'])
export type Remedy = (typeof REMEDIES)[number]

export const RISK_LEVELS = enumeration('RiskLevel', ['low', 'medium', 'high'])

export const HEAL_PR_STATUSES = enumeration('HealPullRequestStatus', ['open', 'merged', 'closed'])
export type HealPrStatus = (typeof HEAL_PR_STATUSES)[number]

/** Log lines that show a failure. */
export interface ExtractChunk {
  job: string
  from: number
  to: number
  lines: string[]
}
