// What a rule of the pack says: a line that fits it tells of a failure of one type.
import type { FailureType } from '#schemas/mirror/ci.js'

/**
 * A summary counts what failed, a symptom follows from something else, an assertion says what a test had expected,
 * a hint is a word that many tools use,
 * and a place names the task that failed: it is no cause, and only speaks for one that is told nearby.
 * The weight says how sure the line is to have ended the job: 10 means that nothing else explains it.
 */
export interface LogRule {
  id: string
  weight: number
  /** But for hints, every alternative needs three literal characters outside of groups: they are looked for first. */
  pattern: RegExp
  /** A line that fits. */
  example: string
  /** Whether a plain re-run would pass, where the type alone does not tell. */
  transient?: boolean
  role?: 'summary' | 'symptom' | 'assertion' | 'hint' | 'place'
}

export type RulePack = Partial<Record<FailureType, readonly LogRule[]>>

export interface TypedRule extends LogRule {
  type: FailureType
}
