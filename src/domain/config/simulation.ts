// What a recorded decision would be under another configuration.
import type { JsonObject } from '../../../schemas/common.js'
import type { SimulatedWord, Simulation } from '../../../schemas/config-preview.js'
import type { Condition, DecisionSource, DecisionWord, EvaluatorName } from '../../../schemas/decisions.js'
import type { ServiceConfig } from '../../../schemas/service-config.js'
import { evaluatorOf } from '../evaluators.js'
import { GATE_EVALUATOR, gatesUnder } from '../gate-decision.js'
import { settledVerdict } from '../verdict.js'

/** What was recorded of it. */
export interface RecordedDecision {
  source: DecisionSource
  evaluator: EvaluatorName | null
  /** Null where they were too large to keep. */
  inputs: JsonObject | null
  /** True where they are kept, and are more than is looked at in one request. */
  isLeftOut: boolean
  configUsed: JsonObject
}

export interface Simulated {
  decision: SimulatedWord
  reason: string | null
  conditions: readonly Condition[]
}

const WOULD: Readonly<Record<DecisionWord, SimulatedWord>> = {
  acted: 'would_act',
  skipped: 'would_skip',
  dry_run: 'dry_run',
  blocked: 'would_block',
  // What cannot be decided is not done.
  error: 'would_block'
}

/** Where it is a model that decides, and no evaluator. */
const OF_MODELS: readonly DecisionSource[] = ['ai_review', 'issue_fix']

export function simulated(recorded: RecordedDecision, config: ServiceConfig): Simulated {
  const { source, evaluator, inputs, configUsed } = recorded
  if (evaluator === null && OF_MODELS.includes(source))
    return untold('would_require_ai', 'A model decided, and would have to be asked again.')
  const evaluate = evaluator === null ? undefined : evaluatorOf(evaluator)
  if (evaluator === null || !evaluate || inputs === null) return untold('unsupported', whyNot(recorded))
  // The border to the type of the configuration, which is JSON. What was used beside it stays.
  const settings = { ...configUsed, ...(config as unknown as JsonObject) }
  const { decision, reason, conditions } = settledVerdict(
    evaluate(inputsUnder(config, evaluator, inputs), settings)
  )
  return { decision: WOULD[decision], reason, conditions }
}

function untold(decision: SimulatedWord, reason: string): Simulated {
  return { decision, reason, conditions: [] }
}

function whyNot({ evaluator, isLeftOut }: RecordedDecision): string {
  if (evaluator === null) return 'No evaluator decided: a person did, or what it was made from is not known.'
  if (isLeftOut) return 'Too much was recorded to decide all of it in one request: ask for fewer decisions.'
  if (!evaluatorOf(evaluator))
    return `This version of the service has no ${evaluator.name}@${evaluator.version}.`
  return 'Its inputs were too large to keep.'
}

/** Inputs that hold something of the configuration itself hold that of the other one instead. */
function inputsUnder(config: ServiceConfig, { name }: EvaluatorName, inputs: JsonObject): JsonObject {
  return name === GATE_EVALUATOR.name ? gatesUnder(inputs, config.quality_gates) : inputs
}

export function simulationSummary(words: readonly SimulatedWord[]): Simulation['summary'] {
  const count = (word: SimulatedWord) => words.filter((one) => one === word).length
  return {
    events_considered: words.length,
    would_act: count('would_act'),
    would_skip: count('would_skip'),
    would_block: count('would_block'),
    dry_run: count('dry_run'),
    would_require_ai: count('would_require_ai'),
    unsupported: count('unsupported')
  }
}
