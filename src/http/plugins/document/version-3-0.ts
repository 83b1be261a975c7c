// The document once more in OpenAPI 3.0, for generators that do not read 3.1.

type Part = Record<string, unknown>

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Holders of parts by name: their keys are names, and no keywords. */
const NAMED = new Set([
  'properties',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'paths',
  'content',
  'securitySchemes'
])

export function inVersion30(document: object): object {
  // Cast: the document is made of parts, and stays what it is.
  const { openapi, webhooks, info, ...rest } = document as Part
  const { license, ...about } = info as Part
  const older30 = older(rest)
  // Casts: every document has schemas and names its license.
  const { schemas } = older30['components'] as { schemas: Record<string, Part> }
  const { name: licenseName } = license as Part
  nameTypes(older30, (name) => schemas[name]?.['type'])
  return { openapi: '3.0.3', info: { ...about, license: { name: licenseName } }, ...older30 }
}

/** Whatever may be null says its type beside it, also where that is the type of what it refers to. */
function nameTypes(value: unknown, typeOf: (name: string) => unknown): void {
  if (Array.isArray(value)) for (const item of value) nameTypes(item, typeOf)
  if (!isPart(value)) return
  for (const inner of Object.values(value)) nameTypes(inner, typeOf)
  if (value['nullable'] !== true || !Array.isArray(value['allOf'])) return
  const [first] = value['allOf']
  const name = isPart(first) ? String(first['$ref']).split('/').at(-1) : undefined
  if (name !== undefined) value['type'] = typeOf(name)
}

function older(part: Part): Part {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, olderValue(key, value)]))
}

function olderValue(key: string, value: unknown): unknown {
  if (key === 'default' || key === 'example' || key === 'enum') return value
  if (Array.isArray(value)) return value.map((item) => (isPart(item) ? olderPart(item) : item))
  if (!isPart(value)) return value
  if (!NAMED.has(key)) return olderPart(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isPart(item) ? olderPart(item) : item])
  )
}

/** One schema, or anything that holds schemas, by the rules of 3.0. */
function olderPart(part: Part): Part {
  return withoutSiblings(withoutNull(withoutNewKeywords(older(part))))
}

function withoutNewKeywords(part: Part): Part {
  const { const: only, examples, exclusiveMinimum, patternProperties, ...rest } = part
  return {
    ...rest,
    ...(only === undefined ? {} : { enum: [only] }),
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
    ...(typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...(isPart(patternProperties) ? { additionalProperties: Object.values(patternProperties)[0] } : {})
  }
}

const isNull = (part: unknown) => isPart(part) && 'nullable' in part && 'enum' in part && !('type' in part)

/** `null` is no type of its own, but a property of others. */
function withoutNull(part: Part): Part {
  if (part['type'] === 'null') {
    const { type, ...rest } = part
    return { ...rest, nullable: true, enum: [null] }
  }
  const { anyOf, ...rest } = part
  if (!Array.isArray(anyOf)) return part
  const branches = anyOf.filter((branch) => !isNull(branch))
  if (branches.length === anyOf.length) return part
  const [only] = branches
  if (branches.length === 1 && isPart(only)) return { ...only, ...rest, nullable: true }
  return { anyOf: branches.map((branch) => ({ ...branch, nullable: true })), ...rest }
}

/** What stands beside a reference would be passed over. */
function withoutSiblings(part: Part): Part {
  const { $ref, ...rest } = part
  return $ref === undefined || Object.keys(rest).length === 0 ? part : { allOf: [{ $ref }], ...rest }
}
