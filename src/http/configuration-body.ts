// How bodies that hold a configuration are read: as its files are.
import { repeatedNames } from '#domain/json/repeated-names.js'
import { invalidConfig } from '#errors/errors.js'
import type { App } from './reply.js'

const MAX_REPORTED = 50

/**
 * A name that is reserved is refused where it stands, as any other fault is, and not with the whole body. One that stands
 * twice is refused as it is in a file: what the last of them says would hold, and whoever reads the first would not know.
 */
export function useStrictJsonParser(app: App): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, body, (error, parsed) => {
      const repeated = error ? [] : repeatedNames(body, MAX_REPORTED)
      done(repeated.length > 0 ? invalidConfig(repeated) : error, parsed)
    })
  })
}
