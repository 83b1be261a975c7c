import t from 'tap'
import { keyRing, parseKeys } from '#domain/accounts/keys.js'

const SECRET = 'a session secret of at least 32 characters'

t.test('a list of keys is split at commas, trimmed, and rid of blanks', async (t) => {
  t.same(parseKeys(' one, ,two ,'), [
    { label: 'api', key: 'one' },
    { label: 'api', key: 'two' }
  ])
  t.same(parseKeys(' , '), [])
})

t.test('a key may carry a label, and a key that only looks like it keeps its equals signs', async (t) => {
  t.same(parseKeys('ci=abc=def'), [{ label: 'ci', key: 'abc=def' }])
  t.same(parseKeys('YWJj=='), [{ label: 'api', key: 'YWJj==' }])
  t.same(parseKeys('YWJj='), [{ label: 'api', key: 'YWJj=' }])
  t.same(parseKeys('not a label=abc'), [{ label: 'api', key: 'not a label=abc' }])
})

t.test('a ring knows its keys by their exact text alone', async (t) => {
  const ring = keyRing(parseKeys('first,second=other'), SECRET)
  t.equal(ring.match('first')?.label, 'api')
  t.equal(ring.match('other')?.label, 'second')
  for (const wrong of [
    '',
    'firs',
    'firstt',
    'First',
    ' first',
    'first ',
    'second=other',
    'first\u0000',
    'ŦũŲųŴ'
  ])
    t.equal(ring.match(wrong), undefined, JSON.stringify(wrong))
})

t.test('a ring without keys lets nobody in, not even with an empty key', async (t) => {
  t.equal(keyRing([], SECRET).match(''), undefined)
})

t.test(
  'the fingerprint of a key is stable, tells nothing about it, and changes with the secret',
  async (t) => {
    const id = keyRing(parseKeys('first'), SECRET).match('first')?.id ?? ''
    t.match(id, /^[0-9a-f]{32}$/)
    t.equal(keyRing(parseKeys('other,first'), SECRET).match('first')?.id, id)
    t.not(keyRing(parseKeys('first'), `${SECRET}!`).match('first')?.id, id)
  }
)

t.test('a fingerprint is known while its key is, and all keys of a label belong together', async (t) => {
  const ring = keyRing(parseKeys('team=one,team=two,three'), SECRET)
  const id = ring.match('one')?.id ?? ''
  t.equal(ring.byId(id)?.label, 'team')
  t.equal(ring.idsOf('team').length, 2)
  t.same(ring.idsOf('nobody'), [])
  t.equal(keyRing(parseKeys('team=two'), SECRET).byId(id), undefined)
})
