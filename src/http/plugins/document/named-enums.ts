// Publishes each named list of words once, and refers to it from everywhere else.
import { ENUM_DESCRIPTIONS } from '#schemas/common.js'

type Schema = Record<string, unknown>

interface DocumentParts {
  components?: object
}

/** What a place says of the words that stand there, beside which words there are. */
const OWN_WORDS = ['description', 'default', 'examples', 'example', ENUM_DESCRIPTIONS]

export function nameEnums<Document extends DocumentParts>(document: Document): Document {
  const named = new Map<string, Schema>()
  const renamed = withReferences(document, named)
  const enums = [...named].sort(([one], [other]) => (one < other ? -1 : 1))
  const { schemas, ...components }: { schemas?: object } = renamed.components ?? {}
  return { ...renamed, components: { ...components, schemas: { ...schemas, ...Object.fromEntries(enums) } } }
}

function withReferences<Value>(value: Value, named: Map<string, Schema>): Value {
  if (typeof value !== 'object' || value === null) return value
  // Cast for both: what is walked keeps its form.
  if (Array.isArray(value)) return value.map((item) => withReferences(item, named)) as Value
  if (isNamedEnum(value)) return referenceTo(value, named) as Value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withReferences(inner, named)])
  ) as Value
}

type NamedEnum = Schema & { title: string; enum: string[] }

const isNamedEnum = (schema: object): schema is NamedEnum =>
  'enum' in schema && 'title' in schema && typeof schema.title === 'string'

function referenceTo({ title, enum: words, ...rest }: NamedEnum, named: Map<string, Schema>): Schema {
  const published = { type: 'string', enum: words }
  const known = named.get(title) ?? published
  if (JSON.stringify(known) !== JSON.stringify(published)) throw new Error(`two lists are named ${title}`)
  named.set(title, known)
  const own = Object.entries(rest).filter(([key]) => OWN_WORDS.includes(key))
  return { $ref: `#/components/schemas/${title}`, ...Object.fromEntries(own) }
}
