// Decides on an evaluation of quality gates, and renders the check run on the host.
import type { Json, JsonObject } from '#schemas/common.js'
import { type GateCondition, OPERATORS } from '#schemas/configuration/gate-conditions.js'
import { METRICS, type Metric } from '#schemas/configuration/gate-metrics.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import type { MeasuredMetrics } from '#schemas/gates/gates.js'
import { isConfigReadable, isDryByConfig } from '../decisions/shared-guards.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, valueAt } from '../json/path.js'
import { evaluateGate, type GateDefinition, type GateOutcome, gatesInForce, overallResult } from './gates.js'

/** The inputs of the decision, besides the settings. */
export interface GateInputs {
  gates: readonly GateDefinition[]
  measured: MeasuredMetrics
  /** The active waiver. */
  waiver: { id: number; reason: string } | null
  /** Whether the configuration, which may define gates, could be read. */
  isReadable: boolean
}

/** The inputs in their recorded form. */
export function gateInputsJson({ gates, measured, waiver, isReadable }: GateInputs): JsonObject {
  return {
    is_readable: isReadable,
    waiver,
    metrics: { ...measured.metrics },
    no_data: [...measured.noData],
    gates: gates.map(gateInput)
  }
}

function gateInput({ name, source, isDefault, blockOnFail, conditions }: GateDefinition): JsonObject {
  return {
    name,
    source,
    is_default: isDefault,
    block_on_fail: blockOnFail,
    conditions: conditions.map((condition) => ({ ...condition }))
  }
}

/** The same inputs with the gates of another configuration; gates created through the API stay. */
function replaceConfigGates(inputs: JsonObject, ofConfig: ServiceConfig['quality_gates']): JsonObject {
  const ofApi = listAt(inputs, 'gates').filter((gate) => isObject(gate) && gate['source'] === 'database')
  const gates = gatesInForce(ofApi.flatMap(gateFrom), ofConfig)
  return { ...inputs, gates: gates.map(gateInput) }
}

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
function gateVerdict(inputs: JsonObject, config: JsonObject): Verdict {
  const outcomes = listAt(inputs, 'gates')
    .flatMap(gateFrom)
    .map((gate) => evaluateGate(gate, recordedMetrics(inputs)))
  const blocking = outcomes.filter(({ result, blockOnFail }) => result === 'failed' && blockOnFail)
  const waiver = objectAt(inputs, 'waiver')
  const isDry = isDryByConfig(config)
  const isReadable = isConfigReadable(inputs)
  const conditions: Condition[] = [
    { check: 'config_readable', result: isReadable },
    waiver
      ? { check: `waiver_active(${waiver['id']})`, result: true, detail: String(waiver['reason']) }
      : { check: 'waiver_active', result: false },
    { check: 'is_dry_run()', result: isDry },
    ...outcomes.map(({ name, result, score }) => ({
      check: `gate(${name})`,
      result: result === 'passed',
      detail: `score ${score}`
    })),
    { check: 'overall', result: overallResult(outcomes) }
  ]
  const summary = blocking.length === 0 ? 'No blocking gate failed.' : `Failed: ${namesOf(blocking)}.`
  if (!isReadable)
    return { decision: 'error', reason: `The configuration cannot be read. ${summary}`, conditions }
  if (waiver) return { decision: 'skipped', reason: `Waived: ${waiver['reason']}. ${summary}`, conditions }
  if (isDry) return { decision: 'dry_run', reason: summary, conditions }
  return { decision: blocking.length === 0 ? 'acted' : 'blocked', reason: summary, conditions }
}

export const qualityGatesV1: Evaluator = {
  name: 'quality_gates',
  version: 1,
  evaluate: gateVerdict,
  inputsUnder: (inputs, { quality_gates }) => replaceConfigGates(inputs, quality_gates)
}

function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = valueAt(object, key)
  return isObject(value) ? value : undefined
}

function listAt(object: JsonObject, key: string): Json[] {
  const value = valueAt(object, key)
  return Array.isArray(value) ? value : []
}

function gateFrom(json: Json): GateDefinition[] {
  if (!isObject(json) || typeof json['name'] !== 'string') return []
  const { name, is_default: isDefault, block_on_fail: blockOnFail } = json
  const conditions = listAt(json, 'conditions').map(conditionFrom)
  return [
    {
      name,
      source: 'database',
      isDefault: isDefault === true,
      blockOnFail: blockOnFail !== false,
      conditions
    }
  ]
}

/** A condition unknown to this version gets a metric that never exists, so it fails. */
function conditionFrom(json: Json): GateCondition {
  const metric = METRICS.find((known) => known === valueAt(json, 'metric'))
  const operator = OPERATORS.find((known) => known === valueAt(json, 'operator'))
  const threshold = valueAt(json, 'threshold')
  if (metric && operator && typeof threshold === 'number') return { metric, operator, threshold }
  // Cast: another version may have recorded other metrics.
  return { metric: 'unknown' as Metric, operator: '==', threshold: 0 }
}

/** A missing metric stays missing, so its conditions fail. */
function recordedMetrics(inputs: JsonObject): MeasuredMetrics {
  const recorded = objectAt(inputs, 'metrics') ?? {}
  const missing = listAt(inputs, 'no_data')
  const figures = METRICS.flatMap((metric) => {
    const value = recorded[metric]
    return typeof value === 'number' ? [[metric, value] as const] : []
  })
  return {
    // Cast: recorded metrics may lack newer ones; `evaluateCondition` handles that.
    metrics: Object.fromEntries(figures) as MeasuredMetrics['metrics'],
    noData: METRICS.filter((metric) => missing.includes(metric))
  }
}

const namesOf = (outcomes: readonly GateOutcome[]) => outcomes.map(({ name }) => name).join(', ')
