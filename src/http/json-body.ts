// How JSON bodies are parsed.
import type { FastifyInstance } from 'fastify'
import { hasLoneSurrogate } from '#domain/json/lone-surrogates.js'
import { DEEPEST_LEVEL, isTooDeep } from '#domain/json/nesting.js'
import { ServiceError, unstorableText } from '#errors/errors.js'

/**
 * Many clients send `Content-Type: application/json` without a body. The schema decides whether a body is required. Half
 * of a surrogate pair is refused for every column, since some columns would store it and others fail.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (isTooDeep(body)) done(tooDeep())
    else if (hasLoneSurrogate(body)) done(unstorableText())
    else void parse(request, body, done)
  })
}

export function tooDeep(): ServiceError {
  const message = `The body is nested deeper than ${DEEPEST_LEVEL} levels.`
  return new ServiceError('invalid', message, { code: 'invalid_json' })
}
