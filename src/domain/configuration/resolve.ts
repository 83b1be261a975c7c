// Resolves the layers of configuration to the values in force and the source of each.
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
  /** Including the `locked` keys. */
  org: JsonObject
  repo: JsonObject
  db: JsonObject
  /** False while the content of a file that may contain settings is unknown: never read, unreadable, invalid, or suspended. */
  isReadable: boolean
}

export interface ConfigResolution {
  config: ServiceConfig
  /** By JSON pointer, one for each leaf. */
  sources: Record<string, ConfigLayer>
  locks: readonly LayerLock[]
}

/** Every pillar that acts; `insights` only reports figures. */
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
  const { config, effectiveLocks } = applyLocks(all, locks)
  const effective = isReadable ? config : stopPillars(config)
  const sources = findSources(effective, { db, repo, org, defaults: DEFAULTS })
  for (const { keyPath } of effectiveLocks) sources[pointerTo(keyPath)] = 'org'
  if (!isReadable) for (const keyPath of STOPPED_SETTINGS) sources[pointerTo(keyPath)] = 'safety'
  // Cast: stored layers were validated, and the defaults are complete.
  return { config: effective as ServiceConfig, sources, locks }
}

const STOPPED_SETTINGS: readonly KeyPath[] = [
  ...ACTING_PILLARS.map((pillar) => ['pillars', pillar, 'enabled']),
  ['settings', 'dry_run']
]

/** A file whose content is unknown may forbid anything, so no pillar acts. */
function stopPillars(config: JsonObject): JsonObject {
  return STOPPED_SETTINGS.reduce(
    (stopped, keyPath) => setValueAtPath(stopped, keyPath, keyPath[0] === 'settings'),
    config
  )
}

/** From the highest layer down. */
type LayerContents = Readonly<Record<Exclude<ConfigLayer, 'safety'>, JsonObject>>

function findSources(config: JsonObject, contents: LayerContents): Record<string, ConfigLayer> {
  // Cast: the keys of the constant are those of its type.
  const layers = Object.entries(contents) as [keyof LayerContents, JsonObject][]
  const sourceOf = (keyPath: KeyPath) =>
    layers.find(([, content]) => valueAtPath(content, keyPath) !== undefined)?.[0] ?? 'defaults'
  return Object.fromEntries(leafPaths(config).map((keyPath) => [pointerTo(keyPath), sourceOf(keyPath)]))
}
