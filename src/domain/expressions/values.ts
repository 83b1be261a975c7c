// Values in rules: compared strictly by type, and shortened for display.
import type { Json } from '#schemas/common.js'

/** Undefined means unknown. */
export type RuleValue = Json | undefined

export function describeKind(value: RuleValue): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  // Cast: the lookup falls back for every other type.
  return { boolean: 'a truth', number: 'a number', string: 'a text' }[typeof value as string] ?? 'an object'
}

export function isMissing(value: RuleValue): value is null | undefined {
  return value === undefined || value === null
}

/** Missing, false, zero and empty values are false; all others are true. */
export function isTruthy(value: RuleValue): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** Equal in type and value; lists are compared element by element. */
export function isEqualValue(left: RuleValue, right: RuleValue): boolean {
  if (isMissing(left) || isMissing(right)) return isMissing(left) && isMissing(right)
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((value, at) => isSameScalar(value, right[at]))
  return isSameScalar(left, right)
}

const isSameScalar = (left: RuleValue, right: RuleValue) => typeof left !== 'object' && left === right

/** The maximal number of characters that a comparison reads. */
export function charactersCompared(left: RuleValue, right: RuleValue): number {
  if (typeof left === 'string' && typeof right === 'string') return Math.min(left.length, right.length)
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return 0
  return left.reduce<number>(
    (sum, value, at) => sum + CHARACTERS_AN_ELEMENT + charactersOfScalars(value, right[at]),
    0
  )
}

/** The cost of an element in compared characters. */
export const CHARACTERS_AN_ELEMENT = 8

const charactersOfScalars = (left: RuleValue, right: RuleValue) =>
  typeof left === 'string' && typeof right === 'string' ? Math.min(left.length, right.length) : 0

/** The value of a dotted name; only own properties count. */
export function valueNamed(context: Readonly<Record<string, RuleValue>>, name: string): RuleValue {
  // Cast: the context is JSON, except that unknown values are undefined.
  let value: RuleValue = context as Json
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = Object.hasOwn(value, part) ? value[part] : undefined
  }
  return value
}

const LONGEST_SHOWN = 200
const MOST_SHOWN = 20

/** A value for the trace: long texts and lists are cut, objects are omitted. */
export function shortenValue(value: RuleValue): Json {
  if (value === undefined) return null
  if (typeof value === 'string') return shortenText(value)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return describeKind(value)
  const first = value
    .slice(0, MOST_SHOWN)
    .map((element) => (typeof element === 'object' ? describeKind(element) : shortenValue(element)))
  return value.length > MOST_SHOWN ? [...first, `and ${value.length - MOST_SHOWN} more`] : first
}

export function shortenText(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
