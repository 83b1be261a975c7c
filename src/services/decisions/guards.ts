// Evaluates the guards with the current configuration, the waivers and the caller's facts.

import type { Db, Deps, Tx } from '#deps.js'
import { guardsV1 } from '#domain/decisions/guards.v1.js'
import { normalizeVerdict } from '#domain/decisions/verdict.js'
import { isObject } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { EvaluatorName, Verdict } from '#schemas/decisions/decisions.js'
import { loadStoredConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { findWaiver } from '../waivers/waivers.js'

export interface GuardInput {
  repoId: number
  pillar: Waivable | null
  issue?: number
  pr?: number
  branches?: readonly string[]
  /** One of these settings must be on. */
  needs?: readonly string[]
  /** Compared with the triggers. Null means that there is no such value; a missing key means that it is unknown. */
  event?: { branch?: string | null; author?: string | null; files?: string[] | null }
  /** Whether the work is done already, or in progress. */
  lease?: 'free' | 'taken'
  limits?: readonly { check: string; passes: boolean; detail: string }[]
  risk?: { score: number; most: number }
}

/** A verdict with everything it is based on, as `recordDecision` takes it. */
export interface GuardEvaluation {
  verdict: Verdict
  inputs: JsonObject
  configUsed: JsonObject
  configVersion: number
  waiverId: number | null
  evaluator: EvaluatorName
}

/** For decisions within a transaction. Pass `resolved` if the configuration is loaded already. */
export async function evaluateGuards(
  deps: Deps,
  db: Db | Tx,
  input: GuardInput,
  resolved?: ResolvedConfig
): Promise<GuardEvaluation> {
  const { config, version, isReadable } = resolved ?? (await loadStoredConfig(deps, db, input.repoId))
  const waiver = await findApplicableWaiver(deps, db, input)
  const { pillar, needs = [], lease = null, limits = [] } = input
  const inputs: JsonObject = {
    is_readable: isReadable,
    pillar,
    needs: [...needs],
    waiver: waiver === undefined ? null : { id: waiver },
    lease,
    limits: limits.map((limit) => ({ ...limit })),
    ...(input.event ? { event: { ...input.event } } : {}),
    ...(input.risk ? { risk: { ...input.risk } } : {})
  }
  const configUsed = settingsFor(config, pillar, needs)
  const verdict = normalizeVerdict(guardsV1.evaluate(inputs, configUsed))
  return {
    verdict,
    inputs,
    configUsed,
    configVersion: version,
    waiverId: waiver ?? null,
    evaluator: guardsV1
  }
}

async function findApplicableWaiver(
  { now }: Deps,
  db: Db | Tx,
  input: GuardInput
): Promise<number | undefined> {
  const { repoId, pillar, issue, pr, branches } = input
  if (pillar === null) return undefined
  const subject = {
    ...(issue === undefined ? {} : { issue }),
    ...(pr === undefined ? {} : { pr }),
    ...(branches === undefined ? {} : { branches })
  }
  return (await findWaiver(db, { repoId, pillar, at: now(), ...subject }))?.id
}

/** Only the settings that matter, so that a decision shows what it is based on and no more. */
function settingsFor(config: ServiceConfig, pillar: string | null, needs: readonly string[]): JsonObject {
  // Cast: the configuration is JSON and is read by path from here on.
  const document = config as unknown as JsonObject
  const paths = ['settings.dry_run', ...needs]
  if (pillar !== null) paths.push(`pillars.${pillar}.enabled`, `pillars.${pillar}.triggers`)
  return paths.reduce((chosen, path) => withPath(chosen, document, path.split('.')), {})
}

function withPath(chosen: JsonObject, source: JsonObject, [key = '', ...rest]: string[]): JsonObject {
  const value = Object.hasOwn(source, key) ? source[key] : undefined
  if (value === undefined) return chosen
  if (rest.length === 0) return { ...chosen, [key]: value }
  if (!isObject(value)) return chosen
  const inner = chosen[key]
  return { ...chosen, [key]: withPath(isObject(inner) ? inner : {}, value, rest) }
}
