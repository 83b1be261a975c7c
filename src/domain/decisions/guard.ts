// Guards of a decision. They are checked in order, and the first one that stops the decision determines the verdict.
import type { JsonObject } from '#schemas/common.js'
import type { Condition, DecisionWord } from '#schemas/decisions/decisions.js'

/** The end of a decision. `Plan` says what the deciding pillar does next. */
export interface GuardStop<Plan> {
  decision: DecisionWord
  reason: string
  plan: Plan
}

/** Empty if the guard has nothing to report. */
export interface GuardResult<Plan> {
  /** What was checked, shown with the decision. */
  condition?: Condition
  stop?: GuardStop<Plan>
}

export type Guard<Plan> = (inputs: JsonObject, config: JsonObject) => GuardResult<Plan>

/** A verdict with the plan to execute. */
export interface PlannedVerdict<Plan> extends GuardStop<Plan> {
  conditions: readonly Condition[]
}

export interface GuardChainInput {
  inputs: JsonObject
  config: JsonObject
  /** Each guard appends its own. */
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
