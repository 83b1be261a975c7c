import { execFileSync } from 'node:child_process'
import t from 'tap'
import { readCatalog } from '#http/docs/catalog.js'
import { curlOf } from '#http/docs/curl.js'
import type { ApiDocument } from '#http/docs/document.js'
import { sampleDocument } from './fixtures/sample.js'

function commandOf(document: ApiDocument, id: string): string {
  const catalog = readCatalog(document)
  const operation = catalog.groups.flatMap((group) => group.operations).find((item) => item.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  return curlOf(catalog, operation)
}

/** The words a shell hands to curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const env = { BASE_URL: 'http://service', TOKEN: 'secret', SESSION: 'cookie', API_KEY: 'key' }
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

t.test('writes a request a shell can run, with credential, headers and the example body', async (t) => {
  const body = { event: 'push', isEnabled: true, action: { kind: 'add-label', label: "it's new" } }
  t.same(wordsOf(commandOf(sampleDocument, 'op-createRule')), [
    '-X',
    'POST',
    'http://service/v1/repositories/octo-org/hello-world/rules',
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify(body)
  ])
})

t.test('starts from the server a document names', async (t) => {
  const document = { ...sampleDocument, servers: [{ url: 'https://api.example.com/' }] }
  t.same(wordsOf(commandOf(document, 'op-readHealth')), ['https://api.example.com/health'])
})

t.test('sends a required header and leaves optional query parameters out', async (t) => {
  t.ok(wordsOf(commandOf(sampleDocument, 'op-changeRepository')).includes('if-match: "v3"'))
  t.notMatch(commandOf(sampleDocument, 'op-listRepositories'), 'limit')
})

t.test('shows each kind of credential where it belongs', async (t) => {
  const schemes = {
    key: { type: 'apiKey', in: 'header', name: 'x-key' },
    query: { type: 'apiKey', in: 'query', name: 'k' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    basic: { type: 'http', scheme: 'basic' }
  }
  const wordsWith = (name: string) =>
    wordsOf(
      commandOf(
        {
          security: [{ [name]: [] }],
          components: { securitySchemes: schemes },
          paths: { '/a': { get: { operationId: 'a' } } }
        },
        'op-a'
      )
    )
  t.same(wordsWith('key').slice(1), ['-H', 'x-key: key'])
  t.same(wordsWith('query'), ['http://service/a?k=KEY'])
  t.same(wordsWith('cookie').slice(1), ['-b', 'sid=cookie'])
  t.same(wordsWith('basic').slice(1), ['-u', ':'])
})

t.test('hands hostile values of a document to the shell as plain text', async (t) => {
  const hostile = `'; echo taken; "$(echo taken)" \`echo taken\` \\`
  const parameters = ['path', 'query', 'header'].map((place) => ({
    in: place,
    name: place === 'path' ? 'x' : hostile,
    required: true,
    schema: {},
    example: hostile
  }))
  const requestBody = { content: { 'application/json': { example: { a: hostile } } } }
  const operation = { operationId: 'a', parameters, requestBody, security: [{ key: [] }] }
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: hostile } }
  const document = { components: { securitySchemes }, paths: { [`/${hostile}/{x}`]: { post: operation } } }
  const words = wordsOf(commandOf(document, 'op-a'))
  t.equal(words.length, 11)
  t.ok(words.includes(`${hostile}: ${hostile}`))
  t.ok(words.includes(JSON.stringify({ a: hostile })))
  t.notOk(words.includes('taken'))
})
