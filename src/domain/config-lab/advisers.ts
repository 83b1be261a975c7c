// The rules behind the recommendations, by id. Each shows as evidence what it looked at.
import type { JsonObject } from '#schemas/common.js'
import { ADVICE_DAYS, type AdviceId } from '#schemas/config-lab/advice.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { DEFAULTS } from '../configuration/layers/defaults.js'
import { parsePointer, pointerTo, setValueAtPath, valueAtPath } from '../configuration/pointer.js'
import { risksIn } from '../configuration/risks.js'
import { globMatches } from '../text/glob.js'
import { mostSpecificWaiver } from '../waivers/waivers.js'
import type { AdviceFinding, AdviceInput } from './advice-input.js'
import { loweredConfidences, missingProtections, raisedLimits } from './loosened-safety.js'

type Adviser = (advised: AdviceInput) => AdviceFinding[]

export const ADVISERS: Readonly<Record<AdviceId, Adviser>> = {
  dry_run_first: dryRunFirst,
  merge_without_checks: mergeWithoutChecks,
  protection_dropped: ({ config }) => missingProtections(config),
  patches_protected_branches: patchesProtectedBranches,
  confidence_lowered: ({ config }) => loweredConfidences(config),
  closes_early: closesEarly,
  approval_mismatch: approvalMismatch,
  no_effect: noEffect,
  limit_raised: ({ config }) => raisedLimits(config),
  gate_never_evaluated: gateNeverEvaluated,
  dry_run_without_end: dryRunWithoutEnd
}

/** The key of a high risk names the pillar, and the pillar is the source of its decisions. */
function dryRunFirst({ config, facts }: AdviceInput): AdviceFinding[] {
  return risksIn(config).flatMap(({ path, reason, severity, mitigated_by_dry_run }) => {
    const [, , source = ''] = path.split('/')
    const tried = facts?.dryRuns[source] ?? 0
    if (severity !== 'high' || mitigated_by_dry_run || tried > 0) return []
    return [
      {
        severity: 'critical',
        category: 'effects',
        path,
        title: `The pillar ${source.replaceAll('_', ' ')} would act without a dry run first`,
        reason: `${reason} Run it in dry-run mode first and look at the decisions that it records.`,
        suggested_change: { settings: { dry_run: true } },
        evidence: { dry_run: false, ...(facts ? { dry_run_decisions: tried, days: ADVICE_DAYS } : {}) }
      }
    ]
  })
}

function mergeWithoutChecks({ config: { pillars } }: AdviceInput): AdviceFinding[] {
  const { enabled, required_checks } = pillars.merge_queue
  if (!enabled || required_checks.length > 0) return []
  return [
    {
      severity: 'critical',
      category: 'protection',
      path: '/pillars/merge_queue/required_checks',
      title: 'Pull requests would be merged without a required check',
      reason:
        'List the checks that must pass under required_checks, or leave the merge queue off until you know them.',
      suggested_change: { pillars: { merge_queue: { enabled: false } } },
      evidence: { enabled, required_checks }
    }
  ]
}

function patchesProtectedBranches({ config, facts }: AdviceInput): AdviceFinding[] {
  const { ci_healing, maintainer } = config.pillars
  if (config.settings.dry_run || !ci_healing.enabled || !ci_healing.auto_patch) return []
  const { branches } = ci_healing.triggers
  const named = maintainer.branch_cleanup.protected_branches.filter((branch) => !/[*?]/.test(branch))
  const known = [...new Set([...named, ...(facts?.defaultBranch ? [facts.defaultBranch] : [])])]
  const isMeant = (branch: string) =>
    branches.length === 0 || branches.some((glob) => globMatches(glob, branch))
  const isWaived = (branch: string) =>
    mostSpecificWaiver(facts?.waivers ?? [], { branches: [branch] }) !== undefined
  const reached = known.filter((branch) => isMeant(branch) && !isWaived(branch))
  if (reached.length === 0) return []
  return [
    {
      severity: 'warning',
      category: 'protection',
      path: '/pillars/ci_healing/triggers/branches',
      title: 'Repairs would be proposed for protected branches',
      reason:
        'List the branches that may be repaired under triggers.branches, or grant a ci_healing waiver for the others.',
      suggested_change: null,
      evidence: { auto_patch: true, dry_run: false, branches, reached }
    }
  ]
}

const KINDS = { issues: 'Issues', prs: 'Pull requests' }

