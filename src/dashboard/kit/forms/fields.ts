// What people may enter, as the API document says it: the same bounds, and the messages that the service would answer.
import { formatName } from '../format.js'
import { labelWords } from '../text/words.js'

export interface Field {
  type: string
  required?: boolean
  nullable?: boolean
  enum?: readonly unknown[]
  /** What each word means, where that is not plain. */
  enumDescriptions?: Readonly<Record<string, string>>
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  maxProperties?: number
  pattern?: string
  patternMessage?: string
  format?: string
  items?: Field
  /** The fields of an object. */
  properties?: Fields
  /** What an object holds under names that people choose. */
  values?: Field
  description?: string
}

export type Fields = Readonly<Record<string, Field>>
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue }

const WHOLE_NUMBER = /^-?\d{1,15}$/
const DECIMAL_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/
const isNumeric = ({ type }: Field) => type === 'integer' || type === 'number'
/** Of no form that is known, so it is written as JSON. */
const isFree = ({ type }: Field) => type === 'object' || type === 'any'

/** What is wrong with a text that was entered; undefined if the service accepts it. */
export function faultOf(field: Field, text: string): string | undefined {
  if (text === '') return field.required ? 'is required' : undefined
  if (isFree(field)) return jsonFault(field, text)
  return isNumeric(field) ? numberFault(field, text) : textFault(field, text)
}

function numberFault({ type, minimum, maximum }: Field, text: string): string | undefined {
  if (type === 'integer' && !WHOLE_NUMBER.test(text)) return 'must be a whole number'
  if (!DECIMAL_NUMBER.test(text)) return 'must be a number'
  if (minimum !== undefined && Number(text) < minimum) return `must be ${minimum} at least`
  if (maximum !== undefined && Number(text) > maximum) return `must be ${maximum} at most`
  return undefined
}

function textFault(
  { minLength, maxLength, pattern, patternMessage }: Field,
  text: string
): string | undefined {
  const length = [...text].length
  if (minLength !== undefined && length < minLength) return `must have ${minLength} characters at least`
  if (maxLength !== undefined && length > maxLength) return `must have ${maxLength} characters at most`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return patternMessage ?? 'does not have the expected format'
  return undefined
}

function jsonFault({ type }: Field, text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return type === 'object' && !isObject ? 'must be an object' : undefined
  } catch (error) {
    return `must be JSON: ${error instanceof Error ? error.message : error}`
  }
}

/** What is sent for a text; undefined is not sent at all. */
export function fieldValue(field: Field, text: string): FieldValue {
  if (text === '') return undefined
  if (isFree(field)) return JSON.parse(text)
  if (field.type === 'boolean') return text === 'true'
  if (isNumeric(field)) return Number(text)
  return field.format === 'date-time' ? new Date(text).toISOString() : text
}

/** Moments whose field is a plain text because a day is accepted too. */
const isMoment = (name: string) => ['since', 'until', 'from', 'to', 'expires_at'].includes(name)

export type ControlKind = 'choice' | 'yes-no' | 'number' | 'day' | 'moment' | 'text' | 'long-text' | 'json'

const LONG_TEXT = 500

export function controlKind(name: string, field: Field): ControlKind {
  if (field.enum) return 'choice'
  if (field.type === 'boolean') return 'yes-no'
  if (isNumeric(field)) return 'number'
  if (isFree(field)) return 'json'
  if (field.format === 'date-time') return 'moment'
  if (isMoment(name)) return 'day'
  return (field.maxLength ?? 0) >= LONG_TEXT ? 'long-text' : 'text'
}

export const fieldLabel = (name: string): string =>
  labelWords(name) ?? formatName(name).replace(/\bid\b/, 'ID')
