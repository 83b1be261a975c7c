// Keys that seal audit exports. A former key may be in other hands by now, so it counts up to its last day only.
import { isDay } from '../time/day.js'

export interface SealKey {
  key: string
  /** The last day that a former key may have sealed; undefined for the current key. */
  lastDay: string | undefined
}

export interface FormerKey extends SealKey {
  lastDay: string
}

export const SHORTEST_SEAL_KEY = 32

/** Reads `KEY`, or `KEY@2026-01-31` for a former key; returns undefined for anything else. */
export function parseSealKey(text: string): SealKey | undefined {
  const [, key = text, lastDay] = /^(.*)@(\d{4}-\d\d-\d\d)$/s.exec(text) ?? []
  const isValid = key.length >= SHORTEST_SEAL_KEY && (lastDay === undefined || isDay(lastDay))
  return isValid ? { key, lastDay } : undefined
}

export const isFormerKey = (sealKey: SealKey | undefined): sealKey is FormerKey =>
  sealKey?.lastDay !== undefined
