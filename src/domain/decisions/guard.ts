// What a guard is, and how a decision is made of guards: they are asked one after the other, and the first that stops it
// has the last word.
import type { JsonObject } from '#schemas/common.js'
import type { Condition, DecisionWord } from '#schemas/decisions/decisions.js'

/** The end of a decision. `Plan` is what the pillar that decides makes of it. */
export interface GuardStop<Plan> {
  decision: DecisionWord
  reason: string
  plan: Plan
}

/** Nothing at all where a guard has nothing to say. */
export interface GuardResult<Plan> {
  /** What was checked; shown with the decision. */
  condition?: Condition
  stop?: GuardStop<Plan>
}

export type Guard<Plan> = (inputs: JsonObject, config: JsonObject) => GuardResult<Plan>

/** A verdict with the plan for whoever carries it out. */
export interface PlannedVerdict<Plan> extends GuardStop<Plan> {
  conditions: readonly Condition[]
}

export interface GuardChainInput {
  inputs: JsonObject
  config: JsonObject
  /** Each guard adds its own. */
  conditions: Condition[]
}

export function firstStop<Plan>(
  guards: readonly Guard<Plan>[],
  { inputs, config, conditions }: GuardChainInput
): GuardStop<Plan> | undefined {
  for (const guard of guards) {
    const { condition, stop } = guard(inputs, config)
    if (condition) conditions.push(condition)
    if (stop) return stop
  }
  return undefined
}
