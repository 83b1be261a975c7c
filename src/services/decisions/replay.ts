// Shows a decision with its inputs, and replays it without any effect.

import type { Deps } from '#deps.js'
import { type ConfigFault, checkLayer, findFrameFaults } from '#domain/configuration/findings.js'
import { mergeLayers } from '#domain/configuration/layers/layers.js'
import { decisionKinds, decisionSummaryOf } from '#domain/decisions/sums.js'
import { verdictObject, verdictText } from '#domain/decisions/verdict.js'
import { type Evaluator, evaluatorKey } from '#domain/decisions/versions.js'
import { canonicalJson, canonicalText, sha256Of } from '#domain/json/canonical.js'
import { type JsonText, joined, memberOf, textOf } from '#domain/json/text.js'
import { decisionNotFound, invalidConfig, notReplayable } from '#errors/errors.js'
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { DecisionDetail, DecisionSummary, Replay, ReplayBody } from '#schemas/decisions/decisions.js'
import type { DecisionRow } from '#store/decisions/decisions.js'
import {
  type DecisionSumsQuery,
  decisionSums,
  findDecision,
  lastDecisions
} from '#store/decisions/reports.js'

async function loadDecision({ db, registry }: Deps, id: number) {
  const found = await findDecision(db, id, registry.decisionFields)
  if (!found) throw decisionNotFound(id)
  return found
}

// Cast at the database boundary: `canonicalJson` wrote each column from an object.
const objectIn = (text: string): JsonObject => JSON.parse(text) as JsonObject

function verdictIn({ decision, reason, conditions, plan }: DecisionRow) {
  return {
    decision,
    reason,
    conditions: JSON.parse(conditions),
    ...(plan === null ? {} : { plan: objectIn(plan) })
  }
}

/** Returned as text, so that the recorded values are shown exactly as recorded. */
export async function loadDecisionDetail(deps: Deps, id: number): Promise<JsonText<DecisionDetail>> {
  const { row, shown, inputs } = await loadDecision(deps, id)
  const { evaluator: name, evaluatorVersion: version } = row
  const evaluator = textOf({ evaluator: name === null || version === null ? null : { name, version } })
  const verdict = memberOf('verdict', canonicalText(verdictObject(verdictIn(row))))
  return joined(joined(shown, evaluator), joined(memberOf('inputs', inputs), verdict))
}

export async function replayDecision(deps: Deps, id: number, { config = {} }: ReplayBody): Promise<Replay> {
  const { row } = await loadDecision(deps, id)
  const { evaluator: name, evaluatorVersion: version, inputs, configUsed } = row
  if (name === null || version === null) throw notReplayable(id, 'it was not made by an evaluator.')
  if (inputs === null) throw notReplayable(id, 'its inputs were too large to store.')
  const evaluator = { name, version }
  const registered = deps.registry.evaluators.get(evaluatorKey(evaluator))
  if (!registered) throw notReplayable(id, `this version of the service has no ${name}@${version}.`)
  const settings = settingsUnder(configUsed === null ? {} : objectIn(configUsed), config)
  const recorded = canonicalJson(verdictObject(verdictIn(row)))
  const replayed = verdictText(registered.evaluate(inputsFor(config, registered, objectIn(inputs)), settings))
  return {
    id,
    evaluator,
    same: recorded === replayed,
    verdict_sha256: sha256Of(recorded),
    replayed_sha256: sha256Of(replayed),
    verdict: objectIn(recorded),
    replayed: objectIn(replayed),
    config_used: settings
  }
}

/**
 * The recorded settings with the given ones on top. Only the given ones must be valid; faults of the recorded ones are
 * accepted.
 */
function settingsUnder(recorded: JsonObject, config: JsonObject): JsonObject {
  const kind = { mayLock: false }
  const malformed = findFrameFaults(config, kind)
  if (malformed.length > 0) throw invalidConfig(malformed.map(inConfig))
  const settings = mergeLayers(recorded, config)
  const knownFaults = new Set(checkLayer(recorded, kind).errors.map(({ path }) => path))
  const faults = checkLayer(settings, kind).errors.filter(({ path }) => !knownFaults.has(path))
  if (faults.length > 0) throw invalidConfig(faults.map(inConfig))
  return settings
}

const inConfig = ({ path, message }: ConfigFault): ConfigFault => ({ path: `/config${path}`, message })

/** Given gates replace those of the recorded configuration. */
function inputsFor(config: JsonObject, evaluator: Evaluator, inputs: JsonObject): JsonObject {
  const { quality_gates: gates } = config
  // Cast: the value was checked to be a list of gates.
  const gateSettings = { quality_gates: gates as ServiceConfig['quality_gates'] }
  return gates === undefined ? inputs : (evaluator.inputsUnder?.(inputs, gateSettings) ?? inputs)
}

export async function loadDecisionSummary({ db }: Deps, query: DecisionSumsQuery): Promise<DecisionSummary> {
  const sums = await decisionSums(db, query)
  return decisionSummaryOf(sums, await lastDecisions(db, decisionKinds(sums), query.repoId))
}
