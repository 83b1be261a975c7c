// Shows a decision with all that it was decided from, and makes it again without any effect.
import type { JsonObject } from '../../schemas/common.js'
import type { DecisionSummary, Replay, ReplayBody } from '../../schemas/decisions.js'
import type { Db, Deps } from '../deps.js'
import { canonicalJson, sha256Of } from '../domain/canonical.js'
import { overlaid } from '../domain/config/layers.js'
import { decisionKinds, decisionSummaryOf } from '../domain/decision-sums.js'
import { evaluatorOf } from '../domain/evaluators.js'
import { isDeeper } from '../domain/json-path.js'
import { verdictObject, verdictText } from '../domain/verdict.js'
import { decisionNotFound, invalidParameter, notReplayable } from '../errors.js'
import { decisionOf, decisionSums, lastDecisions, type SummaryAsked } from '../store/decision-reports.js'
import type { DecisionRow } from '../store/decisions.js'

async function foundIn(db: Db, id: number) {
  const found = await decisionOf(db, id)
  if (!found) throw decisionNotFound(id)
  return found
}

// The border to the columns: each holds what `canonicalJson` wrote of an object.
const objectIn = (text: string): JsonObject => JSON.parse(text) as JsonObject

function verdictIn({ decision, reason, conditions, plan }: DecisionRow) {
  return {
    decision,
    reason,
    conditions: JSON.parse(conditions),
    ...(plan === null ? {} : { plan: objectIn(plan) })
  }
}

/** As a text, so that what was recorded is shown as it was recorded. */
export async function decisionDetail({ db }: Deps, id: number): Promise<string> {
  const { row, shown } = await foundIn(db, id)
  const { evaluator: name, evaluatorVersion: version, inputs } = row
  const evaluator = name === null ? 'null' : canonicalJson({ name, version })
  const verdict = canonicalJson(verdictObject(verdictIn(row)))
  return `${shown.slice(0, -1)},"evaluator":${evaluator},"inputs":${inputs ?? 'null'},"verdict":${verdict}}`
}

/** What is deeper could not be shown; no setting is. */
const DEEPEST_SETTING = 20

export async function replayDecision({ db }: Deps, id: number, { config = {} }: ReplayBody): Promise<Replay> {
  if (isDeeper(config, DEEPEST_SETTING))
    throw invalidParameter('/config', `must be nested ${DEEPEST_SETTING} deep at most`, 'invalid_field')
  const { row } = await foundIn(db, id)
  const { evaluator: name, evaluatorVersion: version, inputs, configUsed } = row
  if (name === null || version === null) throw notReplayable(id, 'no evaluator made it.')
  if (inputs === null) throw notReplayable(id, 'its inputs were too large to keep.')
  const evaluator = { name, version }
  const evaluate = evaluatorOf(evaluator)
  if (!evaluate) throw notReplayable(id, `this version of the service has no ${name}@${version}.`)
  const settings = overlaid(configUsed === null ? {} : objectIn(configUsed), config)
  const recorded = canonicalJson(verdictObject(verdictIn(row)))
  const replayed = verdictText(evaluate(objectIn(inputs), settings))
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

export async function decisionSummary({ db }: Deps, asked: SummaryAsked): Promise<DecisionSummary> {
  const sums = await decisionSums(db, asked)
  return decisionSummaryOf(sums, await lastDecisions(db, decisionKinds(sums), asked.repoId))
}
