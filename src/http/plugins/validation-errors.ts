// Turns schema validation errors into messages that say what is expected.
import type { FastifyError } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { meantBy } from '#domain/text/misspelt.js'
import { ServiceError } from '#errors/errors.js'
import { WORDS_OF_PATTERNS } from '#schemas/common.js'

/** A request that breaks its schema, as the framework reports it. */
interface InvalidRequest {
  validation?: FastifyError['validation']
  validationContext?: string | undefined
}

export function invalidRequest({ validation = [], validationContext }: InvalidRequest): ServiceError {
  const noun = validationContext === 'body' ? 'field' : 'parameter'
  const details = relevantFaults(validation).map((fault) => {
    const { instancePath, params } = fault
    const key = params['missingProperty'] ?? params['additionalProperty']
    const path = key === undefined ? instancePath : `${instancePath}/${cut(String(key))}`
    return { path: validationContext === 'body' ? path : path.slice(1), message: faultText(fault, noun) }
  })
  const [first] = details
  const where = first?.path || (validationContext === 'body' ? 'the body' : validationContext)
  return new ServiceError('invalid', `${where}: ${first?.message}`, { code: 'invalid_field', details })
}

const LONGEST_KEY = 100

/** Keys come from outside, and may be as long as the request. */
const cut = (key: string) => (key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key)

type SchemaFault = FastifySchemaValidationError & { schema?: unknown; parentSchema?: { properties?: object } }

/** Every branch of a union reports its own error. Keeps the error of the closest branch, or else one for the union. */
function relevantFaults(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const union = faults.find(({ keyword }) => keyword === 'anyOf')
  if (union === undefined) return faults
  const isOfKind = ({ keyword, instancePath }: SchemaFault) =>
    instancePath === union.instancePath && ['type', 'const', 'anyOf'].includes(keyword)
  const closest = faults.filter((fault) => !isOfKind(fault))
  const [only] = closest
  return closest.length === 1 && only ? [only] : [union]
}

interface UnionBranch {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object'
}

function unionText({ schema }: SchemaFault): string {
  const branches: UnionBranch[] = Array.isArray(schema) ? schema : []
  // A named schema is an object.
  const words = branches.map(({ $ref, const: value, type = $ref ? 'object' : '', enum: values }) =>
    value !== undefined ? JSON.stringify(value) : (values?.join(', ') ?? KINDS[type] ?? type)
  )
  const kinds = [...new Set(words.filter((word) => word !== ''))]
  return kinds.length === 0 ? 'has none of the allowed forms' : `must be ${kinds.join(' or ')}`
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day, such as 2026-01-31',
  'date-time': 'a moment, such as 2026-01-31T12:00:00Z',
  uuid: 'a UUID'
}

/** The error of a wrong type, where one or several types are allowed. */
function typeText({ params, message = '' }: SchemaFault): string {
  const kinds = [params['type']].flat().filter((kind) => typeof kind === 'string')
  return kinds.length === 0 ? message : `must be ${kinds.map((kind) => KINDS[kind] ?? kind).join(' or ')}`
}

/** Says what was probably meant, or else what there is. */
function unknownText({ params, parentSchema }: SchemaFault, noun: string): string {
  const known = Object.keys(parentSchema?.properties ?? {})
  const meant = meantBy(String(params['additionalProperty']), known)
  if (meant !== undefined) return `is not a known ${noun}: did you mean ${meant}?`
  const all = known.length === 0 ? 'there are none here' : `known are ${known.join(', ')}`
  return `is not a known ${noun}; ${all}`
}

const FAULT_TEXTS: Record<string, (fault: SchemaFault, noun: string) => string> = {
  anyOf: unionText,
  type: typeText,
  const: ({ params }) => `must be ${JSON.stringify(params['allowedValue'])}`,
  format: ({ params }) =>
    `must be ${FORMATS[String(params['format'])] ?? `of the format ${params['format']}`}`,
  required: () => 'is required',
  additionalProperties: unknownText,
  enum: ({ params }) => `must be one of ${[params['allowedValues']].flat().join(', ')}`,
  pattern: ({ params }) =>
    WORDS_OF_PATTERNS[String(params['pattern'])] ?? 'does not have the expected format',
  minLength: ({ params: { limit } }) =>
    limit === 1 ? 'must not be empty' : `must have ${limit} characters at least`,
  maxLength: ({ params }) => `must have ${params['limit']} characters at most`,
  minimum: ({ params }) => `must be ${params['limit']} at least`,
  maximum: ({ params }) => `must be ${params['limit']} at most`,
  minItems: ({ params }) => `must hold ${params['limit']} at least`,
  maxItems: ({ params }) => `must hold ${params['limit']} at most`,
  uniqueItems: () => 'must not hold anything twice',
  minProperties: ({ parentSchema }) =>
    `must hold one of these fields: ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`
}

function faultText(fault: SchemaFault, noun: string): string {
  return FAULT_TEXTS[fault.keyword]?.(fault, noun) ?? fault.message ?? 'is not valid'
}
