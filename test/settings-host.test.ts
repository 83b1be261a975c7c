import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { readSettings } from '#settings/settings.js'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PKCS8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const PKCS1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

t.test('the key of an App may be given as text, in one line or as a file, in either format', async (t) => {
  const folder = t.testdir({ 'app.pem': PKCS1 })
  for (const given of [PKCS8, PKCS1, PKCS1.replaceAll('\n', '\\n'), `${folder}/app.pem`]) {
    const { host } = readSettings({ HOST_APP_ID: '7', HOST_APP_PRIVATE_KEY: given })
    t.same(host.credential, { kind: 'app', appId: 7, privateKey: PKCS8 })
  }
})

t.test(
  'the public platform may be named by its site or by its API, and nothing is sent elsewhere',
  async (t) => {
    for (const HOST_API_URL of ['https://github.com', 'https://www.github.com/', 'https://api.github.com/'])
      t.equal(readSettings({ HOST_API_URL }).host.apiUrl, undefined, HOST_API_URL)
    for (const HOST_API_URL of ['https://github.com.test', 'https://github.com:8443', 'http://github.com'])
      t.equal(readSettings({ HOST_API_URL }).host.apiUrl, HOST_API_URL)
  }
)

t.test('half of a credential, or two of them, is refused with the name of the variable', async (t) => {
  const HALVES: [NodeJS.ProcessEnv, RegExp][] = [
    [{ HOST_APP_ID: '7' }, /^HOST_APP_PRIVATE_KEY is missing/],
    [{ HOST_APP_PRIVATE_KEY: PKCS8 }, /^HOST_APP_ID is missing/],
    [{ HOST_TOKEN: 'a-token', HOST_APP_ID: '7', HOST_APP_PRIVATE_KEY: PKCS8 }, /^HOST_TOKEN .* not both/],
    [{ HOST_TOKEN: 'a-token', HOST_APP_ID: '7' }, /^HOST_TOKEN .* not both/]
  ]
  for (const [environment, message] of HALVES)
    t.throws(() => readSettings(environment), { name: 'SettingsError', message })
})
