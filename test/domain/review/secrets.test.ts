// Secrets in added lines: which are found, how grave they are where, and what only looks like one.
import t from 'tap'
import { entropyOf, isMadeOfWords, isStandIn, looksRandom } from '#domain/review/rules/secrets/likeness.js'
import { foundBy, toldBy, written } from './written.js'

/** Broken up, so that nobody who looks for secrets finds these. */
const whole = (...parts: string[]) => parts.join('')
const AWS = whole('AK', 'IA', 'W7RZ4QNKX2LTJ5MD')
const GITHUB = whole('gh', 'p_', 'R7kq2mXw9LdT4vBz8NcJ5sHy3GfA6pQeU1oK')
const KEY_BEGIN = whole('-----BEGIN RSA PRIV', 'ATE KEY-----')
const KEY_BODY = 'MIIEpAIBAAKCAQEAx8Zk3mQpL1vT9sWc5Yh2Nd6Jb0Gf4AeRuoBi7XqHtKwEzS'
const SIGNED = whole(
  'eyJhbGciOiJIUzI1NiJ9',
  '.eyJyb2xlIjoic2VydmljZV9yb2xlIn0',
  '.k3Jd9sLq2Wm7Xz5Vb8Nc4Tr6Yp1Hg0'
)

const severities = (path: string, text: string) =>
  foundBy('secret_added', written({ [path]: ['', `${text}\n`] })).map(({ severity }) => severity)

const ISSUED: readonly (readonly [what: string, line: string])[] = [
  ['an access key', `key = "${AWS}"`],
  ['a token of the host', `token: ${GITHUB}`],
  ['a token of GitLab', `"${whole('glp', 'at-')}x7Kd92LmQpR4sT8vWzY1"`],
  ['a token of Slack', `'${whole('xox', 'b-')}507918400450-5426510723538-MASYjOqbRnvLH2yJwTR1osjy'`],
  ['a live key of Stripe', `"${whole('sk_', 'live_')}4eC9rTz7Lq2Wm8Xb5Vn3Kd6J"`],
  [
    'a token of npm',
    `//registry.npmjs.org/:_authToken=${whole('np', 'm_')}ytBxo1rHsZNGcVCXfV4DwBsKhQcoZiXJcV79`
  ],
  [
    'a key of SendGrid',
    `"${whole('SG', '.')}kJ3nVq8sTRmW2xYz5aBcDe.Qw7Er9Ty2Ui4Op6As8Df1Gh3Jk5Lz0Xc2Vb4Nm6Qa8W"`
  ],
  ['a key of OpenAI', `"${whole('sk-', 'proj-')}a8Fk2Lm9Qw3Er5Ty7Ui1Op4As6Df8Gh0Jk2Lz4Xc6Vb8"`],
  ['a signed token with all rights', `"${SIGNED}"`]
]

t.test('secrets of known issuers are critical in code, wherever they stand in the line', async (t) => {
  for (const [what, line] of ISSUED)
    t.same(severities('src/a.ts', `const a = 1 // ${line}`), ['critical'], what)
})

t.test('a private key is found with its body, and its marker alone is not', async (t) => {
  t.same(severities('deploy/tls.pem', `${KEY_BEGIN}\n${KEY_BODY}`), ['critical'])
  t.same(severities('src/a.ts', `const key = '${KEY_BEGIN}\\n${KEY_BODY}'`), ['critical'])
  t.same(severities('src/pem.ts', `const isKey = text.startsWith('${KEY_BEGIN}')`), [])
  t.same(severities('docs/tls.md', `${KEY_BEGIN}\n...\n`), [])
})

const NAMED: readonly (readonly [path: string, line: string])[] = [
  ['src/db.js', "const db = connect({ user: 'root', password: 'vK8#mQ2pLx9!' })"],
  ['app/settings.py', "    'PASSWORD': 'Winter2031!x',"],
  ['src/A.java', 'private static final String API_KEY = "b7e2d9f04c1a4f0e8d3b6a5c9e7f1d2a";'],
  ['infra/main.tf', '  password = "Tr0ub4dor&3xyz"'],
  ['.env.production', 'SMTP_PASS=pR9xw2Lk7Qzt'],
  ['k8s/secret.yaml', '  api-token: ZXlKaGJHY2lPaUpJVXpJMU5pSjk9'],
  ['Dockerfile', 'ENV API_TOKEN=9f8e7d6c5b4a3f2e1d0c9b8a7f6e5d4c'],
  ['appsettings.json', '"Main": "Server=db.corp.net;User Id=sa;Password=Zx9!kQw2Lp;"'],
  ['src/a.go', 'req.SetBasicAuth("deploy", "hG7#kL2pQ9")'],
  ['deploy.sh', 'curl -H "Authorization: Bearer 4f9d8c7b6a5e4d3c2b1a0f9e8d7c" https://api.corp.net'],
  ['src/c.ts', "const url = 'postgres://app:S5i8sM8LEhMn3s@db-1.corp.net:5432/shop'"]
]

