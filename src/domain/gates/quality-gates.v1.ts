// The decision that follows from the evaluation of all gates.
import type { Json, JsonObject } from '#schemas/common.js'
import {
  type GateCondition,
  METRICS,
  type Metric,
  OPERATORS
} from '#schemas/configuration/gate-conditions.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import type { MeasuredMetrics } from '#schemas/gates/gates.js'
import { isConfigReadable, isDryByConfig } from '../decisions/shared-guards.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, valueAt } from '../json/path.js'
import { evaluateGate, type GateDefinition, type GateOutcome, gatesInForce, overallResult } from './gates.js'

/** All that is decided from, beside the settings. */
export interface GateInputs {
  gates: readonly GateDefinition[]
  measured: MeasuredMetrics
  /** The waiver that holds, if one does. */
  waiver: { id: number; reason: string } | null
  /** Whether the configuration, which may hold gates, could be read. */
  isReadable: boolean
}

/** As they are recorded. */
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
    ...{ name, source, is_default: isDefault, block_on_fail: blockOnFail },
    conditions: conditions.map((one) => ({ ...one }))
  }
}

/** The same inputs, had these gates been in the configuration: those that were made by the API stay. */
function replaceConfigGates(inputs: JsonObject, ofConfig: ServiceConfig['quality_gates']): JsonObject {
  const ofApi = listAt(inputs, 'gates').filter((gate) => isObject(gate) && gate['source'] === 'database')
  const gates = gatesInForce(ofApi.flatMap(gateFrom), ofConfig)
  return { ...inputs, gates: gates.map(gateInput) }
}

/** Takes any JSON and says the same of the same. Kept as it is for ever: a change of what it says is another version. */
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
      ...{ check: `gate(${name})`, result: result === 'passed', detail: `score ${score}` }
    })),
    { check: 'overall', result: overallResult(outcomes) }
  ]
  const found = blocking.length === 0 ? 'No blocking gate failed.' : `Failed: ${namesOf(blocking)}.`
  if (!isReadable)
    return { decision: 'error', reason: `The configuration cannot be read. ${found}`, conditions }
  if (waiver) return { decision: 'skipped', reason: `Waived: ${waiver['reason']}. ${found}`, conditions }
  if (isDry) return { decision: 'dry_run', reason: found, conditions }
  return { decision: blocking.length === 0 ? 'acted' : 'blocked', reason: found, conditions }
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

/** One that this version cannot tell asks for a figure that is never there, so it fails. */
function conditionFrom(json: Json): GateCondition {
  const metric = METRICS.find((one) => one === valueAt(json, 'metric'))
  const operator = OPERATORS.find((one) => one === valueAt(json, 'operator'))
  const threshold = valueAt(json, 'threshold')
  if (metric && operator && typeof threshold === 'number') return { metric, operator, threshold }
  // The border to what another version recorded.
  return { metric: 'unknown' as Metric, operator: '==', threshold: 0 }
}

/** A figure that is not there is not there: its conditions fail. */
function recordedMetrics(inputs: JsonObject): MeasuredMetrics {
  const known = objectAt(inputs, 'metrics') ?? {}
  const missing = listAt(inputs, 'no_data')
  const figures = METRICS.flatMap((metric) => {
    const value = known[metric]
    return typeof value === 'number' ? [[metric, value] as const] : []
  })
  return {
    // The border to what was recorded, which may lack a figure that is new; whoever compares looks first.
    metrics: Object.fromEntries(figures) as MeasuredMetrics['metrics'],
    noData: METRICS.filter((metric) => missing.includes(metric))
  }
}

const namesOf = (outcomes: readonly GateOutcome[]) => outcomes.map(({ name }) => name).join(', ')
