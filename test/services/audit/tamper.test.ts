import { type SQL, sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { entryHashOf } from '#domain/audit/audit.js'
import type { ChainedEntry } from '#domain/audit/entry.js'
import { exportDay } from '#services/audit/export.js'
import { verifyTrail } from '#services/audit/verify.js'
import { auditEntryAt, loadTrail, recordEntries } from '#test/fixtures/audit-trail.js'
import { rehashed, tampered, writtenAnew } from '#test/fixtures/tampering.js'
import { startTestService } from '#test/harness/app.js'

let now = new Date('2026-03-10T12:00:00.000Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())
service.test.leaveWrongSums('the trail is forged')
const { client, deps } = service

/** Twelve entries, the first eight of them exported. */
for (let n = 1; n <= 8; n += 1)
  await recordEntries(deps, auditEntryAt(now, { prNumber: n, commitSha: 'c'.repeat(40) }))
now = new Date('2026-03-11T12:00:00.000Z')
await exportDay(deps, '2026-03-10', 'nightly')
for (let n = 9; n <= 12; n += 1) await recordEntries(deps, auditEntryAt(now, { prNumber: n }))
const trail = await loadTrail(deps)

const verify = async (query: { from?: number; to?: number } = {}) =>
  (await client.GET('/api/audit/verify', { params: { query } })).data

const found = (changes: readonly SQL[], query = {}) => tampered(deps, changes, () => verify(query))

function at(seq: number): ChainedEntry {
  const entry = trail[seq - 1]
  if (!entry) throw new Error('no such entry')
  return entry
}

t.test('an untouched trail is valid, as a whole and in any part', async (t) => {
  t.same(await verify(), {
    valid: true,
    broken_at: null,
    entries_checked: 12,
    gaps: 0,
    hash_mismatches: 0,
    first_seq: 1,
    last_seq: 12,
    head_hash: at(12).entry_hash,
    authenticated_to: 8,
    unverified_seals: []
  })
  t.match(await verify({ from: 5, to: 9 }), { valid: true, entries_checked: 5, head_hash: at(9).entry_hash })
  t.match(await verify({ from: 12 }), { valid: true, entries_checked: 1 })
  t.match(await verify({ from: 13 }), { valid: true, entries_checked: 0, first_seq: null, head_hash: null })
})

const EDITS: Record<string, SQL> = {
  category: sql`'heal'`,
  event_type: sql`'other'`,
  actor: sql`'nobody'`,
  actor_type: sql`'bot'`,
  repo_full_name: sql`null`,
  pr_number: sql`99`,
  commit_sha: sql`repeat('d', 40)`,
  framework: sql`'{soc2}'`,
  control_id: sql`'CC1.1'`,
  prev_hash: sql`repeat('0', 64)`,
  entry_hash: sql`repeat('0', 64)`,
  occurred_at: sql`occurred_at + interval '1 millisecond'`
}

for (const [column, value] of Object.entries(EDITS)) {
  t.test(`an entry whose ${column} was edited is found as entry_mismatch`, async (t) => {
    const edit = sql`update audit_entries set ${sql.raw(column)} = ${value} where seq = 6`
    t.match(await found([edit]), {
      valid: false,
      broken_at: 6,
      reason: 'entry_mismatch',
      entries_checked: 12,
      gaps: 0
    })
  })
}

t.test('an edited payload is found as payload_mismatch, also with its hash', async (t) => {
  const expected = { valid: false, broken_at: 6, hash_mismatches: 1 }
  const edit = sql`update audit_entries set payload = '{"key":"other"}' where seq = 6`
  t.match(await found([edit]), { ...expected, reason: 'payload_mismatch' })
  const spaced = sql`update audit_entries set payload = payload || ' ' where seq = 6`
  t.match(await found([spaced]), { ...expected, reason: 'payload_mismatch' })
  const hashed = sql`update audit_entries set payload_hash = repeat('0', 64) where seq = 6`
  t.match(await found([hashed]), { ...expected, reason: 'payload_mismatch' })
  const both = sql`update audit_entries set payload = '{}', payload_hash = encode(sha256('{}'), 'hex') where seq = 6`
  t.match(await found([both]), { ...expected, reason: 'entry_mismatch' })
})

t.test('an entry whose payload is no object is shown as text, and hides no other entry', async (t) => {
  for (const payload of ['no "JSON', '{"no"', '[1]', '6', '']) await showsUnreadable(t, payload)
})

async function showsUnreadable(t: Test, payload: string) {
  const edit = sql`update audit_entries set payload = ${payload} where seq = 6`
  const query = { per_page: 8, category: 'config_change' as const }
  const page = await tampered(deps, [edit], () => client.GET('/api/audit/entries', { params: { query } }))
  const shown = page.data?.data.map(({ seq, payload }) => [seq, payload])
  const expected = trail.map(({ seq, payload }) => [seq, JSON.parse(payload)]).reverse()
  expected[6] = [6, { unreadable: payload }]
  t.same(shown, expected.slice(0, 8))
  t.same(page.data?.meta, (await client.GET('/api/audit/entries', { params: { query } })).data?.meta)
}

t.test(
  'an entry that was edited and rehashed is found where the next entry does not link to it',
  async (t) => {
    const forged = { ...at(9), actor: 'nobody' }
    t.match(await found([rehashed(forged)]), { valid: false, broken_at: 10, reason: 'chain_broken' })
    t.match(await found([rehashed(forged)], { from: 10 }), { broken_at: 10, reason: 'chain_broken' })
  }
)

const FOUND_AT_THE_ANCHOR = { valid: false, broken_at: 8, reason: 'chain_broken' }

t.test('a trail that was rehashed from an edited entry on is found at the next anchor', async (t) => {
  t.match(await found(writtenAnew(trail, 3).changes), FOUND_AT_THE_ANCHOR)
})

t.test('data beside the seal of an export is no anchor, because the key did not sign it', async (t) => {
  const { changes, hashes } = writtenAnew(trail, 3)
  const column = sql`update audit_exports set head_hash = ${hashes.get(8)}`
  t.match(await found([...changes, column]), FOUND_AT_THE_ANCHOR)
  const seal = sql`update audit_exports set head_hash = ${hashes.get(8)},
    seal = replace(seal, ${at(8).entry_hash}, ${hashes.get(8)})`
  t.match(await found([...changes, seal]), FOUND_AT_THE_ANCHOR, 'by its file')
  const other = { valid: false, broken_at: 8, reason: 'seal_mismatch' }
  t.match(await found([column]), other, 'also where nothing else was touched')
  const today = () => client.POST('/api/audit/export', { body: {} })
  const { response, error } = await tampered(deps, [...changes, column], today)
  t.equal(response.status, 409, 'and nothing is signed that comes after it')
  t.match(error, {
    code: 'audit_broken',
    message: /seal of the audit export of 2026-03-10 .*\(seal_mismatch\)/
  })
})

t.test('a tail that was deleted with its export is found as long as the exported file exists', async (t) => {
  const cut = [
    sql`delete from audit_entries where seq > 6`,
    sql`delete from audit_exports`,
    sql`update audit_head set seq = 6, entry_hash = ${at(6).entry_hash}`
  ]
  t.match(await found(cut), { valid: false, broken_at: 7, reason: 'gap', gaps: 2 })
  const { changes } = writtenAnew(trail, 3)
  t.match(await found([...changes, sql`delete from audit_exports`]), FOUND_AT_THE_ANCHOR)
})

t.test('a deleted entry is found as a gap, even before the checked range', async (t) => {
  const gone = sql`delete from audit_entries where seq in (5, 6)`
  t.match(await found([gone]), { valid: false, broken_at: 5, reason: 'gap', gaps: 2, entries_checked: 10 })
  t.match(await found([gone], { from: 7 }), { valid: false, broken_at: 6, reason: 'gap', gaps: 1 })
})

t.test('a deleted beginning is found as a gap', async (t) => {
  const cut = sql`delete from audit_entries where seq <= 3`
  t.match(await found([cut]), { valid: false, broken_at: 1, reason: 'gap', gaps: 3, first_seq: 4 })
})

t.test('a deleted tail is found as a gap, even if the recorded end was moved', async (t) => {
  const cut = sql`delete from audit_entries where seq > 10`
  t.match(await found([cut]), { valid: false, broken_at: 11, reason: 'gap', gaps: 2, last_seq: 10 })
  const deep = sql`delete from audit_entries where seq > 6`
  const moved = sql`update audit_head set seq = 6, entry_hash = ${at(6).entry_hash}`
  t.match(await found([deep, moved]), { valid: false, broken_at: 7, reason: 'gap', gaps: 2, last_seq: 6 })
  t.match(await found([sql`delete from audit_entries`]), {
    valid: false,
    broken_at: 1,
    reason: 'gap',
    gaps: 12
  })
})

t.test('a deleted and rewritten tail is found at the anchor', async (t) => {
  const cut = sql`delete from audit_entries where seq > 6`
  const moved = sql`update audit_head set seq = 6, entry_hash = ${at(6).entry_hash}`
  const verdict = await tampered(deps, [cut, moved], async () => {
    for (let n = 7; n <= 12; n += 1) await recordEntries(deps, auditEntryAt(now, { actor: 'nobody' }))
    return verify()
  })
  t.match(verdict, { valid: false, broken_at: 8, reason: 'chain_broken', entries_checked: 12, gaps: 0 })
})

t.test('an inserted entry is found at the end and in the middle', async (t) => {
  const columns = sql`category, event_type, actor, actor_type, repo_full_name, pr_number, commit_sha, payload,
    framework, control_id, payload_hash`
  const forged = { ...at(12), seq: 13, prev_hash: at(12).entry_hash }
  const insert = (seq: number, prev: string | null, hash: string) =>
    sql`insert into audit_entries (seq, ${columns}, prev_hash, entry_hash, occurred_at)
      select ${seq}::int, ${columns}, ${prev}, ${hash}, occurred_at from audit_entries where seq = 12`
  const end = insert(13, forged.prev_hash, entryHashOf(forged))
  t.match(await found([end]), { valid: false, broken_at: 13, reason: 'chain_broken' })
  const between = { ...at(12), seq: 6, prev_hash: at(5).entry_hash }
  const shift = [
    sql`update audit_entries set seq = -seq where seq >= 6`,
    sql`update audit_entries set seq = 1 - seq where seq < 0`,
    sql`update audit_head set seq = 13`
  ]
  const squeezed = sql`insert into audit_entries (seq, ${columns}, prev_hash, entry_hash, occurred_at)
    select 6, ${columns}, ${between.prev_hash}, ${entryHashOf(between)}, occurred_at from audit_entries where seq = 13`
  t.match(await found([...shift, squeezed]), {
    valid: false,
    broken_at: 7,
    reason: 'entry_mismatch',
    gaps: 0
  })
})

t.test('reordered entries are found, even if they were rehashed', async (t) => {
  const swap = [
    sql`update audit_entries set seq = -1 where seq = 5`,
    sql`update audit_entries set seq = 5 where seq = 6`,
    sql`update audit_entries set seq = 6 where seq = -1`
  ]
  t.match(await found(swap), { valid: false, broken_at: 5, reason: 'entry_mismatch', hash_mismatches: 3 })
  const anew = [
    { ...at(6), seq: 5 },
    { ...at(5), seq: 6 }
  ].map((entry) => sql`update audit_entries set entry_hash = ${entryHashOf(entry)} where seq = ${entry.seq}`)
  t.match(await found([...swap, ...anew]), { valid: false, broken_at: 5, reason: 'chain_broken' })
})

t.test('nothing is exported over a trail that is broken', async (t) => {
  const edit = sql`update audit_entries set actor = 'nobody' where seq = 10`
  const reply = await tampered(deps, [edit], () => client.POST('/api/audit/export', { body: {} }))
  t.equal(reply.response.status, 409)
  t.match(reply.error, { code: 'audit_broken', message: /broken at entry 10 \(entry_mismatch\)/ })
  t.match((await client.POST('/api/audit/export', { body: {} })).data, { entry_count: 4 })
})

t.test('checks run one at a time, a long queue is refused, and appended entries disturb none', async (t) => {
  const [verdicts] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => client.GET('/api/audit/verify'))),
    recordEntries(deps, auditEntryAt(now))
  ])
  const answered = verdicts.filter(({ response }) => response.status === 200)
  t.ok(answered.length >= 8 && answered.every(({ data }) => data?.valid), `${answered.length} were answered`)
  t.ok(verdicts.every(({ response }) => [200, 503].includes(response.status)))
  t.match(await verifyTrail(deps, {}), { valid: true, last_seq: 13 })
})

t.test('an export that was made before its day was over does not become final by a column', async (t) => {
  now = new Date('2026-03-11T13:00:00.000Z')
  await exportDay(deps, '2026-03-11', 'manual')
  const final = sql`update audit_exports set final = true where date_covered = '2026-03-11'`
  t.match(await found([final]), { valid: false, broken_at: 13, reason: 'seal_mismatch' })
})
