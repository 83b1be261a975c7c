// What comes of an evaluation: the decision, and the check that says so on the host.
import type { Condition, Verdict } from '../../schemas/decisions.js'
import type { EvaluatedCondition, Measured } from '../../schemas/gates.js'
import { type GateDefinition, type GateOutcome, outcomeOf, overallOf } from './gates.js'

/** All that is decided from, beside the settings. */
export interface GateInputs {
  gates: readonly GateDefinition[]
  measured: Measured
  /** The waiver that holds, if one does. */
  waiver: { id: number; reason: string } | null
}

export interface GateSettings {
  /** Whether the service only notes what it would do. */
  dry_run: boolean
}

export const GATE_EVALUATOR = { name: 'quality_gates', version: 1 } as const

/** Kept as it is for ever: a change of what it says makes another version. */
export function gateVerdict({ gates, measured, waiver }: GateInputs, { dry_run }: GateSettings): Verdict {
  const outcomes = gates.map((gate) => outcomeOf(gate, measured))
  const blocking = outcomes.filter(({ result, blockOnFail }) => result === 'failed' && blockOnFail)
  const overall = overallOf(outcomes)
  const conditions: Condition[] = [
    waiver ? { check: `waiver_active(${waiver.id})`, result: true, detail: waiver.reason } : { check: 'waiver_active', result: false },
    { check: 'is_dry_run()', result: dry_run },
    ...outcomes.map(({ name, result, score }) => ({
      check: `gate(${name})`,
      result: result === 'passed',
      detail: `score ${score}`
    })),
    { check: 'overall', result: overall }
  ]
  const said = blocking.length === 0 ? 'No blocking gate failed.' : `Failed: ${namesOf(blocking)}.`
  if (waiver) return { decision: 'skipped', reason: `Waived: ${waiver.reason}. ${said}`, conditions }
  if (dry_run) return { decision: 'dry_run', reason: said, conditions }
  return { decision: blocking.length === 0 ? 'acted' : 'blocked', reason: said, conditions }
}

const namesOf = (outcomes: readonly GateOutcome[]) => outcomes.map(({ name }) => name).join(', ')

export type CheckConclusion = 'success' | 'failure' | 'neutral'

const CONCLUSIONS: Readonly<Record<Verdict['decision'], CheckConclusion>> = {
  acted: 'success',
  blocked: 'failure',
  skipped: 'neutral',
  dry_run: 'neutral',
  error: 'failure'
}

/** What the check on the host says. */
export function checkOf(verdict: Pick<Verdict, 'decision' | 'reason'>, outcomes: readonly GateOutcome[]) {
  const passed = outcomes.filter(({ result }) => result === 'passed').length
  return {
    conclusion: CONCLUSIONS[verdict.decision],
    title: `${passed} of ${outcomes.length} gates passed`,
    summary: [verdict.reason ?? '', ...outcomes.map(summaryOf)].join('\n\n')
  }
}

function summaryOf({ name, result, score, blockOnFail, conditions }: GateOutcome): string {
  const lines = conditions.map((one) => `- ${one.passed ? 'holds' : '**does not hold**'}: ${textOf(one)}`)
  const kind = blockOnFail ? 'blocking' : 'informational'
  return [`### ${name}: ${result} (${kind}, score ${score})`, ...lines].join('\n')
}

function textOf({ metric, operator, threshold, actual, no_data }: EvaluatedCondition): string {
  const why = no_data === true ? ', without any data' : ''
  return `\`${metric} ${operator} ${threshold}\`, and it is ${actual ?? 'unknown'}${why}`
}
