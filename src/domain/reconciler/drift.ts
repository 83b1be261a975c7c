// How a repository differs from what is desired of it, and what would correct it. Stricter than desired is no drift.
import type { Json, JsonObject } from '#schemas/common.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import { MOST_LABELS_SET, REPOSITORY_SETTINGS, type SettingsWish } from '#schemas/host/settings.js'
import type { Difference } from '#schemas/reconciler/states.js'
import {
  brokenRules,
  floorOf,
  floorOfBreaches,
  type LiveProtection,
  strictest
} from '../enforcement/policies.js'
import { type LabelOfRepository, labelsDue, settingsDue } from '../enforcement/setup.js'
import { publicProtection, UNPROTECTED } from '../host/protection.js'
import { type DesiredSetup, desiredRules, type ProtectionAsk } from './desired.js'

/** What the host shows of all that is desired; a part of which nothing is desired need not be read. */
export interface ObservedSetup {
  protection: LiveProtection
  /** By name; the host ignores case. */
  labels: readonly LabelOfRepository[]
  settings: SettingsWish
}

const PROTECTION = 'branch_protection.'
export const MISSING_PROTECTION = `${PROTECTION}missing`

export const isAboutProtection = (field: string): boolean => field.startsWith(PROTECTION)

export function differencesBetween(desired: DesiredSetup, observed: ObservedSetup): Difference[] {
  return [
    ...protectionDifferences(desired.asks, observed.protection),
    ...labelDifferences(desired.labels, observed.labels),
    ...settingDifferences(desired.settings, observed.settings)
  ]
}

/** A branch that nothing protects has one difference: it lacks all of it. */
function protectionDifferences(asks: readonly ProtectionAsk[], live: LiveProtection): Difference[] {
  const broken = asks.flatMap(({ rules }) => brokenRules(rules, live))
  if (broken.length > 0 && live.rule === undefined) return [missingProtection(asks)]
  return desiredRules(asks).flatMap(({ field, value, policy_ids }) => {
    const breach = broken.find((one) => one.field === field)
    return breach ? [{ field: PROTECTION + field, desired: value, observed: breach.actual, policy_ids }] : []
  })
}

function missingProtection(asks: readonly ProtectionAsk[]): Difference {
  const rules = desiredRules(asks)
  return {
    field: MISSING_PROTECTION,
    desired: Object.fromEntries(rules.map(({ field, value }) => [field, value])),
    observed: null,
    policy_ids: [...new Set(rules.flatMap(({ policy_ids }) => policy_ids))].sort((a, b) => a - b)
  }
}

/** In the words of policies. */
function shownProtection({ rule = UNPROTECTED }: LiveProtection): JsonObject {
  const { required_status_checks, ...shown } = publicProtection(rule)
  return { ...shown, required_status_check_contexts: required_status_checks }
}

function labelDifferences(desired: DesiredSetup['labels'], observed: ObservedSetup['labels']): Difference[] {
  return labelsDue(desired, observed).map(({ name, color, known }) => {
    const kind = known === undefined ? 'missing' : 'color'
    return { field: `label.${kind}.${name}`, desired: color, observed: known ?? null, policy_ids: [] }
  })
}

function settingDifferences(desired: SettingsWish, observed: SettingsWish): Difference[] {
  const due = settingsDue(desired, observed)
  return REPOSITORY_SETTINGS.flatMap((key) => {
    const value = due[key]
    if (value === undefined) return []
    return [{ field: `settings.${key}`, desired: value, observed: observed[key] ?? null, policy_ids: [] }]
  })
}

/** What is to be written; a part that is empty is not. */
export interface SetupCorrection {
  floor: ProtectionWish
  labels: { name: string; color: string }[]
  settings: SettingsWish
}

/**
 * Leaves out fields that are not to be corrected, what only policies that report ask for, and more labels than one action
 * may set: several layers may name as many each.
 */
export function correctionOf(
  desired: DesiredSetup,
  observed: ObservedSetup,
  differences: readonly Difference[]
): SetupCorrection {
  const fields = new Set(differences.map(({ field }) => field))
  const isDue = (field: string) => fields.has(MISSING_PROTECTION) || fields.has(PROTECTION + field)
  const floors = desired.asks
    .filter(({ isCorrected }) => isCorrected)
    .map(({ rules }) =>
      floorOfBreaches(
        floorOf(rules),
        brokenRules(rules, observed.protection).filter(({ field }) => isDue(field))
      )
    )
  const labels = Object.entries(desired.labels)
    .filter(([name]) => fields.has(`label.missing.${name}`) || fields.has(`label.color.${name}`))
    .slice(0, MOST_LABELS_SET)
    .map(([name, color]) => ({ name, color }))
  const settings = Object.fromEntries(
    Object.entries(desired.settings).filter(([key]) => fields.has(`settings.${key}`))
  )
  return { floor: strictest(floors), labels, settings }
}

/** Which of its parts are not empty. */
export const SETUP_PARTS = ['protection', 'labels', 'settings'] as const
export type SetupPart = (typeof SETUP_PARTS)[number]

export const isPartDue = (correction: SetupCorrection, part: SetupPart): boolean =>
  ({
    protection: Object.keys(correction.floor).length > 0,
    labels: correction.labels.length > 0,
    settings: Object.keys(correction.settings).length > 0
  })[part]

/** What the host showed of all that is desired, for the record. */
export function observedState(desired: DesiredSetup, observed: ObservedSetup): JsonObject {
  const { protection, labels, settings } = observed
  const shown = shownProtection(protection)
  const colors = new Map(labels.map(({ name, color }) => [name.toLowerCase(), color]))
  const fields = desiredRules(desired.asks).map(({ field }) => field)
  const pick = (keys: readonly string[], from: (key: string) => Json | undefined): JsonObject =>
    Object.fromEntries(keys.map((key) => [key, from(key) ?? null]))
  return {
    protection: protection.rule === undefined ? null : pick(fields, (key) => shown[key]),
    labels: pick(Object.keys(desired.labels), (name) => colors.get(name.toLowerCase())),
    settings: pick(
      REPOSITORY_SETTINGS.filter((key) => desired.settings[key] !== undefined),
      // Cast: the keys are those of the list above.
      (key) => settings[key as keyof SettingsWish]
    )
  }
}
