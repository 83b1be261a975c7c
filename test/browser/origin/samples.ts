// Made-up replies for every read of the document. Texts are hostile: they try to become markup, links or new layout.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '#paths.js'

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

// Cast: the committed document, which a rule checks.
const document = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'openapi/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const HOSTILE = `<img src=x onerror="globalThis.hacked=true"> \u202e${'unbreakable'.repeat(9)} & "quoted"`
const LINK = 'javascript:globalThis.hacked=true'
const NOW = Date.now()
const HOUR_MS = 3_600_000
const ROWS = 4

/** How full a reply is. */
export type Amount = 'some' | 'nothing'

interface Template {
  pattern: RegExp
  schema: Schema | undefined
}

/** Those with fewer parameters come first. */
const TEMPLATES: readonly Template[] = Object.entries(document.paths)
  .sort(([a], [b]) => a.split('{').length - b.split('{').length)
  .map(([path, { get }]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    schema: get?.responses['200']?.content?.['application/json']?.schema
  }))

/** The reply to a read of this path; undefined for a path that the document does not know. */
export function sampleReply(path: string, amount: Amount): unknown {
  const schema = TEMPLATES.find(({ pattern }) => pattern.test(path))?.schema
  return schema && sample(schema, { name: '', at: 0, amount })
}

interface Place {
  name: string
  /** The row, so that rows differ. */
  at: number
  amount: Amount
}

function sample(schema: Schema, place: Place): unknown {
  const { $ref, anyOf, const: fixed, enum: values } = schema
  if ($ref) return sample(document.components.schemas[$ref.split('/').pop() ?? ''] ?? {}, place)
  if (anyOf) return sample(branchOf(anyOf, place), place)
  if (fixed !== undefined) return fixed
  if (values) return values[place.at % values.length]
  return sampleOfType(schema, place)
}

/** Each fourth row has nothing where nothing is allowed, and so has every row of an empty service. */
function branchOf(branches: readonly Schema[], { at, amount }: Place): Schema {
  const absent = branches.find(({ type }) => type === 'null')
  const present = branches.filter(({ type }) => type !== 'null')
  const isAbsent = amount === 'nothing' || at % ROWS === ROWS - 1
  return (absent && isAbsent ? absent : present[at % present.length]) ?? {}
}

function sampleOfType(schema: Schema, place: Place): unknown {
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, place)
    case 'array':
      return place.amount === 'nothing' ? [] : rowsOf(schema.items ?? {}, place)
    case 'string':
      return sampleText(schema, place)
    case 'integer':
    case 'number':
      return sampleNumber(schema, place)
    case 'boolean':
      return place.at % 2 === 0
    default:
      return null
  }
}

function sampleObject({ properties = {} }: Schema, { at, amount }: Place): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, sample(schema, { name, at, amount })])
  )
}

function rowsOf(items: Schema, { name, amount }: Place): unknown[] {
  return Array.from({ length: ROWS }, (_, at) => sample(items, { name, at, amount }))
}

function sampleText({ format }: Schema, { name, at }: Place): string {
  const moment = new Date(NOW - (at + 1) * HOUR_MS).toISOString()
  if (format === 'date-time') return moment
  if (format === 'date') return new Date(NOW - at * 24 * HOUR_MS).toISOString().slice(0, 10)
  if (/url$/.test(name)) return LINK
  if (/^(repo|full_name|repo_full_name)$/.test(name)) return `octo-org/repository-${at}`
  return `${at} ${HOSTILE}`
}

function sampleNumber({ minimum = 0, maximum = 54_321 }: Schema, { name, at, amount }: Place): number {
  if (name === 'page' || name === 'total_pages') return 1
  if (amount === 'nothing') return minimum
  if (name === 'id' || name.endsWith('_id')) return at + 1
  return Math.max(minimum, maximum <= 1 ? maximum / (at + 1.5) : Math.floor(maximum / (at + 2)))
}
