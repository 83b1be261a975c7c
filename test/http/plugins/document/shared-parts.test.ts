import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { resolveRef } from '#http/docs/document.js'
import { type Entries, recordOf } from '#http/docs/read.js'
import { shareParts } from '#http/plugins/document/shared-parts.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { recordsIn } from '../../../rules/document.js'

const page = { in: 'query', name: 'page', schema: { type: 'integer' } }
const refused = {
  description: 'The request is not valid.',
  headers: { 'Retry-After': { description: 'Seconds.' } }
}
const missing = (what: string) => ({
  description: `${what} not found.`,
  content: {
    'application/json': {
      schema: {
        allOf: [{}, { properties: { code: { enum: ['not_found', `${what.toLowerCase()}_not_found`] } } }]
      }
    }
  }
})

function documentOf(operations: number) {
  const paths = Array.from({ length: operations }, (_, at) => [
    `/api/${at}`,
    {
      get: {
        parameters: [structuredClone(page), { in: 'query', name: `own_${at}` }],
        responses: {
          200: { description: 'A list.' },
          400: structuredClone(refused),
          404: missing(at % 2 === 0 ? 'Run' : 'Signal'),
          409: { description: at % 4 === 0 ? 'Ended.' : 'Begun.' }
        }
      }
    }
  ])
  return { paths: Object.fromEntries(paths), components: { schemas: { Error: {} } } }
}

t.test('what many operations share is said once, and what is their own stays where it is', async (t) => {
  const document = shareParts(documentOf(20))
  t.same(document.components, {
    schemas: { Error: {} },
    headers: { RetryAfter: { description: 'Seconds.' } },
    responses: {
      BadRequest: {
        description: 'The request is not valid.',
        headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
      },
      NotFoundRunNotFound: missing('Run'),
      NotFoundSignalNotFound: missing('Signal'),
      Conflict: { description: 'Begun.' }
    },
    parameters: { Page: page }
  })
  t.same(document.paths['/api/0'].get, {
    parameters: [{ $ref: '#/components/parameters/Page' }, { in: 'query', name: 'own_0' }],
    responses: {
      200: { description: 'A list.' },
      400: { $ref: '#/components/responses/BadRequest' },
      404: { $ref: '#/components/responses/NotFoundRunNotFound' },
      409: { description: 'Ended.' }
    }
  })
})

t.test('what few share stays where it is', async (t) => {
  const whole = documentOf(2)
  const { components } = shareParts(documentOf(2))
  const { headers, responses, parameters } = recordOf(components)
  t.same([headers, responses, parameters], [{}, {}, {}])
  t.same(shareParts(documentOf(2)).paths, whole.paths)
})

t.test('every reference of the published document leads somewhere', async (t) => {
  const document = recordOf(JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'openapi/openapi.json'), 'utf8')))
  const references = recordsIn(document).filter(({ record }) => typeof record['$ref'] === 'string')
  t.ok(references.length > 1_000)
  const isDead = (record: Entries) => Object.keys(resolveRef(document, record)).length === 0
  t.same(
    references.filter(({ record }) => isDead(record)).map(({ way }) => way.join('.')),
    []
  )
})
