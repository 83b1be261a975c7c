// Describes the bounds of a schema in words.
import { type Schema, variantsOf } from './document.js'
import { distinct, type Html, html, joinHtml } from './html.js'
import { isRecord, recordOf, shownValue, stringOf } from './read.js'

const deepest = 4

/** The values a schema is limited to, if it is a choice: const, enum, or a union of such. */
export function choicesOf(schema: Schema, depth = 0): readonly unknown[] {
  if (schema.const !== undefined) return [schema.const]
  if (Array.isArray(schema.enum)) return schema.enum
  const variants = variantsOf(schema)
  const choices = depth > deepest ? [] : variants.map((variant) => choicesOf(recordOf(variant), depth + 1))
  return choices.every((choice) => choice.length > 0) ? choices.flat() : []
}

export function boundsOf(value: unknown): Html {
  return joinHtml(distinct(phrases(recordOf(value), 0)), ', ')
}

function phrases(schema: Schema, depth: number): readonly Html[] {
  if (depth > deepest) return []
  const choices = choicesOf(schema)
  const variants = choices.length > 0 ? [] : variantsOf(schema)
  return [
    ...choicePhrase(choices),
    ...marks(schema),
    ...ranges(schema),
    ...variants.flatMap((variant) => phrases(recordOf(variant), depth + 1)),
    ...itemPhrase(schema, depth)
  ]
}

function choicePhrase(choices: readonly unknown[]): readonly Html[] {
  if (choices.length === 0) return []
  const values = joinHtml(
    choices.map((choice) => html`<code>${shownValue(choice)}</code>`),
    ', '
  )
  return [choices.length === 1 ? html`always ${values}` : html`one of ${values}`]
}

function itemPhrase(schema: Schema, depth: number): readonly Html[] {
  if (!isRecord(schema.items)) return []
  const inner = distinct(phrases(schema.items, depth + 1))
  return inner.length === 0 ? [] : [html`each item: ${joinHtml(inner, ', ')}`]
}

function marks(schema: Schema): readonly Html[] {
  const format = stringOf(schema.format)
  const pattern = stringOf(schema.pattern)
  return [
    ...(format === '' ? [] : [html`format ${format}`]),
    ...(pattern === '' ? [] : [html`matches <code>${pattern}</code>`]),
    ...(schema.uniqueItems === true ? [html`no item twice`] : []),
    ...(schema.readOnly === true ? [html`read only`] : []),
    ...(schema.writeOnly === true ? [html`write only`] : []),
    ...(schema.deprecated === true ? [html`deprecated`] : [])
  ]
}

function ranges(schema: Schema): readonly Html[] {
  const texts = [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    range(schema.minProperties, schema.maxProperties, ' members'),
    single('more than', schema.exclusiveMinimum),
    single('less than', schema.exclusiveMaximum),
    single('a multiple of', schema.multipleOf)
  ]
  return texts.filter((text) => text !== '').map((text) => html`${text}`)
}

function range(low: unknown, high: unknown, unit: string): string {
  if (typeof low === 'number' && low === high) return `exactly ${low}${unit}`
  if (typeof low === 'number' && typeof high === 'number') return `${low} to ${high}${unit}`
  return single('at least', low, unit) || single('at most', high, unit)
}

function single(words: string, limit: unknown, unit = ''): string {
  return typeof limit === 'number' ? `${words} ${limit}${unit}` : ''
}
