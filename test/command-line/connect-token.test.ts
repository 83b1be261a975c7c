import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import { storedConnection } from '#stored-connection.js'
import { connectAs, connectFolder, SCRIPT, SECRETS } from './connecting.js'

const open = await startFakeHost()
t.teardown(() => open.close())

const homeOf = (t: Test) => join(connectFolder(t), 'data')

t.test('a token is taken from a file or from standard input, and tried first', async (t) => {
  open.on('GET /user', ({ headers }) =>
    headers['authorization'] === 'token a-secret-token'
      ? { body: { login: 'octocat', id: 1 } }
      : { status: 401, body: { message: 'Bad credentials' } }
  )
  const DATA_DIR = homeOf(t)
  const [file, other] = [join(connectFolder(t), 'token'), join(connectFolder(t), 'other')]
  writeFileSync(file, 'a-secret-token\n')
  writeFileSync(other, 'another')
  const refused = await connectAs(open, [...SCRIPT, '--token-file', other], { DATA_DIR })
  t.equal(refused.code, 1)
  t.equal(storedConnection(DATA_DIR), undefined)
  const taken = await connectAs(open, [...SCRIPT, '--token-file', file], { DATA_DIR })
  t.equal(taken.code, 0, taken.shown)
  t.match(taken.shown, /as that of octocat[\s\S]*https:\/\/automation\.test\/webhooks\/host/)
  t.match(storedConnection(DATA_DIR)?.settings, {
    HOST_TOKEN: 'a-secret-token',
    HOST_WEBHOOK_SECRET: /^[0-9a-f]{64}$/
  })
  const secret = storedConnection(DATA_DIR)?.settings['HOST_WEBHOOK_SECRET'] ?? ''
  t.notOk(taken.shown.includes(secret))
  const piped = await connectAs(
    open,
    ['--pillars', 'triage', '--token-file', '-'],
    { DATA_DIR: homeOf(t) },
    { input: 'a-secret-token' }
  )
  t.equal(piped.code, 0, piped.shown)
  t.match(piped.shown, /https:\/\/<where GitHub reaches the service>\/webhooks\/host/)
  for (const input of ['', 'two words', 'a'.repeat(600)])
    t.match(await connectAs(open, [...SCRIPT, '--token-file', '-'], { DATA_DIR: homeOf(t) }, { input }), {
      code: 2
    })
  t.notMatch([refused, taken, piped].map(({ shown }) => shown).join(''), SECRETS)
})

t.test('a token is neither typed nor shown, also where it stands in the place of a file', async (t) => {
  const DATA_DIR = homeOf(t)
  const asFile = await connectAs(open, [...SCRIPT, '--token-file', 'a-secret-token'], { DATA_DIR })
  t.match(asFile, { code: 2, shown: /^--token-file cannot be read \(ENOENT\)/ })
  t.notMatch(asFile.shown, SECRETS)
  const typed = await connectAs(open, [...SCRIPT, '--token-file', '-'], { DATA_DIR }, { answers: {} })
  t.match(typed, { code: 2, shown: /Pipe it to standard input, or name a file\./ })
  const large = join(connectFolder(t), 'large')
  writeFileSync(large, 'a'.repeat(100_000))
  t.match(await connectAs(open, [...SCRIPT, '--token-file', large], { DATA_DIR }), {
    code: 2,
    shown: /more than a token/
  })
})
