// Finds or composes an example value of a schema.
import { choicesOf } from './bounds.js'
import type { Catalog } from './catalog.js'
import { type MediaSpec, resolveRef, type Schema, variantsOf } from './document.js'
import { arrayOf, type Entries, isRecord, jsonOf, propertyOf, recordOf, stringOf } from './read.js'

export interface Example {
  readonly value: unknown
  /** Whether the document states any part of the value. */
  readonly isGiven: boolean
}

export interface NamedExample {
  readonly name: string
  readonly value: unknown
}

type Trail = readonly unknown[]

/** Examples are cut off at this depth. */
const deepest = 4

/** A composed example with more characters is less useful than the table of fields. */
const longest = 6000

const placeholders: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['date', '2026-01-31'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['email', 'someone@example.com'],
  ['uri', 'https://example.com'],
  ['string', 'text'],
  ['integer', 1],
  ['number', 1],
  ['boolean', true]
])

export function exampleOf(catalog: Catalog, value: unknown, trail: Trail = []): Example {
  const schema: Schema = resolveRef(catalog.document, value)
  const given = arrayOf(schema.examples)[0] ?? schema.example
  if (given !== undefined) return { value: given, isGiven: true }
  const [choice] = choicesOf(schema)
  const stated = schema.default ?? choice
  if (stated !== undefined) return madeUpExample(stated)
  return trail.includes(schema) ? madeUpExample(null) : composed(catalog, schema, [...trail, schema])
}

function madeUpExample(value: unknown): Example {
  return { value, isGiven: false }
}

function composed(catalog: Catalog, schema: Schema, trail: Trail): Example {
  const variants = variantsOf(schema)
  if (variants.length > 0) return variantExample(catalog, schema, trail)
  const [type = ''] = typesOf(schema)
  const isWhole = isRecord(schema.properties) || arrayOf(schema.allOf).length > 0
  if (isWhole || type === 'object') return objectExample(catalog, schema, trail)
  if (type === 'array') return arrayExample(catalog, schema, trail)
  const least = schema.minimum ?? placeholders.get(type) ?? null
  return madeUpExample(isNullable(schema) ? null : (placeholders.get(stringOf(schema.format)) ?? least))
}

/** Null rather than an invented value, if the document states none. */
function variantExample(catalog: Catalog, schema: Schema, trail: Trail): Example {
  if (trail.length > deepest) return madeUpExample(null)
  const example = exampleOf(catalog, variantsOf(schema)[0], trail)
  return isNullable(schema) && !example.isGiven ? madeUpExample(null) : example
}

function typesOf(schema: Schema): readonly string[] {
  return typeof schema.type === 'string' ? [schema.type] : arrayOf(schema.type).map(stringOf)
}

function isNullable(schema: Schema): boolean {
  const variants = [...arrayOf(schema.anyOf), ...arrayOf(schema.oneOf)]
  const isAbsent = (variant: unknown) => propertyOf(variant, 'type') === 'null'
  return schema.nullable === true || typesOf(schema).includes('null') || variants.some(isAbsent)
}

function arrayExample(catalog: Catalog, schema: Schema, trail: Trail): Example {
  if (trail.length > deepest) return madeUpExample([])
  const item = exampleOf(catalog, schema.items, trail)
  return item.value === null ? madeUpExample([]) : { value: [item.value], isGiven: item.isGiven }
}

/** Optional properties appear only if the document states an example of them. */
function objectExample(catalog: Catalog, schema: Schema, trail: Trail): Example {
  if (trail.length > deepest) return madeUpExample({})
  const required = new Set(arrayOf(schema.required))
  const own = Object.entries(recordOf(schema.properties))
    .map(([name, property]) => ({ name, ...exampleOf(catalog, property, trail) }))
    .filter(({ name, isGiven }) => isGiven || required.has(name))
  const parts = arrayOf(schema.allOf).map((part) => exampleOf(catalog, part, trail))
  const inherited = parts.flatMap((part) => Object.entries(recordOf(part.value)))
  const members = own.map(({ name, value }): [string, unknown] => [name, value])
  return {
    value: Object.fromEntries([...inherited, ...members]),
    isGiven: own.some((member) => member.isGiven) || parts.some((part) => part.isGiven)
  }
}

/** The stated examples of a body, or a composed one if the document states at least a part of it. */
export function mediaExamples(catalog: Catalog, media: MediaSpec): readonly NamedExample[] {
  const named = Object.entries(recordOf(media.examples)).map(([name, item]): NamedExample => {
    const example: Entries = resolveRef(catalog.document, item)
    return { name: stringOf(propertyOf(example, 'summary')) || name, value: propertyOf(example, 'value') }
  })
  const stated = named.filter(({ value }) => value !== undefined)
  if (stated.length > 0) return stated
  if (media.example !== undefined) return [{ name: '', value: media.example }]
  const example = exampleOf(catalog, media.schema)
  const isHelpful = example.isGiven && jsonOf(example.value).length <= longest
  return isHelpful ? [{ name: '', value: example.value }] : []
}

/** The value to send as a parameter in an example request. */
export function parameterExample(catalog: Catalog, parameter: MediaSpec): unknown {
  const [first] = mediaExamples(catalog, parameter)
  return first === undefined ? exampleOf(catalog, parameter.schema).value : first.value
}
