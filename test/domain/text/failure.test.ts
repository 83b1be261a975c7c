import t from 'tap'
import { errorText, loggableError, logText } from '#domain/text/failure.js'

t.test('of a wrapped error the text of its root is kept, not the query around it', async (t) => {
  const root = new Error('connection refused')
  const wrapped = new Error('Failed query: select $1\nparams: secret-value', { cause: root })
  t.equal(errorText(new Error('outer', { cause: wrapped })), 'connection refused')
})

t.test('tokens of the host, of model providers and of callers are taken out of an error text', async (t) => {
  const secrets = [
    'ghp_0123456789abcdef',
    'ghs_0123456789abcdef',
    'github_pat_0123456789abcdef',
    'sk-0123456789abcdef',
    'xoxb-0123456789abcdef',
    'Bearer abc.def.ghi'
  ]
  for (const secret of secrets) t.notMatch(errorText(new Error(`failed with ${secret}!`)), secret)
  t.equal(errorText(new Error('failed with ghp_0123456789abcdef!')), 'failed with [redacted]!')
})

t.test('an error text is storable: at most 2000 characters, without NUL', async (t) => {
  t.equal(errorText(new Error('x'.repeat(100_000))).length, 2_000)
  t.equal(errorText(new Error('a\u0000b')), 'ab')
})

t.test('a secret that straddles the end of the kept text does not show its beginning', async (t) => {
  const text = errorText(new Error(`${'x'.repeat(1_990)} ghp_${'a'.repeat(36)}`))
  t.notMatch(text, 'ghp_')
})

t.test('what is thrown without being an error has a text as well', async (t) => {
  t.equal(errorText('just words'), 'just words')
  t.equal(errorText(undefined), 'undefined')
})

t.test('a logged error says where it came from and nothing of what it carried', async (t) => {
  const root = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (name)=(secret)' })
  const error = new Error('Failed query\nparams: secret', { cause: root })
  const logged = loggableError(error)
  t.match(logged, { type: 'Error', message: 'duplicate key', code: '23505', stack: /failure\.test/ })
  t.notMatch(JSON.stringify(logged), 'secret')
})

t.test('an error whose causes form a ring still has a text', async (t) => {
  const error = new Error('round')
  error.cause = new Error('and round', { cause: error })
  t.type(errorText(error), 'string')
})

/** As Drizzle wraps what a driver throws. */
const failed = (code: string, message: string) =>
  new Error('Failed query: select $1\nparams: secret-value', {
    cause: Object.assign(new Error(message), { code })
  })

t.test(
  'what a database says of a failure is logged and never kept: its code alone tells what it was',
  async (t) => {
    for (const [code, text] of [
      ['53300', 'the database is too busy (53300)'],
      ['57P01', 'the database does not respond (57P01)'],
      ['08006', 'the database does not respond (08006)'],
      ['ECONNREFUSED', 'the database does not respond (ECONNREFUSED)'],
      ['CONNECT_TIMEOUT', 'the database does not respond (CONNECT_TIMEOUT)'],
      ['22001', 'the database rejected a value (22001)'],
      ['23505', 'the database rejected a value (23505)'],
      ['42P01', 'the database rejected a statement (42P01)'],
      ['UNDEFINED_VALUE', 'the database rejected a statement (unknown)']
    ] as const) {
      const error = Object.assign(failed(code, 'words of 10.0.0.1'), { query: 'select $1', params: ['x'] })
      t.equal(errorText(error), text)
      t.equal(errorText(new Error('outer', { cause: error })), text, 'however deep it lies')
      if (!code.startsWith('2')) t.equal(logText(error), 'words of 10.0.0.1')
    }
  }
)

t.test('a failure that only resembles one of a database keeps its words', async (t) => {
  for (const code of ['ENOSPC', 'EBUSY', 'E2BIG', 'ERR_HTTP2', 'EPERM'])
    t.equal(errorText(Object.assign(new Error('no space'), { code })), 'no space', code)
})
