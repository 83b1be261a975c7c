// Evaluates a recorded decision again, under another configuration.
import type { JsonObject } from '#schemas/common.js'
import type { SimulatedWord, Simulation } from '#schemas/config-lab/preview.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { Condition, DecisionSource, DecisionWord, EvaluatorName } from '#schemas/decisions/decisions.js'
import { normalizeVerdict } from '../decisions/verdict.js'
import { type Evaluators, evaluatorKey } from '../decisions/versions.js'

/** What was recorded of it. */
export interface RecordedDecision {
  source: DecisionSource
  evaluator: EvaluatorName | null
  /** Null if they were too large to store. */
  inputs: JsonObject | null
  /** True if they are stored but exceed what one request evaluates. */
  isTooLarge: boolean
  configUsed: JsonObject
}

export interface SimulatedVerdict {
  decision: SimulatedWord
  reason: string | null
  conditions: readonly Condition[]
}

const WOULD: Readonly<Record<DecisionWord, SimulatedWord>> = {
  acted: 'would_act',
  skipped: 'would_skip',
  dry_run: 'dry_run',
  blocked: 'would_block',
  // Without a decision the service does not act.
  error: 'would_block'
}

/** Sources in which a model decides instead of an evaluator. */
const MODEL_SOURCES: readonly DecisionSource[] = ['ai_review', 'issue_fix']

export function simulateDecision(
  evaluators: Evaluators,
  recorded: RecordedDecision,
  config: ServiceConfig
): SimulatedVerdict {
  const { source, evaluator, inputs, configUsed } = recorded
  if (evaluator === null && MODEL_SOURCES.includes(source))
    return notSimulated(
      'would_require_ai',
      'A language model made this decision. It would have to be asked again, which a simulation does not do.'
    )
  const known = evaluator === null ? undefined : evaluators.get(evaluatorKey(evaluator))
  if (!known || inputs === null)
    return notSimulated('unsupported', whyNotSimulated(recorded, known !== undefined))
  // The border to the type of the configuration, which is JSON. What was used beside it stays.
  const settings = { ...configUsed, ...(config as unknown as JsonObject) }
  const under = known.inputsUnder?.(inputs, config) ?? inputs
  const { decision, reason, conditions } = normalizeVerdict(known.evaluate(under, settings))
  return { decision: WOULD[decision], reason, conditions }
}

function notSimulated(decision: SimulatedWord, reason: string): SimulatedVerdict {
  return { decision, reason, conditions: [] }
}

function whyNotSimulated({ evaluator, isTooLarge }: RecordedDecision, isKnown: boolean): string {
  if (evaluator === null)
    return 'This decision has no evaluator: a person made it, or its inputs were not recorded.'
  if (isTooLarge) return 'The recorded inputs are too large for one request. Ask for fewer decisions.'
  if (!isKnown) return `This version of the service has no ${evaluator.name}@${evaluator.version}.`
  return 'Its inputs were too large to store.'
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
