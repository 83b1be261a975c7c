// How a guard of a fix says what it asks for, and what becomes of the attempt where that does not hold.
import type { Json, JsonObject } from '../../../schemas/common.js'
import type { Condition, DecisionWord } from '../../../schemas/decisions.js'
import type { FixError } from '../../../schemas/fix-words.js'
import { valueAt } from '../json-path.js'

/** What the service makes of a verdict; `analyze` and `generate`: nothing stands in the way so far. */
export interface FixPlan {
  next: 'analyze' | 'generate' | 'submit' | 'rejected' | 'failed'
  error: FixError | null
}

export interface Stop {
  decision: DecisionWord
  reason: string
  plan: FixPlan
}

export interface Step {
  condition?: Condition
  stop?: Stop
}

export type Guard = (inputs: JsonObject, config: JsonObject) => Step

export const nothing: Step = {}

export const fixing = (config: JsonObject, ...path: string[]) =>
  valueAt(config, 'pillars', 'issue_fix', ...path)
export const isTrue = (value: Json | undefined, ...path: string[]) => valueAt(value, ...path) === true

export function numberAt(value: Json | undefined, ...path: string[]): number {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : 0
}

interface Demand {
  check: string
  holds: boolean
  detail?: string
  error: FixError
  reason: string
  decision?: DecisionWord
  next?: 'rejected' | 'failed'
}

export function demand({
  check,
  holds,
  detail,
  error,
  reason,
  decision = 'blocked',
  next = 'rejected'
}: Demand): Step {
  const condition = { check, result: holds, ...(detail === undefined ? {} : { detail }) }
  return holds ? { condition } : { condition, stop: { decision, reason, plan: { next, error } } }
}

/** A number that a setting bounds; a setting that is missing allows nothing. */
export function atMost(config: JsonObject, key: string, found: number): { holds: boolean; detail: string } {
  const most = fixing(config, key)
  return { holds: typeof most === 'number' && found <= most, detail: `${found} of ${most ?? 0}` }
}
