// The document for machines at /openapi.json and for people at /docs.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { renderPage, styleOfPage } from '../docs/page.js'
import { answerConditionally, etagOf } from './conditional.js'

const STYLE_HASH = createHash('sha256').update(styleOfPage).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function registerDocs(app: FastifyInstance): void {
  const json = lazy(() => {
    const text = JSON.stringify(app.swagger())
    return { text, etag: etagOf(text) }
  })
  const page = lazy(() => renderPage(app.swagger()))

  app.get(
    '/openapi.json',
    { schema: { hide: true }, onSend: answerConditionally },
    async (_request, reply) => {
      const { text, etag } = json()
      reply.headers({ etag, 'cache-control': 'no-cache' })
      return reply.type('application/json; charset=utf-8').send(text)
    }
  )

  app.get('/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page())
  )

  // Browsers ask for an icon of every page, and report a page as faulty that has none.
  app.get('/favicon.ico', { schema: { hide: true } }, async (_request, reply) => reply.code(204).send())
}

/** Makes it when it is first wanted, and keeps it. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
