// What is desired of a repository: the baseline of its configuration, overlaid with the policies that reach its default
// branch. Nothing has a default.
import type { Json } from '#schemas/common.js'
import type { Baseline } from '#schemas/configuration/baseline.js'
import type { SettingsWish } from '#schemas/host/settings.js'
import type { DesiredRule, DesiredState } from '#schemas/reconciler/states.js'
import { breachesOf, floorOf, type PolicyRules, strictest } from '../enforcement/policies.js'
import type { RepositoryRules } from '../enforcement/repository-rules.js'
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

/** What policies ask of a repository as a whole is theirs: also where they contradict each other, the baseline gives way. */
export function besidePolicies(baseline: Baseline, policies: readonly RepositoryRules[]): Baseline {
  const labels = new Set(
    policies.flatMap(({ requiredLabels }) => Object.keys(requiredLabels).map((name) => name.toLowerCase()))
  )
  const settings = new Set(policies.flatMap(({ repositorySettings }) => Object.keys(repositorySettings)))
  return {
    ...baseline,
    labels: without(baseline.labels, (name) => labels.has(name.toLowerCase())),
    settings: without(baseline.settings, (key) => settings.has(key))
  }
}

const without = <Value>(
  values: Readonly<Record<string, Value>> = {},
  isLeftOut: (key: string) => boolean
): Record<string, Value> => Object.fromEntries(Object.entries(values).filter(([key]) => !isLeftOut(key)))

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
