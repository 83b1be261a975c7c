// Compares a layer with the keys that there are, and says in words what is expected where it differs.
import type { Json, JsonObject } from '#schemas/common.js'
import type { KeySchema } from '#schemas/configuration/keys.js'
import type { ConfigFindings } from './findings.js'
import { isPlainObject, type KeyPath, pointerTo } from './pointer.js'

interface KeyPosition {
  way: KeyPath
  findings: ConfigFindings
}

export function checkKeys(layer: JsonObject, schema: KeySchema, findings: ConfigFindings): void {
  checkValue(layer, { ...schema, required: [] }, { way: [], findings })
}

function checkValue(value: Json, schema: KeySchema, place: KeyPosition): void {
  const fitting = schema.anyOf ? schema.anyOf.find((one) => isOfType(value, one)) : schema
  if (!fitting || !isOfType(value, fitting)) addError(place, `must be ${describeExpected(schema)}`)
  else if (Array.isArray(value)) checkList(value, fitting, place)
  else if (isPlainObject(value)) checkObject(value, fitting, place)
  else if (!isWithin(value, fitting)) addError(place, `must be ${describeExpected(schema)}`)
}

function addError({ way, findings }: KeyPosition, message: string): void {
  findings.errors.push({ path: pointerTo(way), message })
}

function checkList(
  list: Json[],
  { items, minItems = 0, maxItems = Infinity }: KeySchema,
  place: KeyPosition
): void {
  if (list.length < minItems)
    addError(place, `must have at least ${minItems} ${minItems === 1 ? 'entry' : 'entries'}`)
  if (list.length > maxItems)
    addError(place, `must have at most ${maxItems} ${maxItems === 1 ? 'entry' : 'entries'}`)
  if (!items) return
  for (const [at, item] of list.entries())
    checkValue(item, items, { ...place, way: [...place.way, String(at)] })
}

function checkObject(object: JsonObject, schema: KeySchema, place: KeyPosition): void {
  const { properties = {}, required = [] } = schema
  for (const [name, value] of Object.entries(object)) {
    const below = { ...place, way: [...place.way, name] }
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known) checkValue(value, known, below)
    else checkUnknownKey(value, schema, below)
  }
  // A section may be told in part; what has a name of the user's own is told whole.
  if (schema.additionalProperties !== false) return
  for (const name of required) if (!Object.hasOwn(object, name)) addError(place, `must have the key ${name}`)
}

function checkUnknownKey(
  value: Json,
  { properties = {}, additionalProperties }: KeySchema,
  place: KeyPosition
): void {
  const known = Object.keys(properties).join(', ')
  if (typeof additionalProperties === 'object') checkValue(value, additionalProperties, place)
  else if (additionalProperties === false) addError(place, `is not a known key; known keys are ${known}`)
  else
    place.findings.warnings.push({
      path: pointerTo(place.way),
      message: `is not a known key and has no effect; known keys are ${known}`
    })
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

/** In words, after "must be". */
export function describeExpected(schema: KeySchema): string {
  if (schema.anyOf) return schema.anyOf.map(describeExpected).join(' or ')
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  return WORDS[schema.type ?? '']?.(schema) ?? 'a value'
}

const WORDS: Readonly<Record<string, (schema: KeySchema) => string>> = {
  boolean: () => 'true or false',
  null: () => 'null',
  array: ({ items }) => (items?.type === 'string' && !items.enum ? 'a list of strings' : 'a list'),
  object: () => 'an object',
  number: (schema) => `a number${range(schema)}`,
  integer: (schema) => `a whole number${range(schema)}`,
  string: ({ minLength = 0, maxLength }) =>
    maxLength === undefined ? 'a string' : `a string of ${minLength} to ${maxLength} characters`
}

function range({ minimum, maximum }: KeySchema): string {
  if (minimum === undefined || maximum === undefined) return ''
  return minimum === maximum ? ` that is ${minimum}` : ` from ${minimum} to ${maximum}`
}
