// Enumerations of the merge queue.
import { enumeration } from '../enumeration.js'

export const ENTRY_STATUSES = enumeration('QueueEntryStatus', [
  'pending',
  'ready',
  'merging',
  'merged',
  'blocked',
  'removed'
])
export type EntryStatus = (typeof ENTRY_STATUSES)[number]

export const ACTIVE_STATUSES = ['pending', 'ready', 'merging'] as const satisfies readonly EntryStatus[]
export const ENDED_STATUSES = ['merged', 'blocked', 'removed'] as const satisfies readonly EntryStatus[]

export const ENTRY_STAGES = enumeration('QueueEntryStage', ['testing', 'landing'])

export const BLOCK_REASONS = enumeration('QueueBlockReason', [
  'check_failed',
  'check_timeout',
  'conflict',
  'approval_lost',
  'merge_rejected',
  'attempts_exhausted'
])
export type BlockReason = (typeof BLOCK_REASONS)[number]

export const EXIT_REASONS = [
  'removed',
  'closed',
  'unlabelled',
  'draft',
  'retargeted',
  'changes_requested',
  'approval_lost'
] as const
export type ExitReason = (typeof EXIT_REASONS)[number]

/** Why a pull request is not admitted, in the order in which they are asked. */
export const REFUSALS = enumeration('QueueRefusal', [
  'queue_disabled',
  'pr_not_open',
  'draft',
  'wrong_base',
  'changes_requested',
  'not_approved',
  'queue_full',
  'conflict',
  'trigger_filter',
  'waived',
  'dry_run'
])
export type Refusal = (typeof REFUSALS)[number]

export const ADMISSIONS = enumeration('QueueAdmissionRule', ['label', 'approval'])

/** Asks for the merge of a pull request. */
export const QUEUE_LABEL = 'auto-merge'
/** Shows that a pull request is in the queue. */
export const QUEUED_LABEL = 'queued-for-merge'
export const QUEUED_LABEL_COLOR = '0075ca'

export const PRIORITY_RANGE = { minimum: -10, maximum: 10 }
export const LONGEST_CHECK_NAME = 255
export const MOST_REQUIRED_CHECKS = 100
export const MOST_FREEZES = 50
export const MOST_AREAS = 50
export const MOST_AREA_PATHS = 50
export const LONGEST_AREA_PATH = 200
