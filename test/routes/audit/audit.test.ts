import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { auditLine } from '#domain/audit/file.js'
import { sha256Of } from '#domain/json/canonical.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import type { AuditQuery } from '#schemas/audit/audit.js'
import { exportNightly } from '#services/audit/export.js'
import { auditEntryAt, loadTrail, recordEntries } from '#test/fixtures/audit-trail.js'
import { KEY, startTestService } from '#test/harness/app.js'

let now = new Date('2026-03-08T12:00:00.000Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())
const { client, deps } = service
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

/** Five days of several kinds of entries, one of them told of two days late. */
const KINDS = [
  { category: 'config_change', eventType: 'patch', actor: 'api' },
  { category: 'policy_bypass', eventType: 'waiver_granted', actor: 'admin', prNumber: 7 },
  { category: 'heal', eventType: 'rerun', actor: 'service[bot]', actorType: 'bot', repo: 'octo-org/two' },
  { category: 'rollback', eventType: 'reverted', actor: 'system', actorType: 'system', repo: null }
] as const
for (const day of [0, 1, 2, 3, 4]) {
  for (const kind of KINDS.slice(0, day + 1)) {
    pass(HOUR_MS)
    await recordEntries(deps, auditEntryAt(now, kind))
  }
  if (day === 3)
    await recordEntries(deps, auditEntryAt(new Date(now.getTime() - 2 * DAY_MS), { eventType: 'late' }))
  now = new Date(Date.UTC(2026, 2, 9 + day, 12))
}
now = new Date('2026-03-12T20:00:00.000Z')
const trail = await loadTrail(deps)

async function list(query: AuditQuery) {
  const { data, error } = await client.GET('/api/audit/entries', { params: { query } })
  if (!data) throw new Error(JSON.stringify(error))
  return data
}

async function refused(t: Test, path: string, words: RegExp) {
  const reply = await service.inject({ url: path, headers: { authorization: `Bearer ${KEY}` } })
  t.equal(reply.statusCode, 400, path)
  t.match(reply.json(), { error: 'Bad Request', status: 400, message: words }, path)
}

t.test('the trail is listed the newest first, with every field', async (t) => {
  const { data, meta } = await list({ per_page: 100 })
  t.same(
    data,
    trail
      .map(({ payload, ...entry }) => ({ id: entry.seq, ...entry, payload: JSON.parse(payload) }))
      .reverse()
  )
  t.match(meta, { page: 1, per_page: 100, total: trail.length, total_pages: 1, cursor: null })
})

t.test('by page and by cursor every entry comes once, in order', async (t) => {
  const seqs = trail.map(({ seq }) => seq).reverse()
  const byPage: number[] = []
  for (let page = 1; page <= Math.ceil(trail.length / 4); page += 1)
    byPage.push(...(await list({ page, per_page: 4 })).data.map(({ seq }) => seq))
  t.same(byPage, seqs)
  const byCursor: number[] = []
  let cursor: string | null | undefined
  do {
    const { data, meta } = await list({ per_page: 4, ...(cursor ? { cursor } : {}) })
    byCursor.push(...data.map(({ seq }) => seq))
    cursor = meta.cursor
  } while (cursor)
  t.same(byCursor, seqs)
})

t.test('every filter and every mixture of them finds what it says, and its total is a recount', async (t) => {
  const mixtures = [undefined, 'heal', 'config_change'].flatMap((category) =>
    [undefined, 'patch', 'nothing'].flatMap((event_type) =>
      [undefined, 'api'].flatMap((actor) =>
        [undefined, 'human', 'bot'].flatMap((actor_type) =>
          [undefined, 'octo-org/two'].flatMap((repo) =>
            [undefined, 'soc2', 'iso27001'].flatMap((framework) =>
              [undefined, '2026-03-10', '2026-03-09T13:00:00Z'].flatMap((since) =>
                [undefined, '2026-03-11', '2026-03-10T14:00:00Z'].map((until) => ({
                  category,
                  event_type,
                  actor,
                  actor_type,
                  repo,
                  framework,
                  since,
                  until
                }))
              )
            )
          )
        )
      )
    )
  )
  const wrong: AuditQuery[] = []
  await Promise.all(
    mixtures.map(async (mixture) => {
      const query: AuditQuery = JSON.parse(JSON.stringify(mixture))
      const expected = trail.filter((entry) => matches(entry, query)).map(({ seq }) => seq)
      const { data, meta } = await list({ ...query, per_page: 3 })
      const shown = data.map(({ seq }) => seq).join()
      if (meta.total !== expected.length || shown !== expected.reverse().slice(0, 3).join()) wrong.push(query)
    })
  )
  t.same(wrong, [])
  t.same((await list({ pr: 7 })).meta.total, trail.filter(({ pr_number }) => pr_number === 7).length)
})

function matches(entry: (typeof trail)[number], query: AuditQuery): boolean {
  const until = query.until?.length === 10 ? `${query.until}T23:59:59.999Z` : query.until
  return (
    (query.category ?? entry.category) === entry.category &&
    (query.event_type ?? entry.event_type) === entry.event_type &&
    (query.actor ?? entry.actor) === entry.actor &&
    (query.actor_type ?? entry.actor_type) === entry.actor_type &&
    (query.repo ?? entry.repo_full_name) === entry.repo_full_name &&
    (query.framework === undefined || entry.framework.includes(query.framework)) &&
    (query.since === undefined || new Date(entry.occurred_at) >= new Date(query.since)) &&
    (until === undefined || new Date(entry.occurred_at) <= new Date(until))
  )
}

t.test('the statistics are a recount of the entries by the day on which they were written', async (t) => {
  const { data } = await client.GET('/api/audit/stats', { params: { query: { days: 3 } } })
  // 10 to 12 March: the late entry was written on the 11th.
  const recent = trail.slice(1 + 2)
  const count = (holds: (entry: (typeof trail)[number]) => boolean) => recent.filter(holds).length
  t.match(data, {
    totals: {
      total_entries: recent.length,
      unique_actors: new Set(recent.map(({ actor }) => actor)).size,
      repos_covered: 2,
      latest_seq: trail.length
    },
    by_framework: [
      { framework: 'soc2', count: count(({ framework }) => framework.includes('soc2')) },
      { framework: 'iso27001', count: count(({ framework }) => framework.includes('iso27001')) }
    ],
    daily_volume: [
      { day: '2026-03-10', entries: 3 },
      { day: '2026-03-11', entries: 5 },
      { day: '2026-03-12', entries: 4 }
    ],
    recent_exports: []
  })
  t.same(
    data?.by_category.map(({ category, count }) => [category, count]).sort(),
    ['config_change', 'heal', 'policy_bypass', 'rollback'].map((category) => [
      category,
      count((entry) => entry.category === category)
    ])
  )
})

t.test('values that cannot be meant are refused by their names', async (t) => {
  await refused(t, '/api/audit/entries?category=login', /category.*one of ai_decision/)
  await refused(t, '/api/audit/entries?framework=pci', /framework.*soc2, iso27001/)
  await refused(t, '/api/audit/entries?since=yesterday', /since.*date/)
  await refused(t, '/api/audit/entries?repo=hello', /repo.*owner\/name/)
  await refused(t, '/api/audit/entries?pr=0', /pr.*1/)
  await refused(t, '/api/audit/entries?per_page=101', /per_page.*100/)
  await refused(t, '/api/audit/stats?days=366', /days.*365/)
  await refused(t, '/api/audit/verify?from=0', /from.*1/)
  await refused(t, '/api/audit/verify?from=5&to=4', /to.*before from/)
  await refused(t, '/api/audit/export/yesterday', /date/)
  for (const date of ['2026-03-13', '2026-02-30', 'x']) {
    const { response } = await client.POST('/api/audit/export', { body: { date } })
    t.equal(response.status, 400, date)
  }
})

const exported = async (date?: string) =>
  (await client.POST('/api/audit/export', { body: date === undefined ? {} : { date } })).data
const download = (date: string) =>
  service.inject({ url: `/api/audit/export/${date}`, headers: { authorization: `Bearer ${KEY}` } })

t.test('a day is exported into a file that is there, whole, and can be downloaded', async (t) => {
  const row = await exported('2026-03-11')
  t.match(row, {
    export_type: 'manual',
    date_covered: '2026-03-11',
    entry_count: 5,
    first_seq: 7,
    last_seq: 11,
    signed: true,
    created_at: now.toISOString()
  })
  if (!row || !('file_path' in row)) throw new Error('no export')
  const text = readFileSync(join(deps.exports.directory, row.file_path), 'utf8')
  t.equal(sha256Of(text), row.file_hash)
  t.equal(text.slice(0, 500), row.content_preview)
  const lines = text.split('\n')
  t.same(
    lines.slice(0, 5),
    trail.slice(6, 11).map((entry) => auditLine(entry).trimEnd())
  )
  t.match(JSON.parse(lines[5] ?? ''), {
    seal: {
      entry_count: 5,
      head_hash: trail[10]?.entry_hash,
      prev_hash: trail[5]?.entry_hash,
      signature: /^\w{64}$/
    }
  })
  const reply = await download('2026-03-11')
  t.equal(reply.statusCode, 200)
  t.equal(reply.headers['content-type'], 'application/x-ndjson')
  t.match(reply.headers['content-disposition'], /attachment; filename="audit-2026-03-11.jsonl"/)
  t.equal(reply.body, text)
  t.same(await exported('2026-03-11'), row, 'a day that is over is exported once')
})

t.test('the download is the exported file also where the file is lost or is not what it was', async (t) => {
  const { body } = await download('2026-03-11')
  const path = join(deps.exports.directory, 'exports/audit-2026-03-11.jsonl')
  rmSync(path)
  t.equal((await download('2026-03-11')).body, body)
  writeFileSync(path, body.replace('service[bot]', 'nobody'))
  t.equal((await download('2026-03-11')).body, body)
  t.equal(readFileSync(path, 'utf8'), body)
  t.equal((await download('2026-03-08')).statusCode, 404)
})

t.test('a day that is not over can be exported again, and its export grows', async (t) => {
  t.match(await exported(), { date_covered: '2026-03-12', entry_count: 4 })
  pass(60_000)
  await recordEntries(deps, auditEntryAt(now))
  t.match(await exported('2026-03-12T08:00:00Z'), { date_covered: '2026-03-12', entry_count: 5 })
  t.match((await download('2026-03-12')).body.split('\n').length, 7)
  t.same(await exported('2026-03-01'), { message: 'No entries for this date' })
})

t.test(
  'the nightly export takes all days that are over, and what is told of them later goes to the next',
  async (t) => {
    now = new Date('2026-03-13T01:00:00.000Z')
    await exportNightly(deps)
    const rows = await deps.db.execute(
      sql`select date_covered::text, final from audit_exports order by date_covered`
    )
    t.match(JSON.stringify(rows), /2026-03-08.*2026-03-09.*2026-03-10.*2026-03-11.*2026-03-12/)
    t.notMatch(JSON.stringify(rows), /false/)
    const before = (await download('2026-03-12')).body
    await recordEntries(deps, auditEntryAt(new Date('2026-03-12T23:59:59.999Z')))
    t.match(await exported(), { date_covered: '2026-03-13', entry_count: 1 })
    await exportNightly(deps)
    t.equal((await download('2026-03-12')).body, before)
    const { data } = await client.GET('/api/audit/stats')
    t.equal(data?.recent_exports.length, 6)
    await t.rejects(deps.db.execute(sql`update audit_exports set head_hash = '' where final`), {
      cause: /kept as it is/
    })
    await t.rejects(deps.db.execute(sql`delete from audit_exports`), { cause: /kept as it is/ })
  }
)
