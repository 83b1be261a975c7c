// Compares a layer with the schema of the configuration and describes what is expected.
import type { Json, JsonObject } from '#schemas/common.js'
import type { KeySchema } from '#schemas/configuration/keys.js'
import type { ConfigFindings } from './findings.js'
import { restrictingKeyLike } from './misspelt-key.js'
import { isPlainObject, type KeyPath, pointerTo } from './pointer.js'

interface KeyPosition {
  keyPath: KeyPath
  findings: ConfigFindings
}

export function checkKeys(layer: JsonObject, schema: KeySchema, findings: ConfigFindings): void {
  checkValue(layer, { ...schema, required: [] }, { keyPath: [], findings })
}

function checkValue(value: Json, schema: KeySchema, position: KeyPosition): void {
  const fitting = schema.anyOf ? schema.anyOf.find((option) => isOfType(value, option)) : schema
  if (!fitting || !isOfType(value, fitting)) addError(position, `must be ${describeExpected(schema)}`)
  else if (Array.isArray(value)) checkList(value, fitting, position)
  else if (isPlainObject(value)) checkObject(value, fitting, position)
  else if (!isWithin(value, fitting)) addError(position, `must be ${describeExpected(schema)}`)
}

function addError({ keyPath, findings }: KeyPosition, message: string): void {
  findings.errors.push({ path: pointerTo(keyPath), message })
}

function checkList(
  list: Json[],
  { items, minItems = 0, maxItems = Infinity }: KeySchema,
  position: KeyPosition
): void {
  if (list.length < minItems)
    addError(position, `must have at least ${minItems} ${minItems === 1 ? 'entry' : 'entries'}`)
  if (list.length > maxItems)
    addError(position, `must have at most ${maxItems} ${maxItems === 1 ? 'entry' : 'entries'}`)
  if (!items) return
  for (const [at, item] of list.entries())
    checkValue(item, items, { ...position, keyPath: [...position.keyPath, String(at)] })
}

function checkObject(object: JsonObject, schema: KeySchema, position: KeyPosition): void {
  const { properties = {}, required = [] } = schema
  for (const [name, value] of Object.entries(object)) {
    const below = { ...position, keyPath: [...position.keyPath, name] }
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known) checkValue(value, known, below)
    else checkUnknownKey(value, schema, below)
  }
  // A section may be partial; an entry that the user named must be complete.
  if (schema.additionalProperties !== false) return
  for (const name of required)
    if (!Object.hasOwn(object, name)) addError(position, `must have the key ${name}`)
}

function checkUnknownKey(
  value: Json,
  { properties = {}, additionalProperties }: KeySchema,
  position: KeyPosition
): void {
  const siblings = Object.keys(properties)
  const known = siblings.join(', ')
  if (typeof additionalProperties === 'object') checkValue(value, additionalProperties, position)
  else if (additionalProperties === false) addError(position, `is not a known key; known keys are ${known}`)
  else {
    const meant = restrictingKeyLike(position.keyPath, siblings)
    if (meant !== undefined) addError(position, `is not a known key: did you mean ${meant}?`)
    else
      position.findings.warnings.push({
        path: pointerTo(position.keyPath),
        message: `is not a known key and has no effect; known keys are ${known}`
      })
  }
}

function isOfType(value: Json, { type, enum: words }: KeySchema): boolean {
  if (words) return typeof value === 'string'
  switch (type) {
    case 'integer':
    case 'number':
      return typeof value === 'number'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isPlainObject(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

function isWithin(value: Json, schema: KeySchema): boolean {
  if (typeof value === 'string') return isTextWithin(value, schema)
  return typeof value === 'number' ? isNumberWithin(value, schema) : true
}

function isTextWithin(
  text: string,
  { enum: words, minLength = 0, maxLength = Infinity }: KeySchema
): boolean {
  return words ? words.includes(text) : text.length >= minLength && text.length <= maxLength
}

function isNumberWithin(
  number: number,
  { type, minimum = -Infinity, maximum = Infinity }: KeySchema
): boolean {
  return number >= minimum && number <= maximum && (type !== 'integer' || Number.isInteger(number))
}

/** Completes the sentence "must be …". */
export function describeExpected(schema: KeySchema): string {
  if (schema.anyOf) return schema.anyOf.map(describeExpected).join(' or ')
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  return TYPE_DESCRIPTIONS[schema.type ?? '']?.(schema) ?? 'a value'
}

const TYPE_DESCRIPTIONS: Readonly<Record<string, (schema: KeySchema) => string>> = {
  boolean: () => 'true or false',
  null: () => 'null',
  array: ({ items }) => (items?.type === 'string' && !items.enum ? 'a list of strings' : 'a list'),
  object: () => 'an object',
  number: (schema) => `a number${range(schema)}`,
  integer: (schema) => `a whole number${range(schema)}`,
  string: ({ minLength = 0, maxLength }) => {
    if (maxLength === undefined) return 'a string'
    return `a string of ${minLength === maxLength ? maxLength : `${minLength} to ${maxLength}`} characters`
  }
}

function range({ minimum, maximum }: KeySchema): string {
  if (minimum === undefined || maximum === undefined) return ''
  return minimum === maximum ? ` that is ${minimum}` : ` from ${minimum} to ${maximum}`
}
