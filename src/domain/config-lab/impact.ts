// The differences between two configurations, and how they affect a decision.
import type { JsonObject } from '#schemas/common.js'
import type { ConfigChanges, ConfigImpact, Impact, SimulatedWord } from '#schemas/config-lab/preview.js'
import type { ConfigRisk } from '#schemas/configuration/check.js'
import { RISK_SEVERITIES } from '#schemas/configuration/check.js'
import { changedKeys } from '../configuration/change-evidence.js'
import { configPolicy, type EffectiveConfig } from '../configuration/policy.js'

const MOST_KEYS = 100

export function changesBetween(current: EffectiveConfig, proposed: EffectiveConfig): ConfigChanges {
  const [now, then] = [configPolicy(current), configPolicy(proposed)]
  const changed = changedKeys(jsonOf(current), jsonOf(proposed))
  const ends = now.dry_run && !then.dry_run
  return {
    changed_keys: changed.slice(0, MOST_KEYS),
    changed_count: changed.length,
    dry_run: {
      from: now.dry_run,
      to: then.dry_run,
      risk: ends ? highestSeverity(then.risky_settings) : null
    },
    pillars_enabled: itemsMissingIn(then.enabled_pillars, now.enabled_pillars, String),
    pillars_disabled: itemsMissingIn(now.enabled_pillars, then.enabled_pillars, String),
    risks_added: itemsMissingIn(then.risky_settings, now.risky_settings, pathOf),
    risks_removed: itemsMissingIn(now.risky_settings, then.risky_settings, pathOf),
    warnings_added: itemsMissingIn(then.warnings, now.warnings, warningText),
    warnings_removed: itemsMissingIn(now.warnings, then.warnings, warningText)
  }
}

// The border to the type of the configuration, which is JSON.
const jsonOf = ({ config }: EffectiveConfig) => config as unknown as JsonObject
const pathOf = ({ path }: { path: string }) => path
const warningText = ({ path, message }: { path: string; message: string }) => `${path} ${message}`

/** The items of the first list that the second lacks. */
function itemsMissingIn<One>(
  some: readonly One[],
  others: readonly One[],
  keyOf: (one: One) => string
): One[] {
  const known = new Set(others.map(keyOf))
  return some.filter((one) => !known.has(keyOf(one)))
}

/** At least `low`: ending a dry run is a risk of its own. */
function highestSeverity(risks: readonly ConfigRisk[]): ConfigRisk['severity'] {
  const ranks = risks.map(({ severity }) => RISK_SEVERITIES.indexOf(severity))
  return RISK_SEVERITIES[Math.max(0, ...ranks)] ?? 'low'
}

/** By how much is permitted: a block also keeps people from proceeding, a skip does not. */
const RANKS: Readonly<Record<'would_act' | 'would_skip' | 'would_block', number>> = {
  would_block: 0,
  would_skip: 1,
  would_act: 2
}

export function decisionImpact(current: SimulatedWord, proposed: SimulatedWord): Impact {
  if (isNotSimulated(current) || isNotSimulated(proposed)) return 'unsupported'
  if (current === proposed) return 'unchanged'
  if (proposed === 'dry_run') return 'new_dry_run'
  if (current === 'dry_run') return 'removes_dry_run'
  return RANKS[proposed] > RANKS[current] ? 'more_permissive' : 'more_restrictive'
}

function isNotSimulated(word: SimulatedWord): word is 'unsupported' | 'would_require_ai' {
  return word === 'unsupported' || word === 'would_require_ai'
}

interface ImpactResult {
  proposed_decision: SimulatedWord
  impact: Impact
}

export function impactSums(results: readonly ImpactResult[]): ConfigImpact['simulation_impact'] {
  const of = (impact: Impact) => results.filter((one) => one.impact === impact).length
  const changed = results.filter(({ impact }) => impact !== 'unchanged' && impact !== 'unsupported')
  const newly = (word: SimulatedWord) => changed.filter((one) => one.proposed_decision === word).length
  return {
    events_considered: results.length,
    newly_would_act: newly('would_act'),
    newly_would_skip: newly('would_skip'),
    newly_would_block: newly('would_block'),
    newly_dry_run: newly('dry_run'),
    unchanged: of('unchanged'),
    unsupported: of('unsupported')
  }
}