/** Compares with the default number of days until something is stale, which comes before any closing. */
function closesEarly({ config: { pillars } }: AdviceInput): AdviceFinding[] {
  const { enabled, stale } = pillars.maintainer
  if (!enabled) return []
  return (['issues', 'prs'] as const).flatMap((kind): AdviceFinding[] => {
    const { warn_days, close_days } = stale[kind]
    const usual = Number(valueAtPath(DEFAULTS, ['pillars', 'maintainer', 'stale', kind, 'warn_days']))
    if (close_days === null || warn_days + close_days >= usual) return []
    return [
      {
        severity: 'warning',
        category: 'people',
        path: `/pillars/maintainer/stale/${kind}/close_days`,
        title: `${KINDS[kind]} without activity would be closed after ${warn_days + close_days} days`,
        reason: `By default they are not even stale before ${usual} days. Give people more time to answer.`,
        suggested_change: { pillars: { maintainer: { stale: { [kind]: { warn_days: usual } } } } },
        evidence: { warn_days, close_days, default_warn_days: usual }
      }
    ]
  })
}

/** A permission that no rule uses, or a rule without the permission. */
function approvalMismatch({ config }: AdviceInput): AdviceFinding[] {
  const approving = approvingRules(config)
  const { allow_auto_approve } = config.settings
  const evidence = { allow_auto_approve, rules: approving }
  if (allow_auto_approve && approving.length === 0)
    return [
      {
        severity: 'warning',
        category: 'consistency',
        path: '/settings/allow_auto_approve',
        title: 'Rules may approve pull requests, but none does',
        reason:
          'A rule added later could approve pull requests unnoticed. Turn the setting off until a rule needs it.',
        suggested_change: { settings: { allow_auto_approve: false } },
        evidence
      }
    ]
  if (allow_auto_approve) return []
  return approving.map((name) => ({
    severity: 'warning',
    category: 'consistency',
    path: pointerTo(['custom_rules', name]),
    title: 'A rule approves pull requests, but approving is off',
    reason:
      'Each approval is blocked. Turn on settings.allow_auto_approve, or remove the step from the rule.',
    suggested_change: null,
    evidence
  }))
}

function approvingRules({ custom_rules }: ServiceConfig): string[] {
  const approves = ({ run }: ServiceConfig['custom_rules'][string]) =>
    run.some(({ action }) => action === 'approve')
  return Object.entries(custom_rules)
    .filter(([, rule]) => approves(rule))
    .map(([name]) => name)
}

function noEffect({ facts }: AdviceInput): AdviceFinding[] {
  return (facts?.shadows ?? []).map(({ path, asked, holds, layer }) => ({
    severity: 'warning',
    category: 'consistency',
    path,
    title: 'This value has no effect',
    reason: NO_EFFECT_REASONS[layer],
    suggested_change: setValueAtPath({}, parsePointer(path), holds),
    evidence: { asked, holds, layer }
  }))
}

const NO_EFFECT_REASONS = {
  db: 'An API override takes precedence over the file. Remove the override, or set the same value here.',
  org: 'The organisation has locked this key. Only a stricter value would have an effect.',
  safety:
    'A configuration file is invalid or cannot be read, so the service does not act. Fix that file first.'
}

function gateNeverEvaluated({ facts }: AdviceInput): AdviceFinding[] {
  const gates = [...(facts?.idleGates ?? [])]
  if (gates.length === 0) return []
  return [
    {
      severity: 'info',
      category: 'evidence',
      path: '/quality_gates',
      title: 'Some gates have never been evaluated',
      reason:
        'It is not known whether they would pass. Backtest them against past days, or evaluate them once.',
      suggested_change: null,
      evidence: { gates }
    }
  ]
}

function dryRunWithoutEnd({ config, facts }: AdviceInput): AdviceFinding[] {
  const bySource: JsonObject = { ...facts?.dryRuns }
  const total = Object.values(facts?.dryRuns ?? {}).reduce((sum, one) => sum + one, 0)
  if (!config.settings.dry_run || total === 0) return []
  return [
    {
      severity: 'info',
      category: 'effects',
      path: '/settings/dry_run',
      title: 'The service changes nothing while the dry run is on',
      reason: `${total} decisions of the last ${ADVICE_DAYS} days show what it would have done. Review them, then turn the dry run off.`,
      suggested_change: { settings: { dry_run: false } },
      evidence: { dry_run: true, dry_run_decisions: bySource, days: ADVICE_DAYS }
    }
  ]
}
