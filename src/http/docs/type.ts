// Describes the type of a schema in words, with links to component schemas.
import { type Catalog, displayName, schemaAt } from './catalog.js'
import type { Schema } from './document.js'
import { distinct, type Html, html, joinHtml } from './html.js'
import { arrayOf, isRecord, recordOf, stringOf } from './read.js'

const deepest = 6

export function typeOf(catalog: Catalog, value: unknown, depth = 0): Html {
  const schema: Schema = recordOf(value)
  if (depth > deepest) return html`&hellip;`
  if (typeof schema.$ref === 'string') return linkTo(catalog, schema.$ref)
  const inner = (part: unknown) => typeOf(catalog, part, depth + 1)
  const unions = [...arrayOf(schema.anyOf), ...arrayOf(schema.oneOf)].map(inner)
  const whole = typesIn(schema.allOf).length > 0 ? [intersection(typesIn(schema.allOf).map(inner))] : []
  const composed = [...unions, ...whole]
  const plain = composed.length > 0 ? [] : typeNames(schema).map((name) => named(name, schema, inner))
  const absent = schema.nullable === true ? [html`null`] : []
  return joinHtml(distinct([...composed, ...plain, ...absent]), ' or ')
}

/** Of what holds together, the parts that are types; others say more of single fields. */
const typesIn = (parts: unknown) =>
  arrayOf(parts).filter((part) => isRecord(part) && ('$ref' in part || 'type' in part || 'anyOf' in part))

function linkTo(catalog: Catalog, ref: string): Html {
  const component = schemaAt(catalog, ref)
  if (component === undefined) return html`<code>${ref}</code>`
  return html`<a href="#${component.id}">${displayName(component)}</a>`
}

function intersection(parts: readonly Html[]): Html {
  return joinHtml(distinct(parts).map(grouped), ' and ')
}

function grouped(part: Html): Html {
  return part.markup.includes(' or ') ? html`(${part})` : part
}

function typeNames(schema: Schema): readonly string[] {
  const stated = typeof schema.type === 'string' ? [schema.type] : arrayOf(schema.type).map(stringOf)
  const known = stated.filter((name) => name !== '')
  return known.length > 0 ? known : [impliedName(schema)]
}

function impliedName(schema: Schema): string {
  if (isRecord(schema.properties)) return 'object'
  if (schema.items !== undefined) return 'array'
  const choices = schema.const === undefined ? arrayOf(schema.enum) : [schema.const]
  const kinds = new Set(choices.map((choice) => (choice === null ? 'null' : typeof choice)))
  return [...kinds].join(' or ') || 'any'
}

function named(name: string, schema: Schema, inner: (part: unknown) => Html): Html {
  if (name === 'array') {
    const items = schema.items ?? arrayOf(schema.prefixItems)[0]
    return items === undefined ? html`array` : html`array of ${grouped(inner(items))}`
  }
  if (name !== 'object' || isRecord(schema.properties)) return html`${name}`
  const values = mapValues(schema)
  return values.length === 0
    ? html`object`
    : html`map of ${grouped(joinHtml(distinct(values.map(inner)), ' or '))}`
}

function mapValues(schema: Schema): readonly unknown[] {
  const rest = isRecord(schema.additionalProperties) ? [schema.additionalProperties] : []
  return [...Object.values(recordOf(schema.patternProperties)), ...rest]
}
