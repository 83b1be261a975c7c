// Which codes the errors of an operation may carry: those that it declares, and those that every such operation shares.

import { codesOfStatus, type ErrorCode } from '#schemas/errors.js'
import { IDEMPOTENCY_CODES } from '#schemas/idempotency.js'

/** By status. */
export type Codes = Readonly<Record<number, readonly ErrorCode[]>>

declare module 'fastify' {
  interface FastifySchema {
    operationId?: string
    /** What an operation declares. */
    codes?: readonly ErrorCode[]
    /** What each of its errors may carry in all. */
    codesByStatus?: Codes
  }
}

/** What the plugins in front of an operation answer. */
const USUAL_CODES: Codes = {
  400: ['invalid', 'invalid_field'],
  401: ['unauthorized'],
  403: ['csrf'],
  404: ['not_found'],
  409: IDEMPOTENCY_CODES,
  413: ['too_large'],
  415: ['unsupported_media'],
  429: ['rate_limited'],
  500: ['internal'],
  503: ['unavailable', 'busy', 'stopping', 'locked'],
  507: ['disk_low']
}

interface OperationKind {
  /** Whether an `Idempotency-Key` is read. */
  isKeyed: boolean
}

/** The codes of each of these statuses: the usual ones, and those that the operation declares. */
export function codesByStatus(
  statuses: readonly number[],
  declared: readonly ErrorCode[],
  { isKeyed }: OperationKind
): Codes {
  const usual: Codes = {
    ...USUAL_CODES,
    // What has to be of a media type may also be unreadable.
    ...(statuses.includes(415) ? { 400: ['invalid', 'invalid_field', 'invalid_json'] } : {}),
    ...(isKeyed ? {} : { 409: [] })
  }
  const codesOf = (status: number) => [...(usual[status] ?? []), ...codesOfStatus(status, declared)]
  return Object.fromEntries(statuses.map((status) => [status, [...new Set(codesOf(status))]]))
}

/** Those of the codes that say more than the status. */
export const specialCodes = (status: number, codes: readonly string[]): string[] =>
  codes.filter((code) => !USUAL_CODES[status]?.some((usual) => usual === code))

interface Documented {
  paths?: Record<string, object | undefined>
}

interface Operation {
  operationId?: string
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>
}

/** Narrows the code of each error response to what the operation can answer with this status. */
export function narrowCodes<Document extends Documented>(
  document: Document,
  codesOf: ReadonlyMap<string, Codes>
): Document {
  const operations = Object.values(document.paths ?? {}).flatMap(
    // Cast: the document is made of our own routes, and no path has anything but operations.
    (path) => Object.values(path ?? {}) as Operation[]
  )
  for (const { operationId = '', responses = {} } of operations)
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const codes = codesOf.get(operationId)?.[Number(status)] ?? []
      const json = content['application/json']
      if (codes.length > 0 && json?.schema) json.schema = withCodes(json.schema, codes)
    }
  return document
}

const withCodes = (schema: object, codes: readonly ErrorCode[]) => ({
  allOf: [schema, { properties: { code: { type: 'string', enum: codes } } }]
})
