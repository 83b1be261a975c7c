// Lists the fields of a schema. Inline objects are flattened to dotted names; named schemas are linked instead.
import { boundsOf, choicesOf } from './bounds.js'
import type { Catalog } from './catalog.js'
import { resolveRef, type Schema, variantsOf } from './document.js'
import { type Html, type HtmlPart, html } from './html.js'
import { phrase } from './prose.js'
import { arrayOf, isRecord, propertyOf, recordOf, shownValue, stringOf } from './read.js'
import { renderTable } from './table.js'
import { typeOf } from './type.js'

interface Field {
  readonly path: string
  readonly schema: Schema
  /** Undefined for the items of a list and the variants of a union. */
  readonly isRequired: boolean | undefined
}

interface FieldPath {
  readonly path: string
  /** The enclosing schemas, so that a recursive schema is entered once. */
  readonly trail: readonly Schema[]
}

const deepest = 8

/** The table of fields of a schema, or nothing if it has none. */
export function fieldsTable(catalog: Catalog, schema: unknown, label: string): Html {
  const fields = fieldsAt(catalog, resolveRef(catalog.document, schema), { path: '', trail: [] })
  if (fields.length === 0) return html``
  const columns = ['Field', 'Type', 'Required', 'Default', 'Bounds', 'Description']
  return renderTable({ label, columns, rows: fields.map((field) => row(catalog, field)) })
}

function row(catalog: Catalog, { path, schema, isRequired }: Field): readonly HtmlPart[] {
  const required = isRequired ? 'yes' : 'no'
  return [
    html`<code>${path}</code>`,
    typeOf(catalog, schema),
    isRequired === undefined ? '' : required,
    defaultOf(schema),
    boundsOf(schema),
    describe(schema.description, firstExample(schema))
  ]
}

export function defaultOf(schema: Schema): Html {
  return schema.default === undefined ? html`` : html`<code>${shownValue(schema.default)}</code>`
}

export function describe(description: unknown, example: unknown): Html {
  const text = phrase(stringOf(description))
  if (example === undefined || isRecord(example) || Array.isArray(example)) return text
  return html`${text} <span class="example">Example: <code>${shownValue(example)}</code></span>`
}

function firstExample(schema: Schema): unknown {
  return arrayOf(schema.examples)[0] ?? schema.example
}

function fieldsAt(catalog: Catalog, schema: Schema, { path, trail }: FieldPath): readonly Field[] {
  if (trail.length >= deepest || trail.includes(schema) || typeof schema.$ref === 'string') return []
  const location = { path, trail: [...trail, schema] }
  const parts = arrayOf(schema.allOf).map((part) => resolveRef(catalog.document, part))
  return [
    ...propertyFields(catalog, schema, location),
    ...mapFields(catalog, schema, location),
    ...itemFields(catalog, schema, location),
    ...parts.flatMap((part) => fieldsAt(catalog, part, location)),
    ...variantFields(catalog, schema, location)
  ]
}

/** A field together with the fields in it. */
function withInner(catalog: Catalog, field: Field, trail: FieldPath['trail']): readonly Field[] {
  return [field, ...fieldsAt(catalog, field.schema, { path: field.path, trail })]
}

function propertyFields(catalog: Catalog, schema: Schema, { path, trail }: FieldPath): readonly Field[] {
  const required = new Set(arrayOf(schema.required))
  return Object.entries(recordOf(schema.properties)).flatMap(([name, property]) => {
    const isRequired = required.has(name)
    return withInner(catalog, { path: joinPath(path, name), schema: recordOf(property), isRequired }, trail)
  })
}

function mapFields(catalog: Catalog, schema: Schema, { path, trail }: FieldPath): readonly Field[] {
  const patterns = Object.values(recordOf(schema.patternProperties))
  return [...patterns, schema.additionalProperties].flatMap((values) => {
    if (!isRecord(values)) return []
    const field = { path: joinPath(path, '{name}'), schema: values, isRequired: undefined }
    return withInner(catalog, field, trail)
  })
}

function itemFields(catalog: Catalog, schema: Schema, { path, trail }: FieldPath): readonly Field[] {
  return [schema.items, ...arrayOf(schema.prefixItems)].flatMap((items) =>
    partFields(catalog, items, { path: `${path}[]`, trail })
  )
}

function variantFields(catalog: Catalog, schema: Schema, { path, trail }: FieldPath): readonly Field[] {
  const variants = variantsOf(schema)
  const isOnly = variants.length === 1
  return variants.flatMap((variant, at) => {
    const [value, ...others] = choicesOf(recordOf(variant))
    const isValue = value !== undefined && others.length === 0
    const name = isValue ? `${path} = ${shownValue(value)}` : `${path} (option ${at + 1})`
    return partFields(catalog, variant, { path: isOnly ? path : name.trim(), trail })
  })
}

/** Items and variants get a row of their own only if they have a description. */
function partFields(catalog: Catalog, part: unknown, { path, trail }: FieldPath): readonly Field[] {
  const field: Field = { path, schema: recordOf(part), isRequired: undefined }
  const all = withInner(catalog, field, trail)
  return stringOf(propertyOf(part, 'description')) === '' ? all.slice(1) : all
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
