// The kinds of configuration keys, each with default, bounds and description.

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type Json, oneOf } from '../common.js'
import { enumeration } from '../enumeration.js'

export const LONGEST_TEXT = 4_000
export const MOST_ITEMS = 200
export const LONGEST_ITEM = 200

/** The schema of a key, for code that walks all keys. */
export interface KeySchema {
  type?: string
  enum?: readonly string[]
  anyOf?: readonly KeySchema[]
  default?: Json
  description?: string
  properties?: Readonly<Record<string, KeySchema>>
  required?: readonly string[] | undefined
  /** The schema of further names, or whether they are allowed. */
  additionalProperties?: boolean | KeySchema | undefined
  items?: KeySchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

interface Numbers {
  minimum: number
  maximum: number
}

export function flag(byDefault: boolean, description: string) {
  return Type.Boolean({ default: byDefault, description })
}

export function whole(byDefault: number, range: Numbers, description: string) {
  return Type.Integer({ default: byDefault, ...range, description })
}

/** Null stands for never. */
export function wholeOrNever(range: Numbers, description: string) {
  return Type.Union([Type.Integer(range), Type.Null()], { default: null, description })
}

export function words(byDefault: readonly string[], description: string) {
  const item = Type.String({ minLength: 1, maxLength: LONGEST_ITEM })
  return Type.Array(item, { default: [...byDefault], maxItems: MOST_ITEMS, description })
}

export function line(byDefault: string, description: string) {
  return Type.String({ default: byDefault, minLength: 1, maxLength: LONGEST_TEXT, description })
}

/** Null stands for the setting of the service. */
export function nameOrOwn(description: string) {
  const name = Type.String({ minLength: 1, maxLength: LONGEST_ITEM })
  return Type.Union([name, Type.Null()], { default: null, description })
}

export const LEAST_CONFIDENCES = enumeration('LeastConfidence', ['low', 'medium', 'high'])
export type LeastConfidence = (typeof LEAST_CONFIDENCES)[number]

export function confidence(description: string) {
  return oneOf(LEAST_CONFIDENCES, { default: 'medium', description })
}

/** Allows unknown keys, so that a file may be newer than the service. */
export function section<T extends Record<string, TSchema>>(properties: T, description: string) {
  return Type.Object(properties, { additionalProperties: true, description })
}

const branches = words([], 'Branch globs; if there are any, the branch must match one.')
const ignore_authors = words([], 'Login globs; work of matching authors is skipped.')
const paths = words([], 'File globs; if there are any, a changed file must match one.')

export const triggers = section({ branches, ignore_authors }, 'What the pillar acts on.')
export const triggersWithPaths = section(
  { branches, ignore_authors, paths },
  'What the pillar acts on, including changed files.'
)

/** A map of user-defined names to values of one kind. */
export function keyedByName<T extends TSchema>(item: T, options: { default?: Json; description: string }) {
  return Type.Unsafe<Record<string, Static<T>>>(Type.Object({}, { ...options, additionalProperties: item }))
}
