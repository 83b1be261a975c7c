import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import { MOST_COUNTED } from '#schemas/common.js'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { issues } from '#tables/mirror/issues.js'
import { issueAt, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
service.test.leaveWrongSums('rows are copied beside the sums')
const { client, deps } = service

const TITLES = [
  'Login fails with 100% CPU',
  'login_retry is ignored',
  'LOGIN-RETRY: backslash \\ and quote \' and "',
  'Überlauf in der Größe',
  'überlauf, ÄRGER und Straße',
  'ångström ÅNGSTRÖM',
  'Приложение падает',
  'アプリが起動しない',
  '日本語 の 検索',
  'emoji 🚀🚀🚀 rocket',
  'aaa',
  'Aa',
  'a  b   c',
  'C# and C++ (1.2.3)',
  '%%% ___ \\\\\\',
  '…',
  'x'
]
const OWNERS = ['octo-org/one', 'other/two'] as const
for (const [at, fullName] of OWNERS.entries()) await seedRepository(deps, { hostId: at + 1, fullName })
for (const [at, title] of TITLES.entries())
  await deps.transaction((tx) =>
    mirrorIssues(deps, tx, { repoId: (at % 2) + 1 }, [issueAt(100 + at, 0, { number: at + 1, title })])
  )

interface Looked {
  search: string
  owner?: string
  state?: 'open' | 'closed'
  per_page?: number
  page?: number
  cursor?: string
}

const listed = async (query: Looked) => {
  const { data, response } = await client.GET('/api/issues', { params: { query } })
  t.equal(response.status, 200, JSON.stringify(query))
  if (!data) throw new Error('no list')
  return { ...data, link: response.headers.get('link') ?? '' }
}

/** Parts of the titles in whatever case, and texts of the same characters that may be nowhere. */
const pieces = fc
  .tuple(fc.constantFrom(...TITLES), fc.nat(), fc.integer({ min: 1, max: 12 }), fc.nat(2))
  .map(([title, from, length, way]) => {
    const characters = [...title]
    const piece = characters
      .slice(from % characters.length)
      .slice(0, length)
      .join('')
    return [piece, piece.toUpperCase(), piece.toLowerCase()][way] ?? piece
  })
const mixed = fc
  .array(fc.constantFrom(...'aAbÜüßé%_\\\'" -1日本', 'login', 'RETRY'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))

/** What the service promises: every character is itself, in whatever case a letter of one character has. */
const contains = (title: string, text: string) => lowered(title).includes(lowered(text))
const lowered = (text: string) => [...text].map((one) => (one === 'ẞ' ? 'ß' : one.toLowerCase())).join('')

t.test(
  'a search finds what contains the text, whatever its characters, its case and its length',
  async (t) => {
    const property = fc.asyncProperty(
      fc.oneof(pieces, mixed),
      fc.constantFrom(undefined, 'octo-org', 'OTHER'),
      async (search, owner) => {
        const scope = owner === undefined ? {} : { owner }
        const { data, meta } = await listed({ search, ...scope, per_page: 100 })
        const isWithin = (at: number) => owner === undefined || (at % 2 === 0) === (owner === 'octo-org')
        const expected = TITLES.filter((title, at) => contains(title, search) && isWithin(at))
        t.same(data.map(({ title }) => title).sort(), expected.sort(), JSON.stringify({ search, owner }))
        t.equal(meta.total, expected.length)
        t.notOk('total_is_minimum' in meta)
        if (!t.passing()) throw new Error('see above')
      }
    )
    await fc.assert(property, { numRuns: runs(200), endOnFailure: true })
  }
)

t.test('pages and cursors of a search lead through the same rows in the same order', async (t) => {
  const search = 'a'
  const whole = (await listed({ search, per_page: 100 })).data.map(({ id }) => id)
  t.ok(whole.length > 4)
  const [byPage, byCursor]: [number[], number[]] = [[], []]
  let cursor: string | null | undefined
  for (let page = 1; page <= Math.ceil(whole.length / 2); page += 1) {
    byPage.push(...(await listed({ search, per_page: 2, page })).data.map(({ id }) => id))
    const next = await listed({ search, per_page: 2, ...(cursor ? { cursor } : {}) })
    byCursor.push(...next.data.map(({ id }) => id))
    cursor = next.meta.cursor
  }
  t.same(byPage, whole)
  t.same(byCursor, whole)
  t.equal(cursor, null)
})

const write = (statement: string) => deps.transaction((tx) => tx.execute(sql.raw(statement)))

/** Copies of an issue, as many as these, by which the text `copied` becomes a common one. */
async function copyIssues(count: number): Promise<void> {
  await write(
    `insert into issues (host_id, repo_id, number, title, state, labels, assignees, author, created_at, updated_at, live)
     select 1000000 + n, 1, 1000000 + n, 'Copied ' || n, 'open', '{}', '{}', 'octocat',
       timestamptz '2026-01-01' + (n + ${count}) * interval '1 second', timestamptz '2026-01-01', true
     from generate_series(1, ${count}) as n`
  )
}

t.test('of very many matches the list counts a part and says so, and leads to all of them', async (t) => {
  await copyIssues(MOST_COUNTED)
  const exact = await listed({ search: 'COPIED', per_page: 100 })
  t.match(exact.meta, { total: MOST_COUNTED, total_pages: MOST_COUNTED / 100 })
  t.notOk('total_is_minimum' in exact.meta)
  await write(
    'update issues set number = number + 2000000, host_id = host_id + 2000000 where host_id > 1000000'
  )
  await copyIssues(5)
  const more = await listed({ search: 'COPIED', per_page: 100 })
  t.match(more.meta, { total: MOST_COUNTED, total_is_minimum: true, total_pages: MOST_COUNTED / 100 })
  t.match(more.link, /page=2>; rel="next"/)
  t.notMatch(more.link, /rel="last"/)
  const newest = await deps.db
    .select({ id: issues.id })
    .from(issues)
    .where(sql`title like 'Copied %'`)
    .orderBy(sql`created_at desc, id desc`)
  const ids = newest.map(({ id }) => id)
  t.equal(ids.length, MOST_COUNTED + 5)
  t.same(
    more.data.map(({ id }) => id),
    ids.slice(0, 100)
  )
  const last = await listed({ search: 'copied', per_page: 100, page: MOST_COUNTED / 100 + 1 })
  t.same(
    last.data.map(({ id }) => id),
    ids.slice(MOST_COUNTED),
    'behind the last page that is counted'
  )
  t.notMatch(last.link, /rel="next"/)
  t.match(last.link, /page=100>; rel="prev"/)
  const { cursor } = (await listed({ search: 'copied', per_page: 100, page: MOST_COUNTED / 100 })).meta
  const behind = await listed({ search: 'copied', per_page: 100, ...(cursor ? { cursor } : {}) })
  t.same(
    behind.data.map(({ id }) => id),
    ids.slice(MOST_COUNTED)
  )
  const ofOwner = await listed({ search: 'copied', owner: 'octo-org', state: 'open', per_page: 3, page: 2 })
  t.same(
    ofOwner.data.map(({ id }) => id),
    ids.slice(3, 6)
  )
})
