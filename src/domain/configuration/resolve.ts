// From the layers of configuration to what holds, and from which layer each key comes.
import type { JsonObject } from '#schemas/common.js'
import type { ConfigLayer } from '#schemas/configuration/config.js'
import { PILLARS } from '#schemas/configuration/pillars.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { DEFAULTS } from './layers/defaults.js'
import { mergeLayers } from './layers/layers.js'
import { leafPaths } from './layers/leaves.js'
import { applyLocks, type LayerLock, resolveLocks } from './layers/locks.js'
import { type KeyPath, pointerTo, setValueAtPath, valueAtPath } from './pointer.js'

export interface ConfigLayers {
  /** With what it locks. */
  org: JsonObject
  repo: JsonObject
  db: JsonObject
  /** False while a file that may hold more has never been read. */
  isReadable: boolean
}

export interface ConfigResolution {
  config: ServiceConfig
  /** By pointer, for each single value. */
  sources: Record<string, ConfigLayer>
  locks: readonly LayerLock[]
}

/** All but the one that only shows figures. */
const ACTING_PILLARS = PILLARS.filter((pillar) => pillar !== 'insights')

export function resolveConfig({
  org: { locked, ...org },
  repo,
  db,
  isReadable
}: ConfigLayers): ConfigResolution {
  const upToOrganisation = mergeLayers(DEFAULTS, org)
  const all = mergeLayers(mergeLayers(upToOrganisation, repo), db)
  const locks = resolveLocks(Array.isArray(locked) ? locked : [], upToOrganisation)
  const { config, held } = applyLocks(all, locks)
  const effective = isReadable ? config : stopPillars(config)
  const sources = findSources(effective, { db, repo, org, defaults: DEFAULTS })
  for (const { way } of held) sources[pointerTo(way)] = 'org'
  if (!isReadable) for (const way of STOPPED_SETTINGS) sources[pointerTo(way)] = 'safety'
  // The border to what was checked when it was stored: what lies over complete defaults is complete.
  return { config: effective as ServiceConfig, sources, locks }
}

const STOPPED_SETTINGS: readonly KeyPath[] = [
  ...ACTING_PILLARS.map((pillar) => ['pillars', pillar, 'enabled']),
  ['settings', 'dry_run']
]

/** What the file forbids cannot be known, so nothing is done. */
function stopPillars(config: JsonObject): JsonObject {
  return STOPPED_SETTINGS.reduce(
    (stopped, way) => setValueAtPath(stopped, way, way[0] === 'settings'),
    config
  )
}

/** The uppermost first. */
type LayerContents = Readonly<Record<Exclude<ConfigLayer, 'safety'>, JsonObject>>

function findSources(config: JsonObject, contents: LayerContents): Record<string, ConfigLayer> {
  const layers = Object.entries(contents) as [keyof LayerContents, JsonObject][] // The keys of a constant are its names.
  const sourceOf = (way: KeyPath) =>
    layers.find(([, content]) => valueAtPath(content, way) !== undefined)?.[0] ?? 'defaults'
  return Object.fromEntries(leafPaths(config).map((way) => [pointerTo(way), sourceOf(way)]))
}
