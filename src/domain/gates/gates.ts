// Evaluates quality gates against metrics. Pure, so that decisions can be replayed and gates tried on past metrics.
import type { GateCondition, Operator } from '#schemas/configuration/gate-conditions.js'
import type { Metric } from '#schemas/configuration/gate-metrics.js'
import type {
  EvaluatedCondition,
  GateOrigin,
  GateResult,
  MeasuredMetrics,
  Overall
} from '#schemas/gates/gates.js'

/** A gate from the configuration file or the API. */
export interface GateDefinition {
  name: string
  source: GateOrigin
  isDefault: boolean
  blockOnFail: boolean
  conditions: readonly GateCondition[]
}

export interface GateOutcome {
  name: string
  isDefault: boolean
  blockOnFail: boolean
  result: GateResult
  conditions: EvaluatedCondition[]
  score: number
  passedCount: number
  failedCount: number
  totalCount: number
}

const GATE_OPERATORS: Readonly<Record<Operator, (actual: number, threshold: number) => boolean>> = {
  '<': (actual, threshold) => actual < threshold,
  '<=': (actual, threshold) => actual <= threshold,
  '>': (actual, threshold) => actual > threshold,
  '>=': (actual, threshold) => actual >= threshold,
  '==': (actual, threshold) => actual === threshold,
  '!=': (actual, threshold) => actual !== threshold
}

function evaluateCondition(
  condition: GateCondition,
  { metrics, noData }: MeasuredMetrics
): EvaluatedCondition {
  const { metric, operator, threshold } = condition
  // Metrics recorded by an older version may lack newer ones.
  const actual = (metrics as Partial<Record<Metric, number>>)[metric] ?? null
  const passed = actual !== null && GATE_OPERATORS[operator](actual, threshold)
  return {
    metric,
    operator,
    threshold,
    actual,
    passed,
    ...(noData.includes(metric) ? { no_data: true } : {})
  }
}

export function evaluateGate(gate: GateDefinition, measured: MeasuredMetrics): GateOutcome {
  const conditions = gate.conditions.map((condition) => evaluateCondition(condition, measured))
  const totalCount = conditions.length
  const passedCount = conditions.filter(({ passed }) => passed).length
  return {
    name: gate.name,
    isDefault: gate.isDefault,
    blockOnFail: gate.blockOnFail,
    result: passedCount === totalCount ? 'passed' : 'failed',
    conditions,
    score: totalCount === 0 ? 100 : Math.round((100 * passedCount) / totalCount),
    passedCount,
    failedCount: totalCount - passedCount,
    totalCount
  }
}

export function overallResult(gates: readonly { result: GateResult; blockOnFail: boolean }[]): Overall {
  const failed = gates.filter(({ result }) => result === 'failed')
  if (failed.some(({ blockOnFail }) => blockOnFail)) return 'failed'
  return failed.length > 0 ? 'warning' : 'passed'
}

/** The default gate first, then by name. */
export function defaultGateFirst<Gate extends { isDefault: boolean; name: string }>(
  gates: readonly Gate[]
): Gate[] {
  return [...gates].sort(
    (a, b) => Number(b.isDefault) - Number(a.isDefault) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  )
}

/** Gates created through the API replace those of the file with the same name. */
export function gatesInForce(
  stored: readonly GateDefinition[],
  ofFile: Readonly<Record<string, { conditions: readonly GateCondition[]; block_on_fail?: boolean }>>
): GateDefinition[] {
  const names = new Set(stored.map(({ name }) => name))
  const others = Object.entries(ofFile)
    .filter(([name]) => !names.has(name))
    .map(([name, { conditions, block_on_fail = true }]) => ({
      name,
      conditions,
      source: 'file' as const,
      isDefault: false,
      blockOnFail: block_on_fail
    }))
  return [...defaultGateFirst(stored), ...defaultGateFirst(others)]
}
