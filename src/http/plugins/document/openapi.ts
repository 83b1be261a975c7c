// The OpenAPI document, generated from the schemas that validate and serialize.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { PageMeta, SESSION_COOKIE } from '#schemas/common.js'
import { ErrorBody, type ErrorCode } from '#schemas/errors.js'
import type { RouteGroup } from '../../route-group.js'
import { type Codes, narrowCodes } from './error-codes.js'
import { nameEnums } from './named-enums.js'
import { shareParts } from './shared-parts.js'

const DESCRIPTION = `Mirrors repositories of a source-hosting platform and automates work on them: triage, duplicate detection, CI healing, issue fixes, quality gates and custom rules, with evidence for every decision.

Every error has the same shape (\`ErrorBody\`), with a \`code\` for programs: each operation lists those that it can answer. Lists carry \`data\` and \`meta\`. Times are ISO 8601 in UTC, ratios run from 0 to 1. Each client address may send a limited number of requests per minute; every response says how many remain.

Every read returns an \`ETag\`. Send it back in \`If-None-Match\`: if nothing has changed, the response is 304 without a body. Lists link their pages with \`Link\`.

A \`POST\` with an \`Idempotency-Key\` can be repeated for 24 hours: it is carried out once, and the same request with the same key gets the stored answer.`

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'One of the keys that the service was started with.'
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The cookie set by the login. Writes must come from a page of the service.'
  }
} as const

export const SECURITY_OF = {
  none: [],
  key: [{ apiKey: [] }],
  any: [{ apiKey: [] }, { session: [] }]
}

export async function registerOpenApi(
  app: FastifyInstance,
  groups: readonly RouteGroup[],
  version: string
): Promise<void> {
  for (const schema of [ErrorBody, PageMeta, ...groups.flatMap((group) => group.schemas)])
    app.addSchema(schema)
  const codes = new Map<string, Codes>()
  await app.register(swagger, {
    transform: ({ schema, url }) => {
      codes.set(schema.operationId ?? '', schema.codesByStatus ?? {})
      return { schema, url }
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Repository Automation Service',
        version,
        description: DESCRIPTION,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }
      },
      servers: [{ url: '/', description: 'The service that serves this document.' }],
      tags: [...new Map(groups.map(({ tag, about }) => [tag, { name: tag, description: about }])).values()],
      components: { securitySchemes: SECURITY_SCHEMES }
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, at) => String(json['$id'] ?? `def-${at}`) },
    transformObject: (document) => published('openapiObject' in document ? document.openapiObject : {}, codes)
  })
}

function published<Document extends OpenApiPaths>(document: Document, codes: ReadonlyMap<string, Codes>) {
  const named = nameEnums(narrowCodes(withOptionalBodies(document), codes))
  // Cast for the plugin, whose types lack webhooks.
  return Object.assign(shareParts(named), { webhooks: WEBHOOKS, 'x-other-errors': OTHER_ERRORS }) as never
}

interface OpenApiPaths {
  components?: object
  paths?: Record<string, object | undefined>
}

/** Marks nullable bodies as optional; the plugin marks every body as required. */
function withOptionalBodies<Document extends OpenApiPaths>(document: Document): Document {
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}))) {
    const body = operation.requestBody
    const { anyOf = [] } = body?.content?.['application/json']?.schema ?? {}
    if (anyOf.some(({ type }: { type?: string }) => type === 'null')) body.required = false
  }
  return document
}

/** Errors raised before the request is matched to an operation; of the same shape. */
const OTHER_ERRORS: Record<number, { description: string; codes: ErrorCode[] }> = {
  400: {
    description: 'The path is not a valid URL path, or the request is not valid HTTP.',
    codes: ['invalid_url', 'unreadable']
  },
  404: { description: 'Nothing is at this path.', codes: ['not_found'] },
  405: { description: 'The path accepts other methods, listed in Allow.', codes: ['method_not_allowed'] },
  408: { description: 'The request took too long to arrive.', codes: ['unreadable'] },
  431: { description: 'The headers are larger than this service accepts.', codes: ['unreadable'] }
}

/** Requests that the host sends to the service. */
const WEBHOOKS = {
  hostEvent: {
    post: {
      operationId: 'hostEvent',
      summary: 'An event of the host, sent to POST /webhooks/host',
      description:
        'Any event of the host. The service reads the fields that it needs and tolerates missing ones.',
      tags: ['webhooks'],
      security: [],
      requestBody: {
        required: true,
        description: 'The signature in X-Hub-Signature-256 covers the raw bytes.',
        content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } }
      },
      responses: {
        202: {
          description: 'The delivery is recorded.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Receipt' } } }
        },
        '4XX': {
          description: 'Rejected; nothing is recorded.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }
        }
      }
    }
  }
}
