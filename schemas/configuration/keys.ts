// What a key of the configuration may hold: each kind says its default, its bounds and what it is for.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type Json, oneOf } from '../common.js'

export const LONGEST_TEXT = 4_000
export const MOST_ITEMS = 200
export const LONGEST_ITEM = 200

/** A key as whoever walks through all of them sees it. */
export interface KeySchema {
  type?: string
  enum?: readonly string[]
  anyOf?: readonly KeySchema[]
  default?: Json
  description?: string
  properties?: Readonly<Record<string, KeySchema>>
  required?: readonly string[]
  /** What stands under names that are not told; whether there may be such. */
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

/** Null stands for what the service itself is set to. */
export function nameOrOwn(description: string) {
  const name = Type.String({ minLength: 1, maxLength: LONGEST_ITEM })
  return Type.Union([name, Type.Null()], { default: null, description })
}

export const LEAST_CONFIDENCES = ['low', 'medium', 'high'] as const
export type LeastConfidence = (typeof LEAST_CONFIDENCES)[number]

export function confidence(description: string) {
  return oneOf(LEAST_CONFIDENCES, { default: 'medium', description })
}

/** Keys that are not known are let through, so that a file may be newer than the service that reads it. */
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

/** Things of one kind under names of the user's own. */
export function keyedByName<T extends TSchema>(item: T, options: { default?: Json; description: string }) {
  return Type.Unsafe<Record<string, Static<T>>>(Type.Object({}, { ...options, additionalProperties: item }))
}
