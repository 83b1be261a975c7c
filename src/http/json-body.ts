// How JSON bodies are parsed.
import type { FastifyInstance } from 'fastify'
import { hasLoneSurrogate } from '#domain/json/lone-surrogates.js'
import { unstorableText } from '#errors/errors.js'

/**
 * Many clients send `Content-Type: application/json` without a body. The schema decides whether a body is required. Half
 * of a surrogate pair is refused for every column, since some columns would store it and others fail.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (hasLoneSurrogate(body)) done(unstorableText())
    else void parse(request, body, done)
  })
}
