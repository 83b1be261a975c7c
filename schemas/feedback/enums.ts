// Enumerations of feedback.
import { enumeration } from '../enumeration.js'

/** What a rule can send word of. */
export const FEEDBACK_EVENTS = enumeration('FeedbackEvent', [
  'ci_failure',
  'ci_heal',
  'pr_merged',
  'pr_blocked',
  'config_failed',
  'queue_admitted',
  'merge_failure',
  'rollback'
])
export type FeedbackEventType = (typeof FEEDBACK_EVENTS)[number]

/** Other names that a request may use; rules are stored and shown under the names above. */
export const FEEDBACK_ALIASES = {
  merge_success: 'pr_merged',
  merge_blocked: 'pr_blocked'
} as const satisfies Record<string, FeedbackEventType>
type FeedbackAlias = keyof typeof FEEDBACK_ALIASES

// Cast: the keys of a constant are the names of its type.
export const FEEDBACK_ALIAS_NAMES = Object.keys(FEEDBACK_ALIASES) as FeedbackAlias[]

export const eventTypeOf = (name: FeedbackEventType | FeedbackAlias): FeedbackEventType =>
  name in FEEDBACK_ALIASES
    ? // Cast: TypeScript does not narrow a name by the object that has it.
      FEEDBACK_ALIASES[name as FeedbackAlias]
    : (name as FeedbackEventType)

export const FEEDBACK_CHANNELS = enumeration('FeedbackChannel', ['pr_comment', 'slack', 'teams'])
export type FeedbackChannel = (typeof FEEDBACK_CHANNELS)[number]

/** `skipped`: the configuration or a guard of the repository forbids the comment. */
export const FEEDBACK_STATES = enumeration('FeedbackDeliveryState', ['queued', 'sent', 'failed', 'skipped'])
export type FeedbackState = (typeof FEEDBACK_STATES)[number]
export type FeedbackEnd = Exclude<FeedbackState, 'queued'>
