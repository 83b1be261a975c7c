// The maintainer settings in force: what is stored for a repository, on top of its configuration.
import type { FaultDetail } from '#errors/errors.js'
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import {
  type EffectiveSettings,
  type SettingKey,
  type SettingLayers,
  type SettingSource,
  type SettingsPatch,
  type SettingValues,
  USUAL_WARN_DAYS
} from '#schemas/maintenance/settings.js'
import { mergeLayers } from '../configuration/layers/layers.js'
import { type KeyPath, pointerTo, setValueAtPath } from '../configuration/pointer.js'
import { type ConfigLayers, resolveConfig } from '../configuration/resolve.js'

/** Null where nothing is stored. */
export type StoredSettings = { readonly [Key in SettingKey]: SettingValues[Key] | null }

export const NOTHING_STORED: StoredSettings = {
  stale_issue_days: null,
  stale_pr_days: null,
  stale_warn_days: null,
  cleanup_branches: null,
  enabled: null,
  auto_close: null
}

const STALE = ['pillars', 'maintainer', 'stale']

/** The keys of the configuration that mean the same. */
const SAME_KEYS = {
  stale_issue_days: [...STALE, 'issues', 'warn_days'],
  stale_pr_days: [...STALE, 'prs', 'warn_days'],
  cleanup_branches: ['pillars', 'maintainer', 'branch_cleanup', 'enabled'],
  enabled: ['pillars', 'maintainer', 'enabled']
} satisfies Partial<Record<SettingKey, KeyPath>>
// Cast: the keys of a constant are the names of its type.
const sameKeys = Object.entries(SAME_KEYS) as [keyof typeof SAME_KEYS, KeyPath][]

export interface SettingsResolution {
  effective: EffectiveSettings
  sources: SettingLayers
}

/** The stored settings are the highest layer, so locks of the organisation hold against them as well. */
export function resolveSettings(layers: ConfigLayers, stored: StoredSettings): SettingsResolution {
  const { config, sources } = resolveConfig({ ...layers, db: mergeLayers(layers.db, layerOf(stored)) })
  const { stale, branch_cleanup, enabled } = config.pillars.maintainer
  const days = { stale_issue_days: stale.issues.warn_days, stale_pr_days: stale.prs.warn_days }
  const closing = closingOf(stale, stored)
  return {
    effective: {
      ...days,
      // A configuration that is written later may leave less time than was stored.
      stale_warn_days: Math.min(warnDaysOf(stored), days.stale_issue_days - 1, days.stale_pr_days - 1),
      cleanup_branches: branch_cleanup.enabled,
      enabled,
      auto_close: closing.close_issue_days !== null || closing.close_pr_days !== null,
      ...closing
    },
    sources: sourcesOf(sources, stored, closing)
  }
}

export interface MaintenanceConfig {
  config: ServiceConfig
  effective: EffectiveSettings
}

/** The configuration as the stored settings change it: what actions of maintenance are checked against. */
export function maintenanceConfig(layers: ConfigLayers, stored: StoredSettings): MaintenanceConfig {
  const { config } = resolveConfig({ ...layers, db: mergeLayers(layers.db, layerOf(stored)) })
  const { effective } = resolveSettings(layers, stored)
  const { maintainer } = config.pillars
  const { issues, prs } = maintainer.stale
  const closeDays = (closing: number | null, days: number | null) => (closing === null ? null : (days ?? 0))
  const stale = {
    issues: { ...issues, close_days: closeDays(effective.close_issue_days, issues.close_days) },
    prs: { ...prs, close_days: closeDays(effective.close_pr_days, prs.close_days) }
  }
  return {
    config: { ...config, pillars: { ...config.pillars, maintainer: { ...maintainer, stale } } },
    effective
  }
}

function layerOf(stored: StoredSettings): JsonObject {
  let layer: JsonObject = {}
  for (const [key, path] of sameKeys) {
    const value = stored[key]
    if (value !== null) layer = setValueAtPath(layer, path, value)
  }
  return layer
}

const warnDaysOf = ({ stale_warn_days }: StoredSettings) => stale_warn_days ?? USUAL_WARN_DAYS

type Stale = ServiceConfig['pillars']['maintainer']['stale']
type Closing = Pick<EffectiveSettings, 'close_issue_days' | 'close_pr_days'>

function closingOf({ issues, prs }: Stale, { auto_close }: StoredSettings): Closing {
  const closingDays = ({ warn_days, close_days }: Pick<Stale['prs'], 'warn_days' | 'close_days'>) =>
    (auto_close ?? close_days !== null) ? warn_days + (close_days ?? 0) : null
  return { close_issue_days: closingDays(issues), close_pr_days: closingDays(prs) }
}

function sourcesOf(
  sources: Readonly<Record<string, SettingSource>>,
  stored: StoredSettings,
  { close_issue_days, close_pr_days }: Closing
): SettingLayers {
  const sourceAt = (path: KeyPath) => sources[pointerTo(path)] ?? 'defaults'
  const sourceOf = (key: keyof typeof SAME_KEYS) => {
    const source = sourceAt(SAME_KEYS[key])
    return source === 'db' && stored[key] !== null ? 'settings' : source
  }
  const deciding = close_issue_days === null && close_pr_days !== null ? 'prs' : 'issues'
  return {
    stale_issue_days: sourceOf('stale_issue_days'),
    stale_pr_days: sourceOf('stale_pr_days'),
    stale_warn_days: stored.stale_warn_days === null ? 'defaults' : 'settings',
    cleanup_branches: sourceOf('cleanup_branches'),
    enabled: sourceOf('enabled'),
    auto_close: stored.auto_close === null ? sourceAt([...STALE, deciding, 'close_days']) : 'settings'
  }
}

const NO_LAYERS: ConfigLayers = { org: {}, repo: {}, db: {}, isReadable: true }
const { effective: DEFAULTS } = resolveSettings(NO_LAYERS, NOTHING_STORED)

/** The stored settings, with the default in place of each that is not stored. */
export function settingsWithDefaults(stored: StoredSettings): SettingValues {
  return {
    stale_issue_days: stored.stale_issue_days ?? DEFAULTS.stale_issue_days,
    stale_pr_days: stored.stale_pr_days ?? DEFAULTS.stale_pr_days,
    stale_warn_days: stored.stale_warn_days ?? DEFAULTS.stale_warn_days,
    cleanup_branches: stored.cleanup_branches ?? DEFAULTS.cleanup_branches,
    enabled: stored.enabled ?? DEFAULTS.enabled,
    auto_close: stored.auto_close ?? DEFAULTS.auto_close
  }
}

export function patchSettings(stored: StoredSettings, patch: SettingsPatch): StoredSettings {
  return { ...stored, ...patch }
}

const STALE_KEYS = ['stale_issue_days', 'stale_pr_days'] as const

/** A warning must come before what it warns of, in the settings that a patch results in. */
export function findWarningFaults(
  patch: SettingsPatch,
  next: StoredSettings,
  { effective }: SettingsResolution
): FaultDetail[] {
  const warnDays = warnDaysOf(next)
  const isWarningChanged = patch.stale_warn_days !== undefined
  return STALE_KEYS.filter((key) => effective[key] <= warnDays)
    .filter((key) => isWarningChanged || patch[key] !== undefined)
    .map((key) =>
      isWarningChanged
        ? { path: '/stale_warn_days', message: `must be less than ${key}, which is ${effective[key]}` }
        : { path: `/${key}`, message: `must be greater than stale_warn_days, which is ${warnDays}` }
    )
}
