import fc from 'fast-check'
import t from 'tap'
import { redactReply } from '#domain/text/redaction.js'
import { SECRET_FORMS } from '#domain/text/secret-forms.js'
import { redactSecrets } from '#domain/text/secrets.js'

const SECRETS = [
  'ghp_0123456789abcdef',
  'github_pat_0123456789abcdef',
  'sk-0123456789abcdef',
  'Bearer abc.def.ghi',
  'AKIAABCDEFGHIJKLMNOP',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJlLW9mLWl0',
  'hooks.slack.com/services/T01234567/B01234567/0123456789abcdefABCDEF',
  'discord.com/api/webhooks/123456789012345678/0123456789abcdefABCDEF',
  'webhook.office.com/webhookb2/0f1e2d3c@4b5a/IncomingWebhook/0123456789abcdef',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'
]

t.test('a secret is taken out of any text, wherever in a document it stands', async (t) => {
  for (const secret of SECRETS) {
    const text = redactSecrets(`before ${secret} after`)
    t.notMatch(text, secret.split('\n')[1] ?? secret, secret)
    t.match(text, /^before \[redacted\].* after$/s)
    t.notMatch(JSON.stringify(redactReply({ a: [{ [secret]: secret }] })), secret.slice(0, 20))
  }
})

/** Texts of a form, whatever it asks of what surrounds it. */
const textsOf = ({ source }: RegExp) =>
  fc.stringMatching(new RegExp(`^${source.replaceAll(/\\b|\(\?<?![^)]{0,20}\)/g, '')}$`), { size: 'max' })

t.test('what the review knows as the form of an issuer is hidden in any text', async (t) => {
  for (const { name, pattern } of SECRET_FORMS)
    fc.assert(
      fc.property(textsOf(pattern), (secret) => {
        const inner = pattern.exec(` ${secret} `)?.[1]
        fc.pre(inner !== undefined)
        t.notOk(redactSecrets(`"${secret}"`).includes(inner ?? ''), name)
      }),
      { numRuns: 20 }
    )
})

t.test('what only begins as a secret does is no secret: code is not hidden as one', async (t) => {
  for (const text of [
    '/^Bearer /;require(`child_process`).execSync(`id`)',
    'Bearer $TOKEN',
    'x="://u:";run(`id`);y="@"',
    'https://$' + '{user}:$' + '{password}@db.corp.net'
  ])
    t.equal(redactSecrets(text), text)
  const [begin, end] = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----']
  t.equal(redactSecrets(`/*${begin}*/ run() /*${end}*/`), `/*[redacted]*/ run() /*${end}*/`)
})

t.test('long tokens, numbered ones, passwords in addresses and locked keys are hidden whole', async (t) => {
  const hidden: [string, string][] = [
    [`Bearer ${'aB3_'.repeat(500)}==`, '[redacted]'],
    ['Bearer 12|aB3daB3daB3d', '[redacted]'],
    ['https://me:p%40ss!w0rd-1@db.corp.net', 'https://me:[redacted]@db.corp.net'],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nMIIEow\n-----END RSA PRIVATE KEY-----',
      '[redacted]'
    ]
  ]
  for (const [text, redacted] of hidden) t.equal(redactSecrets(text), redacted)
})

t.test('what stands behind a name of secrets is hidden, also where it is short', async (t) => {
  const shown: [string, string][] = [
    ['//registry.npmjs.org/:_authToken=0123456789abcdef', '//registry.npmjs.org/:_authToken=[redacted]'],
    ['"authToken": "0123456789abcdef"', '"authToken": "[redacted]"'],
    ['password=hunter2', 'password=[redacted]'],
    ['PGPASSWORD=secret psql', 'PGPASSWORD=[redacted] psql'],
    ['{"password": "abc123"}', '{"password": "[redacted]"}'],
    ['password: hunter2\nuser: me', 'password: [redacted]\nuser: me'],
    ['connect("host=a password=secret")', 'connect("host=a password=[redacted]")']
  ]
  for (const [text, hidden] of shown) {
    t.equal(redactSecrets(text), hidden)
    t.equal(redactSecrets(hidden), hidden, 'once is enough')
  }
  const plain = [
    ...['password: string', 'const password = input', 'connect(user=user, password=passwd)', 'password=$PW'],
    ...[
      'password=******',
      'function check(password: string, token: string)',
      'the password was wrong',
      'passwd: 6'
    ]
  ]
  for (const text of plain) t.equal(redactSecrets(text), text)
})

t.test('one word under a name of secrets is one, and a condition is none', async (t) => {
  const reply = { pillars: { api_token: 'hunter2' }, expressions: { touches_secret: 'files | length > 0' } }
  t.same(redactReply(reply), { ...reply, pillars: { api_token: '[redacted]' } })
})

t.test('what holds no secret stays as it is', async (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.stringMatching(/^[a-d .]*$/))),
      (list) => t.same(redactReply({ list }), { list })
    ),
    { numRuns: 50 }
  )
})

t.test('texts that would make a regular expression backtrack are redacted in time', async (t) => {
  for (const part of ['eyJ-', 'a.eyJaaaaaaaaaaa.', '-----BEGIN PRIVATE KEY-----', 'Bearer ', 'sk-'])
    t.type(redactSecrets(part.repeat(64 * 1024)), 'string', part)
})
