// Places in JSON, TOML and XML: what stands there is what a parser reads.
import fc from 'fast-check'
import { parse } from 'smol-toml'
import t from 'tap'
import { spansOfJson } from '#domain/dependencies/updates/formats/json-spans.js'
import { spansOfToml } from '#domain/dependencies/updates/formats/toml-spans.js'
import { elementsOf } from '#domain/dependencies/updates/formats/xml-spans.js'

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    // The value of a parser may be anything, and an index of it as well.
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value
  )
}

t.test('the members of JSON are where their values are', async () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom('', ' ', '\t'), (record, gap) => {
      const text = JSON.stringify(record, null, gap)
      const { members } = spansOfJson(text, 1)
      const read = [...members].map(([name, { from, to }]) => [name, JSON.parse(text.slice(from, to))])
      return JSON.stringify(read) === JSON.stringify(Object.entries(JSON.parse(text)))
    })
  )
})

const TOML = `title = "a" # title = "b"
'quoted key'."x.y" = 'lit\\eral'
[a.b]
c = { d = "1", e = ["2", { f = '3' }], g = [] } # "x"
long = """
[a]
c = "no" \\""""""
raw = '''
x = "no"'''
n = 1_000.5
when = 1979-05-27T07:32:00Z
list = [
  "p", # "q"
  "r"
]
[[package]]
name = "one"
dependencies = ["x 1"]
[[package]]
name = "two"
[package.metadata]
y = "z"
[[package.inner]]
v = "0"
[[package.inner]]
v = "1"
[[package]]
name = "three"
`

t.test('the values of TOML are where a parser reads them', async (t) => {
  const parsed: unknown = parse(TOML)
  const spans = spansOfToml(TOML)
  const texts = spans.filter(({ value }) => value !== null)
  t.equal(texts.length, 14)
  for (const { path, from, to, value } of texts) {
    t.equal(TOML.slice(from, to), value)
    t.equal(valueAt(parsed, path), value, path.join('/'))
  }
  t.same(
    spans.filter(({ word }) => word !== null).map(({ word }) => word),
    ['1_000.5', '1979-05-27T07:32:00Z']
  )
})

t.test('texts that are no TOML end the walk', async () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'[]{}="\'#.,a1 \n\\') }),
      (text) => spansOfToml(text).length >= 0
    )
  )
})

t.test('attributes and texts of XML are where they are written', async (t) => {
  const text = `\uFEFF<?xml version="1.0"?>\r\n<!-- <a b="c"/> -->\r\n<x:p q = 'r' s="t=u"><v> 1.0 </v><w a="é">&amp;</w><e/><m><![CDATA[9]]></m></x:p>`
  const elements = elementsOf(text) ?? []
  t.same(
    elements.map(({ path, value }) => [path, value]),
    [
      ['p', null],
      ['p/v', '1.0'],
      ['p/w', null],
      ['p/e', null],
      ['p/m', null]
    ]
  )
  const [root, version] = elements
  t.same(
    [...(root?.attributes ?? [])].map(([name, { from, to }]) => [name, text.slice(from, to)]),
    [
      ['q', 'r'],
      ['s', 't=u']
    ]
  )
  t.equal(text.slice(version?.from, version?.to), '1.0')
  t.equal(elementsOf('<!DOCTYPE a><a/>'), null)
  t.equal(elementsOf('<a>'.repeat(200) + '</a>'.repeat(200)), null)
})
