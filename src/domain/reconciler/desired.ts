// What is desired of a repository: the baseline of its configuration, overlaid with the policies that reach its default
// branch. Nothing has a default.
import type { Json } from '#schemas/common.js'
import type { Baseline } from '#schemas/configuration/baseline.js'
import type { SettingsWish } from '#schemas/host/settings.js'
import type { DesiredRule, DesiredState } from '#schemas/reconciler/states.js'
import { breachesOf, floorOf, type PolicyRules, strictest } from '../enforcement/policies.js'
import type { RepositoryWish } from '../enforcement/repository-wish.js'
import { UNPROTECTED } from '../host/protection.js'

/** Somebody who asks something of the default branch. */
export interface ProtectionAsk {
  /** Null for the baseline. */
  policyId: number | null
  /** Whether the service may correct what falls short of it. */
  isCorrected: boolean
  rules: PolicyRules
}

export interface DesiredSetup {
  asks: readonly ProtectionAsk[]
  labels: Readonly<Record<string, string>>
  settings: SettingsWish
}

export function desiredSetup(
  { protection, labels = {}, settings = {} }: Baseline,
  policies: readonly ProtectionAsk[]
): DesiredSetup {
  const own = protection ? [{ policyId: null, isCorrected: true, rules: rulesOf(protection) }] : []
  const asks = [...own, ...policies].filter(({ rules }) => asksOf(rules).length > 0)
  return { asks, labels: oneOfEach(labels), settings }
}

/** What policies ask of the repository as a whole holds instead of the baseline. */
export function overlaid(
  baseline: Baseline,
  { labels, settings }: Pick<RepositoryWish, 'labels' | 'settings'>
): Baseline {
  const colors = labels.map(({ name, color }) => [name, color] as const)
  // However the baseline spells them.
  const asked = new Set(labels.map(({ name }) => name.toLowerCase()))
  const own = Object.entries(baseline.labels ?? {}).filter(([name]) => !asked.has(name.toLowerCase()))
  return {
    ...baseline,
    labels: Object.fromEntries([...own, ...colors]),
    settings: { ...baseline.settings, ...settings }
  }
}

/** Two layers may spell a label differently; the host ignores case, so only the upper one, which comes last, holds. */
function oneOfEach(labels: Readonly<Record<string, string>>): Record<string, string> {
  const bySpelling = Object.entries(labels)
  return Object.fromEntries(new Map(bySpelling.map((label) => [label[0].toLowerCase(), label])).values())
}

/** Policies have the same rules. */
function rulesOf(protection: NonNullable<Baseline['protection']>): PolicyRules {
  const flag = (value: boolean | undefined) => value ?? null
  return {
    minReviews: protection.min_reviews ?? null,
    requireSignedCommits: flag(protection.require_signed_commits),
    requireLinearHistory: flag(protection.require_linear_history),
    blockForcePushes: flag(protection.block_force_pushes),
    blockDeletions: flag(protection.block_deletions),
    enforceAdmins: flag(protection.enforce_admins),
    requireStatusChecks: flag(protection.require_status_checks),
    requiredStatusCheckContexts: protection.required_status_check_contexts ?? []
  }
}

/** The fields that rules are about, with the least that each asks for: what an unprotected branch would lack. */
const asksOf = (rules: PolicyRules) => breachesOf(floorOf(rules), UNPROTECTED)

export const isNothing = ({ asks, labels, settings }: DesiredSetup): boolean =>
  asks.length === 0 && Object.keys(labels).length === 0 && Object.keys(settings).length === 0

/** The strictest of all that is asked for, field by field. */
export function desiredRules(asks: readonly ProtectionAsk[]): DesiredRule[] {
  const wanted = asks.flatMap((ask) =>
    asksOf(ask.rules).map(({ field, expected }) => ({ ...ask, field, value: expected }))
  )
  const whole = breachesOf(strictest(asks.map(({ rules }) => floorOf(rules))), UNPROTECTED)
  return whole.map(({ field, expected }) => {
    const behind = wanted.filter((one) => one.field === field && isDecisive(one.value, expected))
    return {
      field,
      value: expected,
      policy_ids: behind.flatMap(({ policyId }) => policyId ?? []),
      is_corrected: behind.some(({ isCorrected }) => isCorrected)
    }
  })
}

/** Of several numbers only the highest counts; of lists all do. */
const isDecisive = (value: Json, whole: Json) => typeof value !== 'number' || value === whole

export const desiredState = ({ asks, labels, settings }: DesiredSetup): DesiredState => ({
  protection: desiredRules(asks),
  labels: { ...labels },
  settings: { ...settings }
})
