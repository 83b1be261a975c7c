// The order in which every decision checks its guards. The shared guards have fixed places; a pillar inserts its own
// after them, and adds stages for facts that are not known from the start.
import type { JsonObject } from '#schemas/common.js'
import type { Condition } from '#schemas/decisions/decisions.js'
import { firstStop, type Guard, type GuardStop, type PlannedVerdict } from './guard.js'
import type { SharedGuards } from './shared-guards.js'

/** A stage whose guards need facts that must be gathered first. */
export interface DecisionStage<Plan> {
  isKnown(inputs: JsonObject): boolean
  /** The verdict while the facts are missing: no guard objects to gathering them. */
  findOut: GuardStop<Plan>
  guards: readonly Guard<Plan>[]
}

export interface GuardChain<Plan> {
  shared: SharedGuards<Plan>
  afterConfig?: readonly Guard<Plan>[]
  afterPillar?: readonly Guard<Plan>[]
  afterWaiver?: readonly Guard<Plan>[]
  stages?: readonly DecisionStage<Plan>[]
  afterDryRun?: readonly Guard<Plan>[]
  /** The verdict if no guard stops the decision. */
  act(inputs: JsonObject): GuardStop<Plan>
}

/** Accepts any JSON; the same input always gives the same verdict. */
export function decide<Plan>(
  chain: GuardChain<Plan>,
  inputs: JsonObject,
  config: JsonObject
): PlannedVerdict<Plan> {
  const {
    shared,
    afterConfig = [],
    afterPillar = [],
    afterWaiver = [],
    stages = [],
    afterDryRun = []
  } = chain
  const conditions: Condition[] = []
  const input = { inputs, config, conditions }
  let stop = firstStop(
    [
      shared.configIsReadable,
      ...afterConfig,
      shared.pillarIsEnabled,
      ...afterPillar,
      shared.triggersPass,
      shared.noWaiver,
      ...afterWaiver
    ],
    input
  )
  for (const { isKnown, findOut, guards } of stages)
    stop ??= isKnown(inputs) ? firstStop(guards, input) : findOut
  stop ??= firstStop([shared.noDryRun, ...afterDryRun], input)
  return { ...(stop ?? chain.act(inputs)), conditions }
}
