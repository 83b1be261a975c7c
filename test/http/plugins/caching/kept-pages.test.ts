// A page that was read is answered from memory until something that it shows is written, by whatever process.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Deps, Tx } from '#deps.js'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { dropChangeNotes } from '#store/revisions/change-notes.js'
import { tellOfAnyTable } from '#store/revisions/revisions.js'
import { openPostgres } from '#store/sql/postgres.js'
import { issueAt, seedRepository } from '#test/fixtures/seed.js'
import { ADMIN_KEY, KEY, startTestService, type TestService } from '#test/harness/app.js'
import { openTestDatabase } from '#test/harness/database.js'
import { observedReads } from '#test/harness/observed-reads.js'
import { runs } from '#test/harness/runs.js'

const LISTS = ['/api/issues', '/api/issues?state=open', '/api/issues/octo-org/repo-1', '/api/repos']

/** Two processes on one database, and one that keeps nothing. */
async function processes(t: Test) {
  const test = await openTestDatabase()
  t.teardown(() => test.drop())
  const elsewhere = test.url === undefined ? test : { ...test, database: openPostgres(test.url) }
  if (elsewhere !== test) t.teardown(() => elsewhere.database.close())
  const [one, other, reader] = [
    await startTestService({ work: false, database: test }),
    await startTestService({ work: false, database: elsewhere }),
    await startTestService({ work: false, database: test, deps: { pageMemory: undefined } })
  ]
  for (const service of [one, other, reader]) t.teardown(() => service.close())
  await seedRepository(one.deps, { hostId: 1 })
  return { one, other, reader }
}

const get = (service: TestService, url: string, headers: Record<string, string> = {}) =>
  service.inject({ method: 'GET', url, headers: { authorization: `Bearer ${KEY}`, ...headers } })

const answer = async (service: TestService, url: string) => {
  const { statusCode, body, headers } = await get(service, url)
  return { statusCode, body, etag: headers.etag, link: headers.link, type: headers['content-type'] }
}

const addIssue = (deps: Deps, id: number) =>
  deps.transaction((tx) => mirrorIssues(deps, tx, { repoId: 1 }, [issueAt(id, 1)]))

t.test('a page that was read is answered again without being read', async (t) => {
  const { one, reader } = await processes(t)
  await addIssue(one.deps, 1)
  // What is read after a write that nobody has asked about yet is read once more.
  await one.deps.revisions.refresh()
  const reads = observedReads(one.deps.db)
  for (const url of LISTS) {
    const first = await answer(one, url)
    reads.clear()
    t.same(await answer(one, url), first, url)
    t.same(reads.names(), [], `${url} is not read`)
    t.same(await answer(reader, url), first, `${url} is as if it had been read`)
  }
})

t.test('whoever has the page gets 304, and another caller the same page', async (t) => {
  const { one } = await processes(t)
  const first = await get(one, '/api/repos')
  const known = await get(one, '/api/repos', { 'if-none-match': String(first.headers.etag) })
  t.equal(known.statusCode, 304)
  t.equal(known.body, '')
  const another = await get(one, '/api/repos', { authorization: `Bearer ${ADMIN_KEY}` })
  t.equal(another.body, first.body)
})

t.test('a page is for those alone who may see it', async (t) => {
  const { one } = await processes(t)
  await get(one, '/api/repos')
  t.equal((await get(one, '/api/repos', { authorization: 'Bearer wrong' })).statusCode, 401)
})

t.test('what is refused is not kept', async (t) => {
  const { one } = await processes(t)
  t.equal((await get(one, '/api/issues?page=0')).statusCode, 400)
  t.equal((await get(one, '/api/issues/octo-org/repo-2')).statusCode, 404)
  await seedRepository(one.deps, { hostId: 2 })
  t.equal((await get(one, '/api/issues/octo-org/repo-2')).statusCode, 200)
})

t.test('a page of the time is read each time', async (t) => {
  const { one } = await processes(t)
  await addIssue(one.deps, 1)
  const stale = async () => (await get(one, '/api/issues?stale=true')).json().meta.total
  t.equal(await stale(), 1)
  const reads = observedReads(one.deps.db)
  await stale()
  t.not(reads.names().length, 0)
})

/** What may come between two readings. */
const KINDS = ['write', 'undo', 'undo a part', 'rename', 'foreign', 'sweep', 'fall', 'tell', 'read'] as const
const step = fc.record({
  is: fc.constantFrom(...KINDS),
  by: fc.nat(1),
  id: fc.nat(5)
})

class Undone extends Error {}
const rename = (tx: Tx, id: number, title: string) =>
  tx.execute(sql`update issues set title = ${title} where host_id = ${id}`)

let drawn = 0
function next(): number {
  drawn += 1
  return drawn
}

const ACTS: Record<(typeof KINDS)[number], (service: TestService, id: number) => Promise<unknown>> = {
  write: ({ deps }, id) => addIssue(deps, id + 1),
  undo: ({ deps }, id) =>
    deps
      .transaction(async (tx) => {
        await rename(tx, id, `undone ${next()}`)
        throw new Undone()
      })
      .catch(() => {}),
  'undo a part': ({ deps }, id) =>
    deps.transaction(async (tx) => {
      await tx
        .transaction(async (part) => {
          await rename(part, id, `undone ${next()}`)
          throw new Undone()
        })
        .catch(() => {})
      await rename(tx, id, `kept ${next()}`)
    }),
  rename: ({ deps }, id) =>
    deps.transaction((tx) =>
      tx.execute(sql`update repositories set stars = ${next()} where host_id = 1 and ${id} >= 0`)
    ),
  foreign: ({ test }, id) =>
    test.database.execute('update issues set title = $1 where host_id = $2', [`foreign ${next()}`, id]),
  sweep: ({ deps }) => deps.transaction((tx) => dropChangeNotes(tx, { atOnce: 1_000 })),
  // What is not logged is empty after a fall of the server.
  fall: ({ test }) => test.database.execute('truncate change_notes'),
  tell: ({ deps }) => deps.transaction(tellOfAnyTable),
  read: (service, id) => get(service, LISTS[id % LISTS.length] ?? '')
}

t.test('no process ever answers with what was true before a commit that is over', async (t) => {
  const { one, other, reader } = await processes(t)
  const both = [one, other]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      async (history) => {
        for (const together of history) {
          await Promise.all(together.map(({ is, by, id }) => ACTS[is](both[by] ?? one, id)))
          for (const url of LISTS) {
            const now = await answer(reader, url)
            for (const service of both)
              t.same(await answer(service, url), now, `${url} after ${JSON.stringify(together)}`)
          }
        }
      }
    ),
    { numRuns: runs(30) }
  )
})
