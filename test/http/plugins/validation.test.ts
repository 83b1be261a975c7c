import t from 'tap'
import { groups } from '#capabilities/index.js'
import { buildValidator } from '#http/plugins/validation.js'
import { PageMeta } from '#schemas/common.js'
import { ErrorBody } from '#schemas/errors.js'

const SHARED = [ErrorBody, PageMeta, ...groups.flatMap((group) => group.schemas)]
const byName = (schemas: readonly object[]) => Object.fromEntries(schemas.map((schema, at) => [at, schema]))

/** Compiles as a first request does. */
function compile(schemas: readonly object[], schema: object, httpPart: string): void {
  const check = buildValidator(byName(schemas), {})
  // The border to the compiler, whose types leave out the part of the request that it is called with.
  const validate = check({ schema, httpPart } as never)
  validate({})
}

t.test('the schemas that routes share are sound, for bodies and for parameters', async (t) => {
  t.ok(SHARED.length > 10, `${SHARED.length} schemas`)
  for (const part of ['body', 'querystring'])
    t.doesNotThrow(() => compile(SHARED, { type: 'object' }, part), part)
})

t.test('a mistake in one of them shows at the first use of any', async (t) => {
  const broken = { $id: 'Broken', type: 'strin' }
  t.doesNotThrow(() => buildValidator(byName([broken]), {}))
  t.throws(() => compile([broken], { type: 'object' }, 'body'), /schema is invalid/)
})

t.test('a default is published, and filled in nowhere', async (t) => {
  const schema = { type: 'object', properties: { per_page: { type: 'integer', default: 20 } } }
  for (const httpPart of ['body', 'querystring']) {
    const data = {}
    // The border to the compiler: see above.
    t.equal(buildValidator({}, {})({ schema, httpPart } as never)(data), true)
    t.same(data, {}, httpPart)
  }
})
