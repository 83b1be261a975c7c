// What a layer of configuration says without effect: what is locked, what lies above it, what is stopped.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Fault } from '../findings.js'
import { isPlain, pointerTo, valueAt } from '../pointer.js'
import type { Resolution } from '../resolve.js'
import { leavesOf } from './leaves.js'

export interface Shadow {
  path: string
  asked: Json
  holds: Json
  /** What holds comes from here. */
  layer: 'org' | 'db' | 'safety'
}

export function shadowsOver(
  layer: JsonObject,
  { config, sources }: Pick<Resolution, 'config' | 'sources'>
): Shadow[] {
  // The border to the type of the configuration, which is JSON.
  const document = config as unknown as JsonObject
  return leavesOf(layer).flatMap((way) => {
    const [asked, holds] = [valueAt(layer, way), valueAt(document, way)]
    // Objects merge: an empty one asks for nothing.
    if (asked === undefined || holds === undefined || isPlain(asked)) return []
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

export function warningOf({ path, holds, layer }: Shadow): Fault {
  const told = JSON.stringify(holds)
  const shown = told.length > LONGEST_TOLD ? `${told.slice(0, LONGEST_TOLD)}…` : told
  return { path, message: `${WORDS[layer]}: ${shown} holds` }
}
