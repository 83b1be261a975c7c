// What an organisation has locked: whatever stands above can only be tighter.
import type { Json, JsonObject } from '#schemas/common.js'
import { LEAST_CONFIDENCES } from '#schemas/configuration/keys.js'
import { LOCKABLE, type Tighter } from '#schemas/configuration/locks.js'
import { setValueAtPath, valueAtPath } from '../pointer.js'

type Tighten = (locked: Json, above: Json) => Json

/** Where a value is not of the kind that its key has, what is locked stays. */
const TIGHTEN: Readonly<Record<Tighter, Tighten>> = {
  on: (locked, above) => locked === true || above === true,
  off: (locked, above) => locked === true && above === true,
  more: (locked, above) => [...new Set([...listOf(locked), ...listOf(above)])],
  less: (locked, above) =>
    typeof locked === 'number' && typeof above === 'number' ? Math.min(locked, above) : locked,
  surer: (locked, above) => (confidenceRank(above) > confidenceRank(locked) ? above : locked)
}

const listOf = (value: Json) => (Array.isArray(value) ? value : [])
const RANKS: readonly Json[] = LEAST_CONFIDENCES
const confidenceRank = (value: Json) => RANKS.indexOf(value)

export interface LayerLock {
  way: readonly string[]
  /** What it was locked at. */
  value: Json
}

/** What is locked, and at what, given what holds up to the layer that locks. */
export function resolveLocks(keys: readonly Json[], upToHere: JsonObject): LayerLock[] {
  return [...new Set(keys.map(String))].flatMap((key) => {
    const way = key.split('.')
    const value = valueAtPath(upToHere, way)
    return Object.hasOwn(LOCKABLE, key) && value !== undefined ? [{ way, value }] : []
  })
}

/** The configuration with its locks, and which of them took effect. */
export function applyLocks(
  config: JsonObject,
  locks: readonly LayerLock[]
): { config: JsonObject; held: readonly LayerLock[] } {
  let result = config
  const held: LayerLock[] = []
  for (const lock of locks) {
    const above = valueAtPath(config, lock.way) ?? lock.value
    const tightened = tightenValue(lock, above)
    if (JSON.stringify(tightened) === JSON.stringify(above)) continue
    result = setValueAtPath(result, lock.way, tightened)
    held.push(lock)
  }
  return { config: result, held }
}

function tightenValue({ way, value }: LayerLock, above: Json): Json {
  const kind = LOCKABLE[way.join('.')]
  return kind === undefined ? value : TIGHTEN[kind](value, above)
}
