// What JSON reports hold: values of any shape, of which only the expected is read.
import type { Json } from '#schemas/common.js'
import { valueAt } from '../json/path.js'

/** Null for anything but a text that says something. */
export function wordsAt(value: Json | undefined, ...path: string[]): string | null {
  const text = valueAt(value, ...path)
  return typeof text === 'string' && text !== '' ? text : null
}

/** Empty for anything but a list. */
export function itemsAt(value: Json | undefined, ...path: string[]): readonly Json[] {
  const list = valueAt(value, ...path)
  return Array.isArray(list) ? list : []
}

export function amountAt(value: Json | undefined, ...path: string[]): number | null {
  const number = valueAt(value, ...path)
  return typeof number === 'number' ? number : null
}

const MS_PER_SECOND = 1_000

/** From seconds. */
export function millisecondsAt(value: Json | undefined, ...path: string[]): number | null {
  const seconds = amountAt(value, ...path)
  return seconds === null ? null : Math.round(seconds * MS_PER_SECOND * 1_000) / 1_000
}
