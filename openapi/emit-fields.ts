// What each operation accepts, as data: the query of a read and the body of a write. Filters and forms are made of it.
import { WORDS_OF_PATTERNS } from '#schemas/common.js'

/** As much of JSON Schema as the document uses for what people enter. */
interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  description?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  [bound: string]: unknown
}

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

type Fields = Record<string, object>

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format', 'default']

/** The text of the module: one constant for each operation, so that a bundle holds only what its pages use. */
export function fieldsModule(document: Document): string {
  const operations = Object.values(document.paths).flatMap((methods) => Object.entries(methods))
  const constants = operations.flatMap(([method, operation]) => {
    const fields = method === 'get' ? queryFields(operation, document) : bodyFields(operation, document)
    if (Object.keys(fields).length === 0) return []
    const lines = Object.entries(fields).map(([name, field]) => `  ${name}: ${JSON.stringify(field)}`)
    return `export const ${operation.operationId} = {\n${lines.join(',\n')}\n} as const\n`
  })
  return constants.sort().join('\n')
}

function queryFields({ parameters = [] }: Operation, document: Document): Fields {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return Object.fromEntries(
    query.map(({ name, required, description, schema }) => [
      name,
      fieldOf(Object.assign({ description }, schema), required === true, document)
    ])
  )
}

function bodyFields({ requestBody }: Operation, document: Document): Fields {
  const body = requestBody?.content['application/json']?.schema
  const { properties = {}, required = [] } = body ? presentBranch(body, document) : {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fieldOf(schema, required.includes(name), document)
    ])
  )
}

/** The schema itself, or the only branch of a union that is not null. Other unions stay as they are. */
function presentBranch(schema: Schema, document: Document): Schema {
  const named =
    schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').pop() ?? '']
  const branches = (named?.anyOf ?? []).filter(({ type }) => type !== 'null')
  const [only] = branches
  if (branches.length !== 1 || only === undefined) return named ?? {}
  const { description = named?.description, ...branch } = presentBranch(only, document)
  return description === undefined ? branch : Object.assign(branch, { description })
}

/** What is undefined does not appear in the text. */
function fieldOf(schema: Schema, required: boolean, document: Document): object {
  const { type = 'any', description, pattern, items, ...present } = presentBranch(schema, document)
  const isNullable = (schema.anyOf ?? []).some((branch) => branch.type === 'null')
  const bounds = Object.fromEntries(BOUNDS.map((bound) => [bound, present[bound]]))
  const given = { type, required: required || undefined, nullable: isNullable || undefined }
  return Object.assign(given, bounds, {
    enum: present.const === undefined ? present.enum : [present.const],
    pattern,
    patternMessage: WORDS_OF_PATTERNS[pattern ?? ''],
    items: items && fieldOf(items, false, document),
    description
  })
}
