import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { recordOf } from '#http/docs/read.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { KEY, startTestService } from '../harness/app.js'
import { type Operation, operationsOf } from './document.js'

/** What is published beside the contract. */
const EXTRAS = [
  'GET /health',
  'GET /health/ready',
  'GET /metrics',
  'GET /api/system/health',
  'GET /api/system/connection',
  'POST /api/system/connection',
  'POST /api/system/connection/ping',
  'POST /api/system/connection/registration',
  'DELETE /api/auth/sessions/{id}',
  'GET /api/stream',
  'GET /api/progress',
  'POST /api/deliveries/retry',
  'POST /api/deliveries/{id}/retry',
  'GET /api/deliveries/retries/{id}',
  'GET /api/audit/export/{date}',
  'GET /api/actions/abstentions',
  'GET /api/decisions/{id}',
  'POST /api/decisions/{id}/replay',
  'POST /api/config/validate',
  'POST /api/config/simulate',
  'POST /api/config/diff-impact',
  'POST /api/config/recommendations',
  'POST /api/gates/{owner}/{repo}/backtest',
  'GET /api/issues/{owner}/{repo}/{number}',
  'GET /api/pull-requests/{owner}/{repo}/{number}',
  'GET /api/duplicates/{id}',
  'GET /api/waivers/{id}',
  'GET /api/phase3/flaky/{id}',
  'GET /api/phase3/dependencies/vulnerabilities/{id}',
  'GET /api/triage/status',
  'GET /api/triage/failures',
  'POST /api/triage/failures/{job_id}/retry',
  'GET /api/triage/quality'
]

/** A reply that does not end cannot be awaited; its own tests read it. */
const ENDLESS = new Set(['GET /api/stream'])

/** What a stranger may call. The intake asks for a signature, a login for a key. */
const OPEN = new Set([
  'GET /health',
  'GET /health/ready',
  'POST /webhooks/host',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'GET /api/auth/check'
])

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const
const STRANGERS = [{}, { authorization: 'Bearer not-a-key' }]

const contract = readFileSync(join(PACKAGE_FOLDER, 'test/rules/contract-endpoints.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [group = '', method, path] = line.split('\t')
    return { group, name: `${method} ${path}` }
  })

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { inject } = service
const published = operationsOf((await inject({ url: '/openapi.json' })).json()).filter(
  ({ isWebhook }) => !isWebhook
)
const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** One call of an operation, with the examples of its parameters in its path. */
function call({ method, path, parameters }: Operation, headers: Record<string, string>) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const example = parameters.find((one) => one.place === 'path' && one.name === name)?.spec['example']
    return encodeURIComponent(String(example))
  })
  return inject({ method, url: filled, headers, ...(method === 'GET' ? {} : { payload: {} }) })
}

t.test('the contract is published whole, and little beside it', async (t) => {
  t.equal(contract.length, 154)
  t.same(published.map(nameOf).sort(), [...contract.map(({ name }) => name), ...EXTRAS].sort())
})

t.test('every published operation is served', async (t) => {
  const nothing = (await inject({ url: '/nothing/here' })).json().message
  for (const operation of published.filter((one) => !ENDLESS.has(nameOf(one)))) {
    const reply = await call(operation, { authorization: `Bearer ${KEY}` })
    t.not(reply.statusCode, 405, nameOf(operation))
    if (reply.statusCode === 404) t.not(reply.json().message, nothing, nameOf(operation))
  }
})

t.test('a stranger gets 401 everywhere but at the named doors, and the document says so', async (t) => {
  for (const operation of published) {
    const name = nameOf(operation)
    t.equal(operation.security.length === 0, OPEN.has(name), `the published security of ${name}`)
    for (const headers of STRANGERS) {
      const reply = await call(operation, headers)
      t.equal(reply.statusCode === 401, !OPEN.has(name), `${name} answers ${reply.statusCode}`)
      if (!OPEN.has(name)) t.match(reply.json(), { error: 'Unauthorized', status: 401, message: String })
    }
  }
  t.same(
    [...OPEN].filter((name) => !published.map(nameOf).includes(name)),
    []
  )
})

t.test('an unknown path is 404 in the one error shape, to strangers and callers alike', async (t) => {
  for (const url of ['/nothing/here', '/api', '/api/deliveriesx', '/api/auth/session/more', '/health/']) {
    for (const headers of [...STRANGERS, { authorization: `Bearer ${KEY}` }]) {
      const reply = await inject({ url, headers })
      t.equal(reply.statusCode, 404, url)
      t.match(reply.json(), { error: 'Not Found', status: 404, message: String })
    }
  }
})

/** Whether the part of a path stands for a number. */
const isNumberOf = ({ parameters }: Operation, part: string) =>
  parameters.some(({ name, spec }) => `{${name}}` === part && recordOf(spec['schema'])['type'] === 'integer')

/** Whether a path is that of an operation: a name in it may be what another path says in so many words, or numbers. */
function takes(other: Operation, operation: Operation): boolean {
  const { path } = other
  const parts = operation.path.split('/')
  const isWord = (part: string) => !part.startsWith('{')
  const fits = (name: string, part: string) =>
    isWord(part) ? !isNumberOf(other, name) : isNumberOf(operation, part)
  const names = path.split('/')
  return (
    names.length === parts.length &&
    names.every((name, at) => {
      const part = parts[at] ?? ''
      return name === part || (!isWord(name) && fits(name, part))
    })
  )
}

t.test('a wrong method is 405 and names the right ones, on every path', async (t) => {
  for (const operation of published) {
    const methods = [...new Set(published.filter((one) => takes(one, operation)).map(({ method }) => method))]
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    const wrong = METHODS.find((method) => !methods.includes(method))
    if (wrong === undefined) continue
    const reply = await call({ ...operation, method: wrong }, { authorization: `Bearer ${KEY}` })
    t.equal(reply.statusCode, 405, `${wrong} ${operation.path}`)
    t.equal(reply.headers.allow, allowed.sort().join(', '), operation.path)
    t.match(reply.json(), { error: 'Method Not Allowed', status: 405, message: String })
  }
})
