import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { StoredConnection } from '#domain/operation/connection.js'
import { dropGeneratedSecrets, loadOrCreateSecrets, storedApiKey } from '#generated-secrets.js'
import { readSettings } from '#settings/settings.js'
import { storeConnection, storedConnection } from '#stored-connection.js'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const APP = { HOST_APP_ID: '7', HOST_APP_PRIVATE_KEY: PEM, HOST_WEBHOOK_SECRET: 'a-secret-of-the-app' }
const CONNECTION = { settings: APP, pillars: ['triage', 'insights'] }

const directoryOf = (t: Test) => join(t.testdir(), 'data')
const fileIn = (directory: string) => join(directory, 'secrets.json')

/** A data directory with a connection in it. */
function connected(t: Test, connection: StoredConnection = CONNECTION): string {
  const directory = directoryOf(t)
  storeConnection(directory, connection)
  return directory
}

t.test('a connection is stored for its user alone, also before the first start', async (t) => {
  const directory = connected(t)
  t.equal(statSync(directory).mode & 0o777, 0o700)
  t.equal(statSync(fileIn(directory)).mode & 0o777, 0o600)
  t.same(readdirSync(directory), ['secrets.json'], 'no draft is left')
  t.same(storedConnection(directory), CONNECTION)
  t.equal(storedApiKey(directory), undefined)
})

t.test('neither the secrets nor the connection take the other away', async (t) => {
  const directory = connected(t)
  const secrets = loadOrCreateSecrets(directory)
  t.ok(secrets.isNew)
  t.same(storedConnection(directory), CONNECTION)
  storeConnection(directory, { settings: { HOST_TOKEN: 'another' }, pillars: [] })
  t.same(loadOrCreateSecrets(directory), { ...secrets, isNew: false })
  dropGeneratedSecrets(directory)
  t.same(storedConnection(directory), { settings: { HOST_TOKEN: 'another' }, pillars: [] })
  t.equal(storedApiKey(directory), undefined)
})

t.test('what was generated in vain leaves no file where there is no connection', async (t) => {
  const directory = directoryOf(t)
  storeConnection(directory, CONNECTION)
  writeFileSync(fileIn(directory), JSON.stringify({}))
  t.throws(() => loadOrCreateSecrets(directory), { name: 'DataDirectoryError' })
  dropGeneratedSecrets(directory)
  t.notOk(existsSync(fileIn(directory)))
})

t.test('a file that others could read is replaced by one that they cannot', async (t) => {
  const directory = connected(t)
  writeFileSync(fileIn(directory), JSON.stringify({ connection: CONNECTION }))
  storeConnection(directory, CONNECTION)
  t.equal(statSync(fileIn(directory)).mode & 0o777, 0o600)
})

t.test('a stored connection counts as settings, also in production and with a server', async (t) => {
  const DATA_DIR = connected(t)
  const explicit = { API_KEY: 'a-key-of-16-chars', SESSION_SECRET: 's'.repeat(32) }
  for (const other of [
    {},
    { NODE_ENV: 'production', ...explicit },
    { DATABASE_URL: 'postgres://db.test/service', ...explicit }
  ]) {
    const settings = readSettings({ DATA_DIR, ...other })
    t.match(settings.host, { apiUrl: undefined, credential: { kind: 'app', appId: 7 } })
    t.same(settings.webhookSecrets, ['a-secret-of-the-app'])
    t.same(settings.connection, { isStored: true, pillars: ['triage', 'insights'] })
  }
  t.throws(() => readSettings({ DATA_DIR, NODE_ENV: 'production' }), { message: /^API_KEY or API_KEYS/ })
})

t.test('settings win: with a credential of their own nothing of the connection is used', async (t) => {
  const DATA_DIR = connected(t)
  const settings = readSettings({ DATA_DIR, HOST_TOKEN: 'of-the-environment' })
  t.same(settings.host.credential, { kind: 'token', token: 'of-the-environment' })
  t.same(settings.webhookSecrets, [], 'the secret belongs to the stored App')
  t.equal(settings.connection.isStored, false)
  t.throws(() => readSettings({ DATA_DIR, HOST_APP_ID: '8' }), { message: /HOST_APP_PRIVATE_KEY is missing/ })
})

t.test(
  'a webhook secret of the environment replaces the stored one, and further ones are added',
  async (t) => {
    const DATA_DIR = connected(t)
    const replaced = readSettings({ DATA_DIR, HOST_WEBHOOK_SECRET: 'another-of-16-chars' })
    t.same(replaced.webhookSecrets, ['another-of-16-chars'])
    t.match(replaced.host.credential, { kind: 'app' })
    const rotated = readSettings({ DATA_DIR, HOST_WEBHOOK_SECRETS: 'one-of-16-letters,another-of-16-chars' })
    t.same(rotated.webhookSecrets, ['a-secret-of-the-app', 'one-of-16-letters', 'another-of-16-chars'])
    t.match(rotated.host.credential, { kind: 'app' })
  }
)

t.test('a stored credential goes to the host that issued it, and nowhere else', async (t) => {
  const elsewhere = { HOST_API_URL: 'https://elsewhere.test/api/v3' }
  t.throws(() => readSettings({ DATA_DIR: connected(t), ...elsewhere }), {
    message: /^HOST_API_URL is wrong: the connection in DATA_DIR belongs to the public platform\./
  })
  const DATA_DIR = connected(t, { ...CONNECTION, settings: { ...APP, ...elsewhere } })
  t.equal(readSettings({ DATA_DIR }).host.apiUrl, 'https://elsewhere.test/api/v3')
  t.equal(readSettings({ DATA_DIR, ...elsewhere }).host.apiUrl, 'https://elsewhere.test/api/v3')
})

t.test('nothing but the connection is taken from the file', async (t) => {
  const DATA_DIR = connected(t, {
    settings: { ...APP, PORT: '1', LOG_LEVEL: 'trace' },
    pillars: ['all', 'triage']
  })
  const settings = readSettings({ DATA_DIR })
  t.equal(settings.port, 3000)
  t.equal(settings.logLevel, 'info')
  t.same(settings.connection.pillars, ['triage'])
})

t.test('a connection that was damaged is a fault, and no secret is in it', async (t) => {
  for (const content of [
    '{',
    '[]',
    '{"connection":7}',
    '{"connection":{}}',
    '{"connection":{"settings":[],"pillars":[]}}',
    '{"connection":{"settings":{"HOST_TOKEN":7},"pillars":[]}}',
    '{"connection":{"settings":{"HOST_TOKEN":"a-token"},"pillars":"all"}}'
  ]) {
    const DATA_DIR = connected(t)
    writeFileSync(fileIn(DATA_DIR), content)
    // Cast: what is thrown is said beside it.
    const { message } = t.throws(() => readSettings({ DATA_DIR }), { name: 'SettingsError' }) as Error
    t.match(message, /secrets\.json/)
    t.notMatch(message, /a-token/)
    t.equal(readFileSync(fileIn(DATA_DIR), 'utf8'), content, 'it is left as it is')
  }
  const broken = connected(t, { ...CONNECTION, settings: { ...APP, HOST_APP_PRIVATE_KEY: 'half a key' } })
  // Cast: nothing else is thrown.
  const { message } = t.throws(() => readSettings({ DATA_DIR: broken })) as Error
  t.match(message, /^HOST_APP_PRIVATE_KEY is wrong/)
  t.notMatch(message, /half a key/)
})
