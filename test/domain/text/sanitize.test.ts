import fc from 'fast-check'
import t from 'tap'
import { sanitizePayload } from '#domain/text/sanitize.js'
import type { Json, JsonObject } from '#schemas/common.js'

const SECRETS = [
  ...['token', 'temp_clone_token', 'Token', 'accessToken', 'secret', 'client_secret', 'secrets', 'SECRET'],
  ...[
    'password',
    'db-password',
    'passwd',
    'authorization',
    'Proxy-Authorization',
    'private_key',
    'privateKey'
  ],
  ...['api_key', 'apikey', 'X-Api-Key', 'credentials', 'set-cookie']
]
/** Names that only sound like it. */
const HARMLESS = ['secret_scanning', 'token_id', 'author', 'key', 'keys_url', 'tokenizer', 'passed']

/** Of characters that no name of a secret is made of: a random name once ended in `pWd`. */
const otherKey = fc.string({ unit: fc.constantFrom(...'xyzXYZ019é_-. "\\\n') })
const key = fc.oneof(
  fc.constantFrom(
    ...SECRETS,
    'permissions',
    'role_name',
    'full_name',
    'html_url',
    'private',
    '__proto__',
    ...HARMLESS
  ),
  otherKey
)
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    objectOf(tie('json'))
  )
}))

function objectOf(value: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  // Own keys only, `__proto__` included, as JSON.parse makes them.
  const object = fc
    .array(fc.tuple(key, value), { maxLength: 6 })
    .map((entries): JsonObject => Object.fromEntries(entries))
  const repository = { full_name: 'o/r', html_url: 'https://host.test/o/r', private: true }
  return fc.oneof(
    object,
    object.map((more) => ({ ...repository, ...more }))
  )
}

const payload = objectOf(json)

/** Every object of a value, the value itself included. */
function* objectsIn(value: Json): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value
  for (const part of Object.values(value)) yield* objectsIn(part)
}

function isRepository(object: JsonObject): boolean {
  return ['full_name', 'html_url', 'private'].every((name) => Object.hasOwn(object, name))
}

const hidden = (object: JsonObject) => [
  ...SECRETS,
  ...(isRepository(object) ? ['permissions', 'role_name'] : [])
]

const holdsSecret = (value: Json) =>
  [...objectsIn(value)].some((object) => hidden(object).some((name) => Object.hasOwn(object, name)))

t.test('no secret survives at any depth, whatever the payload', async () => {
  fc.assert(fc.property(payload, (before) => !holdsSecret(sanitizePayload(before))))
})

t.test('a payload without secrets comes back as the very same object', async () => {
  fc.assert(fc.property(payload, (before) => holdsSecret(before) || sanitizePayload(before) === before))
})

t.test('what is no secret stays as it was, and the payload given is not changed', async (t) => {
  fc.assert(
    fc.property(payload, (before) => {
      const copy = JSON.stringify(before)
      const after = JSON.stringify(sanitizePayload(before))
      t.equal(JSON.stringify(before), copy)
      t.equal(
        after,
        JSON.stringify(before, (_, value) => withoutSecrets(value))
      )
    })
  )
})

/** The same rule, said the other way round: what `JSON.stringify` should leave out. */
function withoutSecrets(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !hidden(value).includes(name)))
}

t.test('permissions and role are hidden in a repository, and shown where they describe an App', async (t) => {
  const repository = { full_name: 'o/r', html_url: 'https://host.test/o/r', private: true }
  const rights = { permissions: { admin: true }, role_name: 'admin' }
  const below = { ...rights, full_name: 'a/b', html_url: 'https://github.com/a/b', private: true }
  t.same(sanitizePayload({ permissions: below })['permissions'], {
    full_name: 'a/b',
    html_url: 'https://github.com/a/b',
    private: true
  })
  t.same(sanitizePayload({ repository: { ...repository, ...rights }, installation: rights }), {
    repository,
    installation: rights
  })
})

t.test('a payload nested deeper than any real one is cut off, not followed', async (t) => {
  const deep = JSON.parse(`{"a":${'['.repeat(100_000)}{"token":"ghs_secret"}${']'.repeat(100_000)}}`)
  const text = JSON.stringify(sanitizePayload(deep))
  t.notMatch(text, /ghs_secret/)
  t.ok(text.length < 200, 'little is left of it')
})

t.test('the permissions of an App for secrets are not redacted', async (t) => {
  const installation = { permissions: { secrets: 'read', organization_secrets: 'write', contents: 'write' } }
  t.same(sanitizePayload({ installation }), { installation })
})

t.test('a secret whose value is spelled like a permission is redacted', async (t) => {
  const inputs = {
    password: 'admin',
    secret: 'write',
    tokens: ['read'],
    note: 'none',
    auth: [{ token: 'none' }]
  }
  t.same(sanitizePayload({ inputs }), { inputs: { note: 'none', auth: [{}] } })
  const permissions = { secrets: 'write', token: 'ghs_secret', within: { password: 'admin' } }
  t.same(sanitizePayload({ permissions }), { permissions: { secrets: 'write', within: {} } })
})
