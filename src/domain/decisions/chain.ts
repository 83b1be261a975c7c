// The order in which everything is decided. The guards of everyone stand in it once; a pillar adds its own, each after one of
// those, and then asks stage by stage, as more becomes known.
import type { JsonObject } from '#schemas/common.js'
import type { Condition } from '#schemas/decisions/decisions.js'
import { firstStop, type Guard, type GuardStop, type PlannedVerdict } from './guard.js'
import type { SharedGuards } from './shared-guards.js'

/** Something that has to be found out before its guards can be asked. */
export interface DecisionStage<Plan> {
  isKnown(inputs: JsonObject): boolean
  /** The verdict while it is not: that nothing stands in the way of finding it out. */
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
  /** What is done where no guard stops it. */
  act(inputs: JsonObject): GuardStop<Plan>
}

/** Takes any JSON, and says the same of the same. */
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
  const question = { inputs, config, conditions }
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
    question
  )
  for (const { isKnown, findOut, guards } of stages)
    stop ??= isKnown(inputs) ? firstStop(guards, question) : findOut
  stop ??= firstStop([shared.noDryRun, ...afterDryRun], question)
  return { ...(stop ?? chain.act(inputs)), conditions }
}
