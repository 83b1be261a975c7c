// Settings of a layer that have no effect: they are locked, overridden by a higher layer, or stopped by an unreadable
// file.
import type { Json, JsonObject } from '#schemas/common.js'
import type { ConfigFault } from '../findings.js'
import { isPlainObject, pointerTo, valueAtPath } from '../pointer.js'
import type { ConfigResolution } from '../resolve.js'
import { leafPaths } from './leaves.js'

export interface Shadow {
  path: string
  asked: Json
  holds: Json
  /** The layer of the value in force. */
  layer: 'org' | 'db' | 'safety'
}

export function findShadows(
  layer: JsonObject,
  { config, sources }: Pick<ConfigResolution, 'config' | 'sources'>
): Shadow[] {
  // Cast: the resolved configuration is plain JSON.
  const document = config as unknown as JsonObject
  return leafPaths(layer).flatMap((keyPath) => {
    const [asked, holds] = [valueAtPath(layer, keyPath), valueAtPath(document, keyPath)]
    // Objects merge, so an empty one sets nothing.
    if (asked === undefined || holds === undefined || isPlainObject(asked)) return []
    if (JSON.stringify(asked) === JSON.stringify(holds)) return []
    const path = pointerTo(keyPath)
    const source = sources[path]
    return [{ path, asked, holds, layer: source === 'org' || source === 'safety' ? source : 'db' }]
  })
}

const LONGEST_VALUE = 200

const SHADOW_REASONS: Readonly<Record<Shadow['layer'], string>> = {
  org: 'the organisation has locked this key',
  db: 'an API override takes precedence',
  safety: 'a configuration file is invalid or cannot be read'
}

export function shadowWarning({ path, holds, layer }: Shadow): ConfigFault {
  const text = JSON.stringify(holds)
  const shown = text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
  return { path, message: `has no effect: ${SHADOW_REASONS[layer]}; the value in effect is ${shown}` }
}
