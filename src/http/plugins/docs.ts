// The OpenAPI document at /openapi.json, and rendered at /docs.
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

  // Browsers request an icon for every page and would log a 404.
  app.get('/favicon.ico', { schema: { hide: true } }, async (_request, reply) => reply.code(204).send())
}

/** Computes a value on first use. */
export function lazy<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
