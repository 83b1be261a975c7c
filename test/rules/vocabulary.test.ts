// The names of the published document, of which generators make the names of code.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import t from 'tap'
import { arrayOf, recordOf, stringOf } from '#http/docs/read.js'
import { mirrorIssues, mirrorPullRequests, mirrorRuns } from '#services/mirror/mirror.js'
import { issueAt, minute, pullAt, runAt, seedRepository } from '../fixtures/seed.js'
import { KEY, startTestService } from '../harness/app.js'
import { operationsOf, recordsIn } from './document.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const document = recordOf((await service.inject({ url: '/openapi.json' })).json())
const operations = operationsOf(document)
const names = Object.keys(recordOf(recordOf(document['components'])['schemas']))

t.test(
  'every list of words has one name, but for the codes of errors, which differ by operation',
  async (t) => {
    const lists = recordsIn(document).filter(({ record }) => arrayOf(record['enum']).length > 1)
    t.ok(lists.length > 100, `${lists.length} lists`)
    const nameless = lists.filter(({ way }) => way.length !== 3 && way.at(-1) !== 'code')
    t.same(
      nameless.map(({ way }) => way.join('.')),
      []
    )
  }
)

/** What JavaScript and browsers have of themselves, by the compiler's own declarations. */
function globalNames(): Set<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript'))
  const libraries = ['lib.es5.d.ts', 'lib.es2015.collection.d.ts', 'lib.es2015.promise.d.ts', 'lib.dom.d.ts']
  const texts = libraries.map((name) => readFileSync(join(folder, name), 'utf8'))
  const declared = /^(?:declare var|declare function|interface|declare type) (\w+)/gm
  return new Set(texts.flatMap((text) => [...text.matchAll(declared)].map(([, name = '']) => name)))
}

t.test('no schema is called as something that every program knows already', async (t) => {
  const globals = globalNames()
  t.ok(globals.has('Error') && globals.has('Request'), `${globals.size} globals`)
  t.same(
    names.filter((name) => globals.has(name)),
    []
  )
})

const VERBS =
  /^(get|list|stream|check|create|save|put|update|replace|patch|delete|grant|revoke|request|retry|run|scan|sync|try|validate|simulate|compare|advise|replay|reconcile|evaluate|backtest|restore|export|download|verify|merge|discard|confirm|dismiss|graduate|suppress|heal|backfill|cancel|admit|remove|configure|receive|login|logout|end)(?=[A-Z]|$)/

t.test('every operation is called by what it does, and says more than its summary', async (t) => {
  const called = operations.filter(({ isWebhook }) => !isWebhook)
  t.same(
    called.filter(({ id }) => !VERBS.test(id)).map(({ id }) => id),
    []
  )
  t.same(
    called.filter(({ spec }) => stringOf(spec['description']) === '').map(({ id }) => id),
    []
  )
})

/** What a reply says of the moment at which it was asked. */
const withoutMoments = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')

/** More than a page of everything that is mirrored, in each state, and of what people make. */
async function fill(): Promise<void> {
  const { deps, client } = service
  await seedRepository(deps, { hostId: 1, fullName: 'octo-org/hello' })
  const numbers = Array.from({ length: 60 }, (_, at) => at + 1)
  const state = (at: number) => (at % 2 === 0 ? ('open' as const) : ('closed' as const))
  const issues = numbers.map((at) => issueAt(at, at, { number: at, state: state(at), createdAt: minute(at) }))
  const pulls = numbers.map((at) => pullAt(100 + at, at, { number: 100 + at, createdAt: minute(at) }))
  const runs = numbers.map((at) => runAt(at, at, { conclusion: at % 2 === 0 ? 'failure' : 'success' }))
  await deps.transaction(async (tx) => {
    await mirrorIssues(deps, tx, { repoId: 1 }, issues)
    await mirrorPullRequests(deps, tx, { repoId: 1 }, pulls)
    await mirrorRuns(deps, tx, { repoId: 1 }, runs)
  })
  const params = { path: { owner: 'octo-org', repo: 'hello' } }
  const condition = { metric: 'open_issues', operator: '<', threshold: 5 } as const
  const gate = { name: 'few', conditions: [condition] }
  const made: { error?: unknown }[] = [await client.POST('/api/gates/{owner}/{repo}', { params, body: gate })]
  for (const at of numbers.slice(0, 25)) {
    const waiver = {
      repo: 'octo-org/hello',
      pillar: 'ci_healing',
      reason: `Reason ${at}`,
      granted_by: 'Ada'
    } as const
    const rule = { name: `rule-${at}`, event_type: 'ci_failure', installation_id: 7 } as const
    made.push(
      await client.POST('/api/gates/{owner}/{repo}/evaluate', { params }),
      await client.POST('/api/waivers', { body: waiver }),
      await client.POST('/api/phase2/feedback', { body: rule })
    )
  }
  for (const { error } of made) t.equal(error, undefined)
}

const isMoreThanAPage = (reply: string) => {
  const { data, meta } = reply === '' ? {} : JSON.parse(reply)
  return data?.length > 0 && meta?.total > data.length
}

t.test('a default that is published is what the service does without the parameter', async (t) => {
  await fill()
  const withDefaults = operations.flatMap(({ id, method, path, parameters }) => {
    const defaults = parameters.flatMap(({ name, place, spec }): [string, string][] => {
      const value = recordOf(spec['schema'])['default']
      return place === 'query' && value !== undefined ? [[name, String(value)] as const] : []
    })
    const filled = path.replace('{owner}/{repo}', 'octo-org/hello')
    return method === 'GET' && !filled.includes('{') && defaults.length > 0
      ? [{ id, path: filled, defaults }]
      : []
  })
  t.ok(withDefaults.length > 60, `${withDefaults.length} operations`)
  const headers = { authorization: `Bearer ${KEY}` }
  const replyTo = async (path: string, query: [string, string][]) => {
    const { statusCode, body } = await service.inject({
      url: `${path}?${new URLSearchParams(query)}`,
      headers
    })
    return statusCode === 200 ? withoutMoments(body) : ''
  }
  const telling = new Set<string>()
  for (const { id, path, defaults } of withDefaults) {
    const plain = await replyTo(path, [])
    t.equal(await replyTo(path, defaults), plain, id)
    if (isMoreThanAPage(plain)) telling.add(id)
  }
  t.ok(telling.size > 12, `only ${[...telling].join(', ')} have more than a page`)
})
