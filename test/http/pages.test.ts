import t, { type Test } from 'tap'
import { recordOf, stringOf } from '#http/docs/read.js'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { issueAt, minute, seedRepository } from '../fixtures/seed.js'
import { KEY, startTestService } from '../harness/app.js'
import { operationsOf } from '../rules/document.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps } = service

const ISSUES = 23
// The repository that the document names in its examples.
await seedRepository(deps, { hostId: 1, fullName: 'octo-org/hello-world' })
const known = Array.from({ length: ISSUES }, (_, at) => issueAt(at + 1, 0, { createdAt: minute(at) }))
await deps.transaction((tx) => mirrorIssues(deps, tx, { repoId: 1 }, known))

async function get(url: string) {
  const reply = await service.inject({ method: 'GET', url, headers: { authorization: `Bearer ${KEY}` } })
  return { url, status: reply.statusCode, body: reply.json(), link: reply.headers.link }
}

type Listed = Awaited<ReturnType<typeof get>>

/** Where each link leads, as a client works it out. */
function linksOf({ url, link }: Pick<Listed, 'url' | 'link'>): Record<string, string> {
  const links = [String(link ?? '').matchAll(/<([^<>]*)>; rel="(\w+)"(?:, |$)/g)].flatMap((found) => [
    ...found
  ])
  return Object.fromEntries(
    links.map(([, target = '', rel = '']) => {
      const { pathname, search } = new URL(target, `http://service.test${url}`)
      return [rel, pathname + search]
    })
  )
}

/** From a page along one kind of link to the end. */
async function follow(url: string, rel: 'next' | 'prev'): Promise<Listed[]> {
  const page = await get(url)
  const on = linksOf(page)[rel]
  return on === undefined ? [page] : [page, ...(await follow(on, rel))]
}

const numbersOf = (pages: readonly Listed[]) =>
  pages.flatMap(({ body }) => body.data.map(({ number }: { number: number }) => number))
const downFrom = (first: number) => Array.from({ length: first }, (_, at) => first - at)

t.test(
  'every list that is published links its pages, and the document says so of no other reply',
  async (t) => {
    const operations = operationsOf((await get('/openapi.json')).body).filter(({ isWebhook }) => !isWebhook)
    let lists = 0
    for (const { path, method, parameters, spec } of operations) {
      const ok = recordOf(recordOf(spec['responses'])['200'])
      const schema = recordOf(recordOf(recordOf(ok['content'])['application/json'])['schema'])
      const meta = stringOf(recordOf(recordOf(schema['properties'])['meta'])['$ref'])
      // Series of days have one page, and no parameters of paging.
      const isPaged = parameters.some(({ name }) => name === 'page')
      const isList = meta.endsWith('/PageMeta') && isPaged
      t.equal('Link' in recordOf(ok['headers']), isList, `${method} ${path}`)
      if (!isList) continue
      lists += 1
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        String(parameters.find((one) => one.place === 'path' && one.name === name)?.spec['example'])
      )
      t.equal(linksOf(await get(url))['first'], `${url}?page=1`, url)
    }
    t.ok(lists >= 9, `${lists} lists`)
  }
)

t.test('along next and prev a client reads every row once, and stops at either end', async (t) => {
  for (const path of ['/api/issues', '/api/issues/octo-org/hello-world']) {
    const down = await follow(`${path}?per_page=5`, 'next')
    t.same(numbersOf(down), downFrom(ISSUES))
    t.same(Object.keys(linksOf(down[0] ?? fail())), ['first', 'next', 'last'])
    t.same(Object.keys(linksOf(down[1] ?? fail())), ['first', 'prev', 'next', 'last'])
    t.same(Object.keys(linksOf(down[4] ?? fail())), ['first', 'prev', 'last'])
    const { last } = linksOf(down[0] ?? fail())
    t.equal(last, `${path}?per_page=5&page=5`)
    t.equal((await follow(last ?? '', 'prev')).length, 5)
  }
})

function fail(): never {
  throw new Error('there is no such page')
}

t.test(
  'from a page behind the last one prev leads back to the last, and an empty list has its first',
  async (t) => {
    const links = async (query: string) => linksOf(await get(`/api/issues?${query}`))
    t.same(await links('page=9&per_page=20'), {
      first: '/api/issues?per_page=20&page=1',
      prev: '/api/issues?per_page=20&page=2',
      last: '/api/issues?per_page=20&page=2'
    })
    for (const query of ['state=closed', 'state=closed&page=3'])
      t.same(await links(query), { first: '/api/issues?state=closed&page=1' })
  }
)

