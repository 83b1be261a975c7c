import fc from 'fast-check'
import t from 'tap'
import { repeatedNames } from '#domain/json/repeated-names.js'

const MOST = 50
const paths = (json: string) => repeatedNames(json, MOST).map(({ path }) => path)

t.test('a name that stands twice in one object is found wherever it is', async (t) => {
  t.same(paths('{"a":1,"a":2}'), ['/a'])
  t.same(paths(String.raw`{"a":1,"\u0061":2}`), ['/a'], 'however it is written')
  t.same(paths('[0,{"b":{"c~/":1,"d":[1,2],"c~/":2}}]'), ['/1/b/c~0~1'])
  t.same(paths('{"a":{"b":1},"c":{"b":1},"d":["a","a"],"e":"a"}'), [])
  t.same(paths(String.raw`{"a":"\"b\":1","b":"\\","c" : "a,b:{"}`), [])
  t.match(repeatedNames('{"a":1,"a":2}', MOST), [{ message: 'The key a occurs twice' }])
})

t.test('no text without a repetition is refused, and each with one is', async (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value, null, 1)
      const alone = paths(json).length === 0
      return alone && paths(`{"x":${json},"x":${json}}`).length === 1
    })
  )
  t.pass()
})

t.test('a text costs what it is long, and no more than so many are told', async (t) => {
  const many = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"n${at}":{"k":1,"k":${at}}`).join(',')}}`
  t.equal(paths(many(1_000)).length, MOST)
  const deep = `${'['.repeat(200_000)}{"a":1,"a":2}${']'.repeat(200_000)}`
  t.equal(paths(deep)[0], '/0'.repeat(20))
})
