// Safety keys whose values are less strict than the defaults.
import type { Json, JsonObject } from '#schemas/common.js'
import { LEAST_CONFIDENCES } from '#schemas/configuration/keys.js'
import { LOCKABLE, type Tighter } from '#schemas/configuration/locks.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { DEFAULTS } from '../configuration/layers/defaults.js'
import { type KeyPath, pointerTo, setValueAtPath, valueAtPath } from '../configuration/pointer.js'
import { globMatches } from '../text/glob.js'
import type { AdviceFinding } from './advice-input.js'

interface SafetyKey {
  way: KeyPath
  value: Json
  usual: Json
}

/** The keys of a kind whose pillar, and section within it, is enabled. */
function safetyKeys(config: ServiceConfig, kind: Tighter): SafetyKey[] {
  // The border to the type of the configuration, which is JSON.
  const document = config as unknown as JsonObject
  const isInUse = (way: KeyPath) =>
    way.every((_, at) => valueAtPath(document, [...way.slice(0, at), 'enabled']) !== false)
  return Object.keys(LOCKABLE)
    .filter((key) => LOCKABLE[key] === kind)
    .map((key) => key.split('.'))
    .filter(isInUse)
    .map((way) => ({
      way,
      value: valueAtPath(document, way) ?? null,
      usual: valueAtPath(DEFAULTS, way) ?? null
    }))
}

/** A list replaces the default list, so a file that adds an entry must repeat the default entries. */
export function missingProtections(config: ServiceConfig): AdviceFinding[] {
  return safetyKeys(config, 'more').flatMap(({ way, value, usual }): AdviceFinding[] => {
    const [entries, usualEntries] = [textsIn(value), textsIn(usual)]
    const missing = usualEntries.filter((glob) => !isCovered(glob, entries))
    if (missing.length === 0) return []
    return [
      {
        severity: 'critical',
        category: 'protection',
        path: pointerTo(way),
        title: 'Default protections would be dropped',
        reason: `A list replaces the default list, so ${missing.join(', ')} would no longer be protected. Add the missing entries.`,
        suggested_change: setValueAtPath({}, way, [...entries, ...missing]),
        evidence: { missing, entries }
      }
    ]
  })
}

/** Whether another entry matches a sample of what the glob matches. */
function isCovered(glob: string, entries: readonly string[]): boolean {
  const sample = glob.replaceAll('**', 'x').replaceAll('*', 'x')
  return entries.some((entry) => globMatches(entry, sample))
}

const textsIn = (value: Json) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

export function raisedLimits(config: ServiceConfig): AdviceFinding[] {
  return safetyKeys(config, 'less').flatMap(({ way, value, usual }): AdviceFinding[] => {
    if (typeof value !== 'number' || typeof usual !== 'number' || value <= usual) return []
    return [
      {
        severity: 'info',
        category: 'limits',
        path: pointerTo(way),
        title: 'A limit is above its default',
        reason: `The limit is ${value} instead of ${usual}: more can go wrong before somebody notices. Keep the default unless you need more.`,
        suggested_change: setValueAtPath({}, way, usual),
        evidence: { value, default: usual }
      }
    ]
  })
}

const RANKS: readonly Json[] = LEAST_CONFIDENCES

export function loweredConfidences(config: ServiceConfig): AdviceFinding[] {
  return safetyKeys(config, 'surer')
    .filter(({ value, usual }) => RANKS.indexOf(value) < RANKS.indexOf(usual))
    .map(({ way, value, usual }) => ({
      severity: 'warning',
      category: 'limits',
      path: pointerTo(way),
      title: 'The required confidence is below its default',
      reason: `Confidence ${value} is enough instead of ${usual}, so more of the proposed changes will be wrong. Keep the default unless you review them all.`,
      suggested_change: setValueAtPath({}, way, usual),
      evidence: { value, default: usual }
    }))
}