t.test(
  'after a cursor next goes on by cursor, and reads each row once whatever is added meanwhile',
  async (t) => {
    const start = await get('/api/issues/octo-org/hello-world?per_page=4&state=open')
    const { cursor } = start.body.meta
    const url = `/api/issues/octo-org/hello-world?cursor=${cursor}&per_page=4&state=open&page=7`
    const more = issueAt(1_000, 0, { createdAt: minute(5_000) })
    await deps.transaction((tx) => mirrorIssues(deps, tx, { repoId: 1 }, [more]))
    const [first, ...rest] = await follow(url, 'next')
    t.same(numbersOf([start, first ?? fail(), ...rest]), downFrom(ISSUES))
    const links = linksOf(first ?? fail())
    t.same(Object.keys(links), ['first', 'next'])
    t.equal(links['first'], '/api/issues/octo-org/hello-world?per_page=4&state=open&page=1')
    t.match(links['next'], /\?per_page=4&state=open&cursor=[\w-]+$/)
    t.same(Object.keys(linksOf(rest.at(-1) ?? fail())), ['first'])
  }
)

/** What a link leads to asks for the same as what it came from, but for the page. */
function asksTheSame(t: Test, query: string, target: string | undefined): void {
  const asked = (url: string) => {
    const all = [...new URLSearchParams(url.replace(/^[^?]*\?/, ''))]
    return all.filter(([name]) => name !== 'page')
  }
  t.same(asked(target ?? ''), asked(`?${query}`), query)
}

t.test('all that was asked is kept, and nothing of it can break out of its link', async (t) => {
  for (const query of [
    'label=bug&label=bug&page=1&per_page=2',
    'limit=2&search=as+of%200',
    'search=%3E%3B+rel%3D%22next%22%2C+%3Chttp%3A%2F%2Felsewhere.test%3E',
    'per_page=2&search=>;rel="last",<y&label=%0D%0ASet-Cookie:a=b&label=%E2%82%AC%zz',
    'per_page=2&search=?&label=1?page=2'
  ]) {
    const page = await get(`/api/issues?${query}`)
    t.equal(page.status, 200, query)
    t.match(String(page.link), /^(<\?[\w%&=.*+-]+>; rel="(first|prev|next|last)"(, |$))+$/, query)
    for (const target of Object.values(linksOf(page))) asksTheSame(t, query, target)
  }
})

t.test('a query whose links would be longer than proxies accept gets its page without them', async (t) => {
  const labels = Array.from({ length: 10 }, () => `label=${'%C3%A4'.repeat(40)}`)
  const { status, link } = await get(`/api/issues?${labels.join('&')}`)
  t.equal(status, 200)
  t.equal(link, undefined)
})

t.test('links are absolute behind a trusted proxy, and no stranger can say where they lead', async (t) => {
  const proxied = await startTestService({
    work: false,
    ownApp: true,
    database: service.test,
    deps: { trustProxy: ['10.0.0.0/8'] }
  })
  t.teardown(() => proxied.close())
  const linkFrom = async (remoteAddress: string, told: Record<string, string>) => {
    const headers = { authorization: `Bearer ${KEY}`, 'x-forwarded-for': '198.51.100.7', ...told }
    const reply = await proxied.inject({ url: '/api/issues?limit=20', remoteAddress, headers })
    return /<([^<>]*)>; rel="next"/.exec(String(reply.headers.link))?.[1]
  }
  const told = { 'x-forwarded-host': 'service.example', 'x-forwarded-proto': 'https' }
  const relative = '?limit=20&page=2'
  t.equal(await linkFrom('10.0.0.1', told), `https://service.example/api/issues${relative}`)
  const below = { ...told, 'x-forwarded-prefix': '/automation' }
  t.equal(await linkFrom('10.0.0.1', below), `https://service.example/automation/api/issues${relative}`)
  t.equal(await linkFrom('10.0.0.1', {}), relative, 'the proxy does not say')
  t.equal(await linkFrom('203.0.113.9', told), relative, 'a stranger')
  for (const hostile of [
    { 'x-forwarded-host': 'a>; rel="next"' },
    { 'x-forwarded-proto': 'https://evil.example/?x=' }
  ])
    t.equal(await linkFrom('10.0.0.1', { ...told, ...hostile }), relative)
  const above = { ...told, 'x-forwarded-prefix': '/../..' }
  t.equal(await linkFrom('10.0.0.1', above), `https://service.example/api/issues${relative}`)
})
