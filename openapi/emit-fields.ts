// What each operation accepts, as data: the query of a read and the body of a write. Filters and forms are made of it.
import { ENUM_DESCRIPTIONS, WORDS_OF_PATTERNS } from '#schemas/common.js'

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
  additionalProperties?: boolean | Schema
  required?: string[]
  [bound: string]: unknown
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

interface Operation {
  operationId: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

type Fields = Record<string, object>

const BOUNDS = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'maxProperties',
  'format',
  'default'
]

/** Where a list goes on and how it is sorted, the pages know from its address, and how many rows it has: nobody enters that. */
const PLACES = ['page', 'cursor', 'sort', 'order']
const PAGE_SIZES = ['per_page', 'limit']

/** What people also edit as a whole, and in parts: the configuration of a repository. */
const EDITED = { serviceConfig: 'ServiceConfig' }

/** The text of the module: one constant for each operation, so that a bundle holds only what its pages use. */
export function fieldsModule(document: Document): string {
  const operations = Object.values(document.paths).flatMap((methods) => Object.entries(methods))
  const ofOperations = operations.map(([method, operation]): [string, Fields] => [
    operation.operationId,
    method === 'get' ? queryFields(operation, document) : bodyFields(operation, document)
  ])
  const ofSchemas = Object.entries(EDITED).map(([name, schema]): [string, Fields] => [
    name,
    fieldsOf(document.components.schemas[schema] ?? {}, document)
  ])
  return [...ofOperations, ...ofSchemas]
    .filter(([, fields]) => Object.keys(fields).length > 0)
    .map(([name, fields]) => constantText(name, fields))
    .sort()
    .join('\n')
}

function constantText(name: string, fields: Fields): string {
  const lines = Object.entries(fields).map(([key, field]) => `  ${key}: ${JSON.stringify(field)}`)
  return `export const ${name} = {\n${lines.join(',\n')}\n} as const\n`
}

function queryFields({ parameters = [] }: Operation, document: Document): Fields {
  const named = parameters.flatMap((one) =>
    '$ref' in one ? (document.components.parameters[nameIn(one.$ref)] ?? []) : one
  )
  const query = named.filter(({ in: place, name }) => place === 'query' && !PAGE_SIZES.includes(name))
  return Object.fromEntries(query.map((parameter) => [parameter.name, parameterField(parameter, document)]))
}

function parameterField({ name, required, description, schema }: Parameter, document: Document): object {
  if (PLACES.includes(name)) return { type: presentBranch(schema, document).type ?? 'any' }
  return fieldOf(Object.assign({ description }, schema), required === true, document)
}

const nameIn = (reference: string) => reference.split('/').pop() ?? ''

function bodyFields({ requestBody }: Operation, document: Document): Fields {
  const body = requestBody?.content['application/json']?.schema
  return body ? fieldsOf(presentBranch(body, document), document) : {}
}

function fieldsOf({ properties = {}, required = [] }: Schema, document: Document): Fields {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fieldOf(schema, required.includes(name), document)
    ])
  )
}

/** The schema itself, or the only branch of a union that is not null. Other unions stay as they are. */
function presentBranch(schema: Schema, document: Document): Schema {
  const { $ref, ...own } = schema
  // What stands beside a reference is of the place, and precedes what is of all places.
  const named = $ref === undefined ? own : { ...document.components.schemas[nameIn($ref)], ...own }
  const branches = (named.anyOf ?? []).filter(({ type }) => type !== 'null')
  const [only] = branches
  if (branches.length !== 1 || only === undefined) return named
  const { description = named.description, ...branch } = presentBranch(only, document)
  return description === undefined ? branch : Object.assign(branch, { description })
}

/** What is undefined does not appear in the text. */
function fieldOf(schema: Schema, required: boolean, document: Document): object {
  const present = presentBranch(schema, document)
  const { type = 'any', description, pattern, items, additionalProperties: values } = present
  const isNullable = (schema.anyOf ?? []).some((branch) => branch.type === 'null')
  const bounds = Object.fromEntries(BOUNDS.map((bound) => [bound, present[bound]]))
  const given = { type, required: required || undefined, nullable: isNullable || undefined }
  const properties = fieldsOf(present, document)
  return Object.assign(given, bounds, {
    enum: present.const === undefined ? present.enum : [present.const],
    enumDescriptions: present[ENUM_DESCRIPTIONS],
    pattern,
    patternMessage: WORDS_OF_PATTERNS[pattern ?? ''],
    items: items && fieldOf(items, false, document),
    properties: Object.keys(properties).length > 0 ? properties : undefined,
    values: typeof values === 'object' ? fieldOf(values, false, document) : undefined,
    description
  })
}
