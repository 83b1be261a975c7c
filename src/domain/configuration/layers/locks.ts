// Keys that the organisation has locked: upper layers can only tighten them.
import type { Json, JsonObject } from '#schemas/common.js'
import { LEAST_CONFIDENCES } from '#schemas/configuration/keys.js'
import { LOCKABLE, type Tighter } from '#schemas/configuration/locks.js'
import { setValueAtPath, valueAtPath } from '../pointer.js'

type Tighten = (locked: Json, above: Json) => Json

/** A value of the wrong type leaves the locked value in force. */
const TIGHTEN: Readonly<Record<Tighter, Tighten>> = {
  on: (locked, above) => locked === true || above === true,
  off: (locked, above) => locked === true && above === true,
  more: (locked, above) => [...new Set([...listOf(locked), ...listOf(above)])],
  less: (locked, above) =>
    typeof locked === 'number' && typeof above === 'number' ? Math.min(locked, above) : locked,
  greater: (locked, above) =>
    typeof locked === 'number' && typeof above === 'number' ? Math.max(locked, above) : locked,
  fixed: (locked) => locked,
  surer: (locked, above) => (confidenceRank(above) > confidenceRank(locked) ? above : locked)
}

const listOf = (value: Json) => (Array.isArray(value) ? value : [])
const RANKS: readonly Json[] = LEAST_CONFIDENCES
const confidenceRank = (value: Json) => RANKS.indexOf(value)

export interface LayerLock {
  keyPath: readonly string[]
  /** The value at which the key is locked. */
  value: Json
}

/** The locked keys with their values, taken from the layers up to the locking one. */
export function resolveLocks(keys: readonly Json[], upToHere: JsonObject): LayerLock[] {
  return [...new Set(keys.map(String))].flatMap((key) => {
    const keyPath = key.split('.')
    const value = valueAtPath(upToHere, keyPath)
    return Object.hasOwn(LOCKABLE, key) && value !== undefined ? [{ keyPath, value }] : []
  })
}

/** Applies the locks, and returns those that changed a value. */
export function applyLocks(
  config: JsonObject,
  locks: readonly LayerLock[]
): { config: JsonObject; effectiveLocks: readonly LayerLock[] } {
  let result = config
  const effectiveLocks: LayerLock[] = []
  for (const lock of locks) {
    const above = valueAtPath(config, lock.keyPath) ?? lock.value
    const tightened = tightenValue(lock, above)
    if (JSON.stringify(tightened) === JSON.stringify(above)) continue
    result = setValueAtPath(result, lock.keyPath, tightened)
    effectiveLocks.push(lock)
  }
  return { config: result, effectiveLocks }
}

function tightenValue({ keyPath, value }: LayerLock, above: Json): Json {
  const kind = LOCKABLE[keyPath.join('.')]
  return kind === undefined ? value : TIGHTEN[kind](value, above)
}
