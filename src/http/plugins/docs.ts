// The documentation at /docs, the API reference in it, and the OpenAPI document at /openapi.json, in version 3.0 at
// /openapi-3.0.json.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { routeNotFound, ServiceError } from '#errors/errors.js'
import { MANUAL, MANUAL_FILES } from '#paths.js'
import { MANUAL_HOME, type Manual, REFERENCE } from '../docs/manual/manual.js'
import { manualPage, resultsPage } from '../docs/manual/pages.js'
import { referenceEntries } from '../docs/manual/reference-entries.js'
import { entriesOf, searchOver } from '../docs/manual/search.js'
import { renderPage } from '../docs/page.js'
import { answerConditionally, etagOf } from './caching/conditional.js'
import { inVersion30 } from './document/version-3-0.js'
import { FRAME_POLICY } from './error-page.js'

const HIDDEN = { schema: { hide: true } }
const CONDITIONAL = { ...HIDDEN, onSend: answerConditionally }

export function registerDocs(app: FastifyInstance): void {
  serveDocument(app, '/openapi.json', () => app.swagger())
  serveDocument(app, '/openapi-3.0.json', () => inVersion30(app.swagger()))
  const reference = lazy(() => renderPage(app.swagger()))
  const manual = lazy(readManual)
  const files = lazy(() => new Map(manual().files.map((path) => [path, readShown(path)])))
  const search = lazy(() =>
    searchOver([...manual().pages.flatMap(entriesOf), ...referenceEntries(app.swagger())])
  )

  app.get<{ Querystring: { q?: unknown } }>(MANUAL_HOME, CONDITIONAL, async ({ query: { q } }, reply) => {
    const question = typeof q === 'string' ? q.trim() : ''
    if (question === '') return sendPage(reply, pageAt(manual(), MANUAL_HOME))
    return sendPage(reply, resultsPage(manual(), question, search()(question)))
  })

  app.get(REFERENCE, CONDITIONAL, async (_request, reply) => sendPage(reply, reference()))

  app.get<{ Params: { '*': string } }>(`${MANUAL_HOME}/*`, CONDITIONAL, async ({ params }, reply) => {
    const path = params['*']
    const file = files().get(path)
    if (file === undefined) return sendPage(reply, pageAt(manual(), `${MANUAL_HOME}/${path}`))
    reply.headers({ etag: file.etag, 'cache-control': 'no-cache' })
    return reply.type(path.endsWith('.png') ? 'image/png' : PLAIN).send(file.content)
  })

  // Browsers request an icon for every page and would log a 404.
  app.get('/favicon.ico', HIDDEN, async (_request, reply) => reply.code(204).send())
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  reply.headers({ 'content-security-policy': FRAME_POLICY, 'cache-control': 'no-cache' })
  return reply.type('text/html; charset=utf-8').send(page)
}

/** Examples are shown as text, whatever they are for. */
const PLAIN = 'text/plain; charset=utf-8'

function readManual(): Manual {
  if (!existsSync(MANUAL))
    throw new ServiceError('unavailable', 'The documentation is not built. Build it with `npm run build`.')
  return JSON.parse(readFileSync(MANUAL, 'utf8'))
}

/** A picture or an example, and what identifies it. */
function readShown(path: string) {
  const content = readFileSync(join(MANUAL_FILES, path))
  return { content, etag: etagOf(content) }
}

function pageAt(manual: Manual, address: string): string {
  const page = manual.pages.find((one) => one.address === address)
  if (page === undefined) throw routeNotFound()
  return manualPage(manual, page)
}

function serveDocument(app: FastifyInstance, path: string, document: () => object): void {
  const json = lazy(() => {
    const text = JSON.stringify(document())
    return { text, etag: etagOf(text) }
  })
  app.get(path, CONDITIONAL, async (_request, reply) => {
    const { text, etag } = json()
    reply.headers({ etag, 'cache-control': 'no-cache' })
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** Computes a value on first use. */
export function lazy<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
