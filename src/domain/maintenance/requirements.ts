// What the decisions of maintenance have in common: requirements, and how long ago something was.
import type { Json, JsonObject } from '#schemas/common.js'
import type { GuardResult } from '../decisions/guard.js'
import { DAY_MS } from '../time/durations.js'

/** What does not hold stops the decision, and nothing is done. */
export function requirement(check: string, holds: boolean, reason: string): GuardResult<{ next: 'none' }> {
  const condition = { check, result: holds }
  return holds ? { condition } : { condition, stop: { decision: 'skipped', reason, plan: { next: 'none' } } }
}

/** Undefined for what is no moment. */
export function timeOf(moment: Json | undefined): number | undefined {
  const time = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Undefined while a moment is not known. */
export function daysSince(moment: Json | undefined, inputs: JsonObject): number | undefined {
  const [now, then] = [timeOf(inputs['now']), timeOf(moment)]
  return now === undefined || then === undefined ? undefined : (now - then) / DAY_MS
}