t.test('what a name calls a secret and looks random is grave', async (t) => {
  for (const [path, line] of NAMED) t.same(severities(path, line), ['high'], line)
})

const FINE: readonly (readonly [path: string, line: string])[] = [
  ['src/a.ts', 'const password = request.body.password'],
  ['src/a.ts', "const tokenType = 'Bearer'"],
  ['src/a.ts', "throw new Error('password: must have 12 characters')"],
  ['src/a.ts', "const key = 'settings.account.password.label'"],
  ['src/a.ts', "const token = '<your-token>'"],
  ['src/a.ts', "const apiKey = 'pk_test_placeholder_key_here'"],
  ['src/a.ts', `const example = '${whole('AK', 'IAIOSFODNN7EXAMPLE')}'`],
  ['src/a.ts', `const shown = '${whole('gh', 'p_')}abcdefghijklmnopqrstuvwxyz0123456789'`],
  ['src/a.ts', "const url = 'postgres://postgres:postgres@localhost:5432/test'"],
  ['src/a.ts', "const digest = 'sha512-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZg=='"],
  ['src/tokens.ts', "const token = 'color-primary-500'"],
  ['app/a.py', 'SECRET_KEY = os.environ["SECRET_KEY"]'],
  ['.env.example', 'DB_PASSWORD=vK8mQ2pLx9'],
  ['compose.yml', '      POSTGRES_PASSWORD: postgres'],
  ['.github/workflows/a.yml', `  token: \${{ secrets.TOKEN }}`],
  ['package-lock.json', '"integrity": "sha512-x7Kd92LmQpR4sT8vWzY1x7Kd92LmQpR4sT8vWzY1=="'],
  ['locales/de.json', '"password": "Passwort2vergessen"'],
  ['docs/auth.md', "password: 'vK8#mQ2pLx9!'"],
  ['src/search.ts', "algolia({ apiKey: '25626fae796133dc1e734c6bcaaeac3c' })"],
  ['src/chain.ts', "const USDC_TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'"]
]

t.test('stand-ins, references, words, digests and public keys are no secrets', async (t) => {
  for (const [path, line] of FINE) t.same(severities(path, line), [], line)
})

t.test('a secret of an issuer in a test is told, and stops nobody', async (t) => {
  t.same(severities('test/fixtures/a.json', `"${GITHUB}"`), ['medium'])
  t.same(severities('src/a.test.ts', "const password = 'vK8#mQ2pLx9!'"), [])
})

t.test('a line that was there before, or only moves, adds no secret', async (t) => {
  const line = `const token = '${GITHUB}'\n`
  t.same(toldBy('secret_added', written({ 'src/a.ts': [line, `${line}run()\n`] })), [])
  t.same(toldBy('secret_added', written({ 'src/a.ts': [line, ''], 'src/b.ts': [null, line] })), [])
})

t.test('files that hold secrets by their name are told without reading them', async (t) => {
  const key = { path: 'deploy/cert.p12', before: null, binary: true, bytes: 2_000 }
  t.same(toldBy('secret_added', written({}, { changes: [key] })), ['high deploy/cert.p12:null'])
  t.same(toldBy('secret_added', written({}, { changes: [{ ...key, path: 'test/fixtures/cert.p12' }] })), [])
})

t.test('a value is random by its characters, and not by its length', async (t) => {
  t.ok(entropyOf('aaaaaaaa') < 1)
  t.equal(entropyOf('abcdefgh'), 3)
  t.ok(looksRandom('b7e2d9f04c1a4f0e8d3b6a5c9e7f1d2a'))
  t.notOk(looksRandom('user-settings-page-2'))
  t.ok(isMadeOfWords('my-super-secret-token'))
  t.notOk(isMadeOfWords('x7Kd92LmQpR4'))
  t.ok(isStandIn('xxxxxxxxxxxxxxxx'))
})
