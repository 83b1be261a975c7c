// Previews a proposed configuration, without any effect.

import type { Deps } from '#deps.js'
import { changesBetween, decisionImpact, impactSums } from '#domain/config-lab/impact.js'
import { type RecordedDecision, simulateDecision, simulationSummary } from '#domain/config-lab/simulation.js'
import { checkLayer } from '#domain/configuration/findings.js'
import { findShadows, shadowWarning } from '#domain/configuration/layers/shadows.js'
import { configPolicy, type EffectiveConfig } from '#domain/configuration/policy.js'
import { splitFullName } from '#domain/mirror/full-name.js'
import { DAY_MS } from '#domain/time/durations.js'
import { parseMoment } from '#domain/time/moment.js'
import { invalidParameter } from '#errors/errors.js'
import type { JsonObject } from '#schemas/common.js'
import {
  type ConfigImpact,
  MOST_PREVIEW_DAYS,
  PREVIEW_DAYS,
  PREVIEW_EVENTS,
  type PreviewBody,
  type PreviewScope,
  type Simulation
} from '#schemas/config-lab/preview.js'
import { type ReplayRow, recordedDecisions } from '#store/config-lab/recorded-decisions.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { loadProposedConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { isOrganisation, type Proposal, parseProposal } from './proposal.js'

export async function simulateConfig(deps: Deps, body: PreviewBody): Promise<Simulation> {
  const { scope, rows, proposed } = await loadPreview(deps, body)
  const results = rows.map(({ event, actions, ...row }) => {
    const { decision, reason, conditions } = simulateDecision(
      deps.registry.evaluators,
      recordedFrom(event.source, row),
      proposed.config
    )
    const acts = decision === 'would_act' || decision === 'dry_run'
    return {
      ...event,
      simulated_decision: decision,
      would_do: acts ? [...actions] : [],
      reason,
      conditions: [...conditions]
    }
  })
  return {
    scope,
    policy: configPolicy(proposed),
    normalized_config: proposed.config,
    summary: simulationSummary(results.map(({ simulated_decision }) => simulated_decision)),
    results
  }
}

export async function compareConfig(deps: Deps, body: PreviewBody): Promise<ConfigImpact> {
  const { scope, rows, current, proposed } = await loadPreview(deps, body)
  const results = rows.map(({ event, actions: _, ...row }) => {
    const recorded = recordedFrom(event.source, row)
    const evaluateWith = ({ config }: EffectiveConfig) =>
      simulateDecision(deps.registry.evaluators, recorded, config)
    const [now, then] = [evaluateWith(current), evaluateWith(proposed)]
    return {
      ...event,
      current_decision: now.decision,
      proposed_decision: then.decision,
      impact: decisionImpact(now.decision, then.decision),
      current_reason: now.reason,
      proposed_reason: then.reason
    }
  })
  return {
    scope,
    current: configPolicy(current),
    proposed: configPolicy(proposed),
    changes: changesBetween(current, proposed),
    simulation_impact: impactSums(results),
    results
  }
}

interface Preview {
  scope: PreviewScope
  rows: readonly ReplayRow[]
  current: EffectiveConfig
  proposed: EffectiveConfig
}

async function loadPreview(deps: Deps, body: PreviewBody): Promise<Preview> {
  const { limit = PREVIEW_EVENTS } = body
  const { from, to } = windowOf(body, deps.now())
  const proposal = parseProposal(body)
  const { repoId, fullName } = await findByFullName(deps, body.repo)
  const [{ current, proposed }, rows] = await Promise.all([
    loadProposedConfig(deps, repoId, proposal),
    // One more than shown, to know whether there are more.
    recordedDecisions(deps.db, { repoId, from, to, most: limit + 1 })
  ])
  const truncated = rows.length > limit
  return {
    scope: { repo: fullName, from: from.toISOString(), to: to.toISOString(), limit, truncated },
    rows: rows.slice(0, limit),
    current: effectiveConfigOf(current, currentLayer(current, proposal, body.repo)),
    proposed: effectiveConfigOf(proposed, proposal)
  }
}

function windowOf({ from, to }: PreviewBody, now: Date): { from: Date; to: Date } {
  const end = to === undefined ? now : parseMoment('/to', to, 'end')
  const begin =
    from === undefined ? new Date(end.getTime() - PREVIEW_DAYS * DAY_MS) : parseMoment('/from', from, 'start')
  if (begin > end) throw invalidParameter('/from', 'must not be after /to', 'invalid_time')
  if (end.getTime() - begin.getTime() > MOST_PREVIEW_DAYS * DAY_MS)
    throw invalidParameter('/from', `must be ${MOST_PREVIEW_DAYS} days before /to at most`, 'invalid_time')
  return { from: begin, to: end }
}

export function findByFullName({ db }: Deps, fullName: string) {
  return repositoryByName(db, splitFullName(fullName))
}

function effectiveConfigOf(
  resolved: ResolvedConfig,
  { layer, content, warnings }: Proposal
): EffectiveConfig {
  const { locked: _, ...settings } = content
  // Overrides lie above the file, so they decide what of it has no effect.
  const layers = layer === 'file' ? [settings] : [settings, resolved.layers.repo]
  const shadows = layers.flatMap((one) => findShadows(one, resolved)).map(shadowWarning)
  return { config: resolved.config, isReadable: resolved.isReadable, warnings: [...warnings, ...shadows] }
}

/** The layer as it is now, to be compared with the proposed one. */
function currentLayer({ layers }: ResolvedConfig, { layer }: Proposal, fullName: string): Proposal {
  const mayLock = layer === 'file' && isOrganisation(fullName)
  const ofFile = mayLock ? layers.org : layers.repo
  const content = layer === 'file' ? ofFile : layers.db
  return { layer, content, warnings: checkLayer(content, { mayLock }).warnings }
}

// Cast at the database boundary: `canonicalJson` wrote each column from an object.
const objectIn = (text: string): JsonObject => JSON.parse(text) as JsonObject

function recordedFrom(
  source: RecordedDecision['source'],
  { evaluator, evaluatorVersion, inputs, isTooLarge, configUsed }: Omit<ReplayRow, 'event' | 'actions'>
): RecordedDecision {
  const isKnown = evaluator !== null && evaluatorVersion !== null
  return {
    source,
    evaluator: isKnown ? { name: evaluator, version: evaluatorVersion } : null,
    inputs: inputs === null ? null : objectIn(inputs),
    isTooLarge,
    configUsed: configUsed === null ? {} : objectIn(configUsed)
  }
}
