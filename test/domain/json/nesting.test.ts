import fc from 'fast-check'
import t from 'tap'
import { DEEPEST_LEVEL, isTooDeep } from '#domain/json/nesting.js'

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0

t.test('a text is too deep exactly if its value is, whatever stands in its names and texts', async (t) => {
  const wrapped = fc.tuple(fc.jsonValue(), fc.nat(2 * DEEPEST_LEVEL), fc.constantFrom('list', 'object'))
  fc.assert(
    fc.property(wrapped, fc.string(), ([inner, levels, kind], name) => {
      let value: unknown = inner
      for (let at = 0; at < levels; at += 1) value = kind === 'list' ? ['[[', value] : { [`{${name}`]: value }
      return isTooDeep(JSON.stringify(value, null, 1)) === levelsOf(value) > DEEPEST_LEVEL
    })
  )
  t.pass()
})

t.test('a text that ends too early is looked at as far as it goes', async (t) => {
  for (const text of ['', '"', '"\\', '[', ']', '{"a":"', '}'.repeat(500)])
    t.equal(isTooDeep(text), false, text)
  t.equal(isTooDeep('['.repeat(DEEPEST_LEVEL + 1)), true)
})
