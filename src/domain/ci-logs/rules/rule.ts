// A rule of the pack: a matching line indicates a failure of one type.
import type { FailureType } from '#schemas/mirror/ci.js'

/**
 * `summary` counts failures, `symptom` follows from another failure, `assertion` reports the expectation of a test,
 * `hint` is a word that many tools use, and `place` names the failed task and only supports a cause nearby. A weight of
 * 10 means that the line alone explains the failure.
 */
export interface LogRule {
  id: string
  weight: number
  /** Except for hints, every alternative needs three literal characters outside of groups for the preselection. */
  pattern: RegExp
  /** A matching line. */
  example: string
  /** Whether a plain re-run would pass, if the type alone does not decide it. */
  transient?: boolean
  role?: 'summary' | 'symptom' | 'assertion' | 'hint' | 'place'
}

export type RulePack = Partial<Record<FailureType, readonly LogRule[]>>

export interface TypedRule extends LogRule {
  type: FailureType
}
