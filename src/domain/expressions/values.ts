// What values are to rules: strict in their kinds, and bounded where they are shown.
import type { Json } from '#schemas/common.js'

/** Undefined is what nothing is known of. */
export type RuleValue = Json | undefined

export function describeKind(value: RuleValue): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  // The border to TypeScript, which does not know that a list of words is a key or nothing.
  return { boolean: 'a truth', number: 'a number', string: 'a text' }[typeof value as string] ?? 'an object'
}

export function isMissing(value: RuleValue): value is null | undefined {
  return value === undefined || value === null
}

/** Nothing, false, 0, and what is empty are false; everything else is true. */
export function isTruthy(value: RuleValue): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** Of one kind and equal; lists, where they are so element by element. */
export function isEqualValue(one: RuleValue, other: RuleValue): boolean {
  if (isMissing(one) || isMissing(other)) return isMissing(one) && isMissing(other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSameScalar(value, other[at]))
  return isSameScalar(one, other)
}

const isSameScalar = (one: RuleValue, other: RuleValue) => typeof one !== 'object' && one === other

/** How many characters are looked at, at most, to tell whether two values are the same. */
export function charactersCompared(one: RuleValue, other: RuleValue): number {
  if (typeof one === 'string' && typeof other === 'string') return Math.min(one.length, other.length)
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return 0
  return one.reduce<number>(
    (sum, value, at) => sum + CHARACTERS_AN_ELEMENT + charactersOfScalars(value, other[at]),
    0
  )
}

/** To look at an element costs about as much as to compare so many characters. */
export const CHARACTERS_AN_ELEMENT = 8

const charactersOfScalars = (one: RuleValue, other: RuleValue) =>
  typeof one === 'string' && typeof other === 'string' ? Math.min(one.length, other.length) : 0

/** What stands under a dotted name; only what the objects themselves hold. */
export function valueNamed(context: Readonly<Record<string, RuleValue>>, name: string): RuleValue {
  // The border to the event, which is JSON but for what is not known of it.
  let value: RuleValue = context as Json
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = Object.hasOwn(value, part) ? value[part] : undefined
  }
  return value
}

const LONGEST_SHOWN = 200
const MOST_SHOWN = 20

/** As it is shown in a trace: long texts and lists are cut, and objects left out. */
export function shortenValue(value: RuleValue): Json {
  if (value === undefined) return null
  if (typeof value === 'string') return shortenText(value)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return describeKind(value)
  const first = value
    .slice(0, MOST_SHOWN)
    .map((one) => (typeof one === 'object' ? describeKind(one) : shortenValue(one)))
  return value.length > MOST_SHOWN ? [...first, `and ${value.length - MOST_SHOWN} more`] : first
}

export function shortenText(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
