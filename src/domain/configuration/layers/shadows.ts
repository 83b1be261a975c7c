// What a layer of configuration says without effect: what is locked, what lies above it, what is stopped.
import type { Json, JsonObject } from '#schemas/common.js'
import type { ConfigFault } from '../findings.js'
import { isPlainObject, pointerTo, valueAtPath } from '../pointer.js'
import type { ConfigResolution } from '../resolve.js'
import { leafPaths } from './leaves.js'

export interface Shadow {
  path: string
  asked: Json
  holds: Json
  /** What holds comes from here. */
  layer: 'org' | 'db' | 'safety'
}

export function findShadows(
  layer: JsonObject,
  { config, sources }: Pick<ConfigResolution, 'config' | 'sources'>
): Shadow[] {
  // The border to the type of the configuration, which is JSON.
  const document = config as unknown as JsonObject
  return leafPaths(layer).flatMap((way) => {
    const [asked, holds] = [valueAtPath(layer, way), valueAtPath(document, way)]
    // Objects merge: an empty one asks for nothing.
    if (asked === undefined || holds === undefined || isPlainObject(asked)) return []
    if (JSON.stringify(asked) === JSON.stringify(holds)) return []
    const path = pointerTo(way)
    const source = sources[path]
    return [{ path, asked, holds, layer: source === 'org' || source === 'safety' ? source : 'db' }]
  })
}

const LONGEST_TOLD = 200

const WORDS: Readonly<Record<Shadow['layer'], string>> = {
  org: 'is locked by the organisation',
  db: 'is set by the API',
  safety: 'has no effect while a file cannot be read'
}

export function shadowWarning({ path, holds, layer }: Shadow): ConfigFault {
  const told = JSON.stringify(holds)
  const shown = told.length > LONGEST_TOLD ? `${told.slice(0, LONGEST_TOLD)}…` : told
  return { path, message: `${WORDS[layer]}: ${shown} holds` }
}
