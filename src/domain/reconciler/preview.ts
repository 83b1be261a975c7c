// What another configuration would change in a repository, by what was seen of it when it was last read.
import type { Json, JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import type { SettingsWish } from '#schemas/host/settings.js'
import type { DesiredState, Difference } from '#schemas/reconciler/states.js'
import { changedProtection, UNPROTECTED } from '../host/protection.js'
import { canonicalJson } from '../json/canonical.js'
import { isObject, valueAt } from '../json/path.js'
import type { DesiredSetup } from './desired.js'
import { differencesBetween, isAboutProtection, MISSING_PROTECTION, type ObservedSetup } from './drift.js'

/** A configuration of a repository, and what it and the policies desire. */
export interface ConfiguredSetup {
  config: Pick<ServiceConfig, 'pillars' | 'settings'>
  setup: DesiredSetup
}

/** What is stored of the last reading; null if there was none. */
export interface LastReading {
  desired: DesiredState | null
  observed: JsonObject | null
  differences: readonly Difference[]
  unsupported: readonly string[]
  /** Whether people have excluded the repository from corrections. */
  isSkipped: boolean
}

/** Something that would be corrected. */
export interface PreviewedChange {
  field: string
  /** Undefined if the last reading was not about it. */
  from: Json | undefined
  to: Json
}

/** Leaves out what the current configuration would correct as well: that is no effect of the change. */
export function changesByConfig(
  before: ConfiguredSetup,
  after: ConfiguredSetup,
  last: LastReading
): PreviewedChange[] {
  if (last.isSkipped) return []
  const { setup, isKnown } = observationOf(last)
  const due = new Set(differencesBetween(correctedPart(before), setup).map(wishKey))
  return differencesBetween(correctedPart(after), setup)
    .filter((one) => !due.has(wishKey(one)) && !last.unsupported.includes(one.field))
    .map(({ field, desired, observed }) => ({
      field,
      from: isKnown(field) ? observed : undefined,
      to: desired
    }))
}

const wishKey = ({ field, desired }: Difference) => `${field} ${canonicalJson(desired)}`

const NOTHING: DesiredSetup = { asks: [], labels: {}, settings: {} }

function correctedPart({ config: { pillars, settings }, setup }: ConfiguredSetup): DesiredSetup {
  if (!pillars.enforcement.enabled || settings.dry_run) return NOTHING
  return { ...setup, asks: setup.asks.filter(({ isCorrected }) => isCorrected) }
}

interface Observation {
  /** What was not read looks as if it were missing. */
  setup: ObservedSetup
  isKnown(field: string): boolean
}

function observationOf(last: LastReading): Observation {
  const protection = protectionRead(last)
  const labels = objectIn(last.observed, 'labels')
  const settings = objectIn(last.observed, 'settings')
  const names = new Set(Object.keys(labels).map((name) => name.toLowerCase()))
  const rule = protection === 'none' ? UNPROTECTED : changedProtection(UNPROTECTED, wishOf(protection))
  const isProtectionKnown = (field: string) => protection === 'none' || Object.hasOwn(protection, field)
  return {
    setup: {
      protection: { rule, own: rule },
      labels: Object.entries(labels).flatMap(([name, color]) =>
        typeof color === 'string' ? [{ name, color }] : []
      ),
      // Cast at the database boundary: the reading stored settings by their names.
      settings: settings as SettingsWish
    },
    isKnown(field) {
      const [kind = '', ...rest] = field.split('.')
      if (kind === 'branch_protection') return isProtectionKnown(rest.join('.'))
      if (kind === 'settings') return Object.hasOwn(settings, rest.join('.'))
      return names.has(rest.slice(1).join('.').toLowerCase())
    }
  }
}

function objectIn(observed: JsonObject | null, key: string): JsonObject {
  const value = valueAt(observed ?? {}, key)
  return isObject(value) ? value : {}
}

/**
 * The fields that were read, in the words of policies; `none` if nothing protected the branch. Where nothing was desired of
 * the branch, it was not read. What differed is what the branch itself lacked, whatever its rulesets add.
 */
function protectionRead({ desired, observed, differences }: LastReading): JsonObject | 'none' {
  if (observed === null || !desired || desired.protection.length === 0) return {}
  const shown = observed['protection']
  if (!isObject(shown)) return 'none'
  const own = differences
    .filter(({ field }) => isAboutProtection(field) && field !== MISSING_PROTECTION)
    .map(({ field, observed: actual }) => [field.slice(field.indexOf('.') + 1), actual] as const)
  return { ...shown, ...Object.fromEntries(own) }
}

function wishOf({ required_status_check_contexts: contexts, ...shown }: JsonObject): ProtectionWish {
  const names = Array.isArray(contexts) ? { required_status_checks: contexts } : {}
  // Cast at the database boundary: the reading stored fields of a protection.
  return { ...shown, ...names } as ProtectionWish
}
