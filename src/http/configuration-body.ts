// Parses configuration bodies as strictly as configuration files.
import { isTooDeep } from '#domain/json/nesting.js'
import { repeatedNames } from '#domain/json/repeated-names.js'
import { invalidConfig } from '#errors/errors.js'
import { tooDeep } from './json-body.js'
import type { App } from './reply.js'

const MAX_REPORTED = 50

/**
 * Reserved names such as `__proto__` reach the validation, which reports them with their path. Repeated names are
 * rejected as in files: the last one would win, unnoticed by whoever reads the first.
 */
export function useStrictJsonParser(app: App): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    if (isTooDeep(body)) return done(tooDeep())
    void parse(request, body, (error, parsed) => {
      const repeated = error ? [] : repeatedNames(body, MAX_REPORTED)
      done(repeated.length > 0 ? invalidConfig(repeated) : error, parsed)
    })
  })
}
