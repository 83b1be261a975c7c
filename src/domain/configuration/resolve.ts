// From the layers of configuration to what holds, and from which layer each key comes.
import type { JsonObject } from '#schemas/common.js'
import type { ConfigLayer } from '#schemas/configuration/config.js'
import { PILLARS } from '#schemas/configuration/pillars.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { DEFAULTS } from './layers/defaults.js'
import { overlaid } from './layers/layers.js'
import { leavesOf } from './layers/leaves.js'
import { type Lock, lockedDown, locksIn } from './layers/locks.js'
import { pointerTo, valueAt, type Way, withValue } from './pointer.js'

export interface Layers {
  /** With what it locks. */
  org: JsonObject
  repo: JsonObject
  db: JsonObject
  /** False while a file that may hold more has never been read. */
  isReadable: boolean
}

export interface Resolution {
  config: ServiceConfig
  /** By pointer, for each single value. */
  sources: Record<string, ConfigLayer>
  locks: readonly Lock[]
}

/** All but the one that only shows figures. */
const ACTING = PILLARS.filter((pillar) => pillar !== 'insights')

export function resolved({ org: { locked, ...org }, repo, db, isReadable }: Layers): Resolution {
  const upToOrganisation = overlaid(DEFAULTS, org)
  const all = overlaid(overlaid(upToOrganisation, repo), db)
  const locks = locksIn(Array.isArray(locked) ? locked : [], upToOrganisation)
  const { config, held } = lockedDown(all, locks)
  const effective = isReadable ? config : stoppedFrom(config)
  const sources = sourcesOf(effective, { db, repo, org, defaults: DEFAULTS })
  for (const { way } of held) sources[pointerTo(way)] = 'org'
  if (!isReadable) for (const way of STOPPED) sources[pointerTo(way)] = 'safety'
  // The border to what was checked when it was stored: what lies over complete defaults is complete.
  return { config: effective as ServiceConfig, sources, locks }
}

const STOPPED: readonly Way[] = [
  ...ACTING.map((pillar) => ['pillars', pillar, 'enabled']),
  ['settings', 'dry_run']
]

/** What the file forbids cannot be known, so nothing is done. */
function stoppedFrom(config: JsonObject): JsonObject {
  return STOPPED.reduce((stopped, way) => withValue(stopped, way, way[0] === 'settings'), config)
}

/** The uppermost first. */
type Contents = Readonly<Record<Exclude<ConfigLayer, 'safety'>, JsonObject>>

function sourcesOf(config: JsonObject, contents: Contents): Record<string, ConfigLayer> {
  const layers = Object.entries(contents) as [keyof Contents, JsonObject][] // The keys of a constant are its names.
  const sourceOf = (way: Way) =>
    layers.find(([, content]) => valueAt(content, way) !== undefined)?.[0] ?? 'defaults'
  return Object.fromEntries(leavesOf(config).map((way) => [pointerTo(way), sourceOf(way)]))
}
