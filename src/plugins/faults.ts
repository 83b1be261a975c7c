// What is wrong with a request that does not fit its schema, in words that say what is expected.
import type { FastifyError } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { WORDS_OF_PATTERNS } from '../../schemas/common.js'
import { ServiceError } from '../errors.js'

export function invalidRequest({ validation = [], validationContext }: FastifyError): ServiceError {
  const details = validation.map((fault) => {
    const { instancePath, params } = fault
    const key = params['missingProperty'] ?? params['additionalProperty']
    const path = key === undefined ? instancePath : `${instancePath}/${key}`
    return { path: validationContext === 'body' ? path : path.slice(1), message: wordsOf(fault) }
  })
  const [first] = details
  const where = first?.path || (validationContext === 'body' ? 'the body' : validationContext)
  return new ServiceError('invalid', `${where}: ${first?.message}`, { code: 'invalid_field', details })
}

type Fault = FastifySchemaValidationError & { parentSchema?: { properties?: object } }

const WORDS: Record<string, (fault: Fault) => string> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known field',
  enum: ({ params }) => `must be one of ${[params['allowedValues']].flat().join(', ')}`,
  pattern: ({ params }) =>
    WORDS_OF_PATTERNS[String(params['pattern'])] ?? 'does not have the form that is expected',
  minLength: ({ params, message = '' }) => (params['limit'] === 1 ? 'must not be empty' : message),
  minProperties: ({ parentSchema }) =>
    `must hold one of these fields: ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`
}

function wordsOf(fault: Fault): string {
  return WORDS[fault.keyword]?.(fault) ?? fault.message ?? 'is not valid'
}
