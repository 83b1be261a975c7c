import fc from 'fast-check'
import t from 'tap'
import { escapeHtml } from '#domain/text/escape-html.js'
import { styleOfFrame } from '#http/docs/manual/frame.js'
import { renderPage } from '#http/docs/page.js'
import { isRecord } from '#http/docs/read.js'
import { allMatches, idsOf, resolves, withSchema } from './fixtures/reading.js'
import { sampleDocument } from './fixtures/sample.js'

const page = renderPage(sampleDocument)
const hostile = `"><script>alert(1)</script><b onload='x'>&amp;{{x}}`

/** The same document with a hostile end on every text and, where names are free, on every name. */
function poisoned(value: unknown, areNamesFree = false): unknown {
  if (typeof value === 'string') return value + hostile
  if (Array.isArray(value)) return value.map((item) => poisoned(item))
  if (!isRecord(value)) return value
  const free = new Set([
    'properties',
    'schemas',
    'securitySchemes',
    'paths',
    'webhooks',
    'content',
    'responses'
  ])
  const entries = Object.entries(value).map(([name, item]) => [
    areNamesFree ? name + hostile : name,
    poisoned(item, free.has(name))
  ])
  return Object.fromEntries(entries)
}

/** The tags of a page with the names of their attributes, read strictly: values are quoted. */
function tagsOf(text: string): string[] {
  const tags = text.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>/g)
  return [...tags].map(([, tag = '', attributes = '']) =>
    [tag, ...allMatches(attributes, /([a-z-]+)="[^"]*"/g)].join(' ')
  )
}

t.test('escapes hostile text wherever a document can hold it', async (t) => {
  const dirty = renderPage({ ...sampleDocument, ...Object(poisoned(sampleDocument)) })
  const clean = new Set(tagsOf(page).map((tag) => tag.split(' ')[0]))
  t.equal(tagsOf(dirty).length, allMatches(dirty, /(<)[^/!]/g).length)
  t.same(
    tagsOf(dirty).filter((tag) => !clean.has(tag.split(' ')[0])),
    []
  )
  t.same(
    tagsOf(dirty).filter((tag) => / (on\w+|src|style)\b/.test(tag)),
    []
  )
  t.match(dirty, '&lt;script&gt;alert(1)&lt;/script&gt;')
})

t.test('escapes each sign that has a meaning in markup', async (t) => {
  t.equal(escapeHtml(`<a b="c" d='e'>&`), '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;')
})

t.test('gives every id once, even where names of a document collide', async (t) => {
  const paths = {
    '/a-b': { get: {} },
    '/a/b': { get: {} },
    '/a b': { get: {}, post: { tags: ['a b'] } },
    '/': { get: { tags: ['a-b'] } }
  }
  const text = renderPage({ paths, components: { schemas: { 'x y': {}, 'x-y': {}, 'x/y': {} } } })
  for (const ids of [idsOf(text), idsOf(page)]) t.equal(new Set(ids).size, ids.length)
})

t.test('loads nothing from outside and runs nothing', async (t) => {
  t.notMatch(page, /<(script|link|img|iframe|object|embed|base)\b/)
  t.notMatch(page, /\ssrc=/)
  t.notMatch(page, /\sstyle=/)
  t.notMatch(styleOfFrame, /@import|url\(|</)
})

t.test('carries as style exactly the exported text, so that its hash can be allowed', async (t) => {
  t.same(allMatches(page, /<style>([\s\S]*?)<\/style>/g), [styleOfFrame])
})

t.test('a recursive schema terminates', async (t) => {
  const circle = { type: 'object', description: 'Meets itself.' }
  const ways = Array.from({ length: 12 }, (_, at) => [`way${at}`, { type: 'array', items: circle }])
  const properties = { self: circle, ...Object.fromEntries(ways) }
  Object.assign(circle, {
    properties,
    required: Object.keys(properties),
    anyOf: [circle, { type: 'null' }],
    allOf: [circle]
  })
  t.match(withSchema(circle), 'Meets itself.')
  const requestBody = { content: { 'application/json': { schema: circle } } }
  t.match(renderPage({ paths: { '/a': { post: { requestBody } } } }), 'Meets itself.')
  t.match(withSchema({ $ref: '#/components/schemas/Thing' }), 'Thing')
  t.match(withSchema({ properties: { a: { $ref: '#/components/schemas/Thing' } }, required: ['a'] }), 'Thing')
})

t.test('a document of any content renders to a page with sound links', async () => {
  const keys = [
    'paths',
    '/a',
    'get',
    'post',
    'responses',
    '404',
    'content',
    'application/json',
    'schema',
    'components',
    'schemas',
    'properties',
    'items',
    'anyOf',
    'allOf',
    'type',
    'parameters',
    'security',
    'tags',
    '$ref',
    'enum',
    'examples',
    '__proto__'
  ]
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof(
      { depthSize: 'large' },
      fc.constantFrom(null, true, 7, '', 'array', 'object', '#/components/schemas/a', '#/%'),
      fc.array(tie('document'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('document'), { maxKeys: 5 })
    )
  }))
  fc.assert(
    fc.property(document, document, (any, schema) => {
      const operation = {
        requestBody: { content: { 'application/json': { schema } } },
        parameters: [{ in: 'query', required: true, schema }],
        responses: { 200: any, 400: { content: { x: { schema } } } }
      }
      const text = renderPage({
        ...Object(any),
        paths: { '/{x}': { post: operation } },
        components: { schemas: { a: schema } }
      })
      return resolves(text) && new Set(idsOf(text)).size === idsOf(text).length
    }),
    { numRuns: 300 }
  )
})

t.test('shows a $ref that leads nowhere as plain text', async (t) => {
  const text = withSchema({ properties: { lost: { $ref: '#/components/schemas/Nowhere' } } })
  t.match(text, '<code>#/components/schemas/Nowhere</code>')
  t.ok(resolves(text))
})
