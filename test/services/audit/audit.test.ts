import { sql } from 'drizzle-orm'
import t from 'tap'
import { entryHashOf } from '#domain/audit/audit.js'
import { sha256Of } from '#domain/json/canonical.js'
import { recordAudit } from '#services/audit/record.js'
import { rowsOf } from '#store/sql/database.js'
import { auditEntryAt, loadTrail, recordEntries } from '#test/fixtures/audit-trail.js'
import { startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps } = service
const AT = new Date('2026-03-10T12:00:00.123Z')

t.test('an entry stores its input, and the hashes of the database equal those of the verifier', async (t) => {
  await recordEntries(
    deps,
    auditEntryAt(AT, { eventType: 'patch' }),
    auditEntryAt(AT, {
      category: 'policy_bypass',
      eventType: 'waiver_granted',
      actor: 'Ünïcode "quoted" \\ 😀',
      actorType: 'bot',
      repo: null,
      prNumber: 7,
      commitSha: 'a'.repeat(40),
      payload: { z: 1, a: { nul: 'a\0b', half: '\ud800', list: [1.5, -0, null, true] }, line: 'a\nb\u2028' }
    })
  )
  const [first, second, ...more] = await loadTrail(deps)
  t.same(more, [])
  t.match(first, {
    seq: 1,
    category: 'config_change',
    event_type: 'patch',
    actor: 'api',
    actor_type: 'human',
    repo_full_name: 'octo-org/hello',
    pr_number: null,
    commit_sha: null,
    framework: ['iso27001'],
    control_id: 'A.12.1.2',
    payload: '{"after":true,"before":false,"key":"settings.dry_run"}',
    prev_hash: null,
    occurred_at: AT.toISOString()
  })
  t.match(second, {
    seq: 2,
    actor: 'Ünïcode "quoted" \\ 😀',
    framework: ['soc2', 'iso27001'],
    control_id: 'CC6.3',
    pr_number: 7,
    payload: '{"a":{"half":"\\ud800","list":[1.5,0,null,true],"nul":"a\\u0000b"},"line":"a\\nb\u2028","z":1}',
    prev_hash: first?.entry_hash
  })
  for (const entry of [first, second]) {
    t.equal(entry && entryHashOf(entry), entry?.entry_hash)
    t.equal(entry && sha256Of(entry.payload), entry?.payload_hash)
  }
})

t.test('a name that the database cannot store is sanitized, and hashed as stored', async (t) => {
  await recordEntries(deps, auditEntryAt(AT, { actor: `a\0b\udc00${'x'.repeat(490)}😀${'y'.repeat(20)}` }))
  const last = (await loadTrail(deps)).at(-1)
  t.match(last?.actor, /^ab\ufffdx+😀y+$/u)
  t.equal(last && entryHashOf(last), last?.entry_hash)
})

t.test('a failed change leaves no entry and no gap, and an invalid entry fails the change', async (t) => {
  const before = await loadTrail(deps)
  await t.rejects(
    deps.transaction(async (tx) => {
      await recordAudit(tx, auditEntryAt(AT))
      throw new Error('it did not work')
    }),
    /it did not work/
  )
  const deep = JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`)
  for (const payload of [{ n: Number.NaN }, deep, { long: 'x'.repeat(1_048_577) }])
    await t.rejects(recordEntries(deps, auditEntryAt(AT, { payload })), RangeError)
  t.same(await loadTrail(deps), before)
  await recordEntries(deps, auditEntryAt(AT))
  t.equal((await loadTrail(deps)).length, before.length + 1)
})

t.test('entries are appended at the end of their transaction, in the order of the calls', async (t) => {
  const { length } = await loadTrail(deps)
  await deps.transaction(async (tx) => {
    await recordAudit(tx, auditEntryAt(AT, { eventType: 'first' }))
    await recordAudit(tx, auditEntryAt(AT, { eventType: 'second' }))
    const rows = await rowsOf<{ count: number }>(tx, sql`select count(*)::int as count from audit_entries`)
    t.same(rows, [{ count: length }])
    // A transaction within ends on its own, and takes with it what it wrote.
    await tx.transaction((inner) => recordAudit(inner, auditEntryAt(AT, { eventType: 'within' })))
    await t.rejects(
      tx.transaction(async (inner) => {
        await recordAudit(inner, auditEntryAt(AT, { eventType: 'undone' }))
        throw new Error('undone')
      })
    )
  })
  t.same(
    (await loadTrail(deps)).slice(length).map(({ event_type }) => event_type),
    ['within', 'first', 'second']
  )
})

t.test('concurrent writers create one chain without gaps', async (t) => {
  const { length } = await loadTrail(deps)
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => recordEntries(deps, auditEntryAt(AT, { prNumber: n + 1 })))
  )
  const trail = await loadTrail(deps)
  t.equal(trail.length, length + 60)
  t.same(
    trail.map(({ seq }) => seq),
    trail.map((_, at) => at + 1)
  )
  t.same(
    trail.map(({ prev_hash }) => prev_hash),
    [null, ...trail.slice(0, -1).map(({ entry_hash }) => entry_hash)]
  )
  t.ok(trail.every((entry) => entryHashOf(entry) === entry.entry_hash))
})

t.test('the database refuses to update, delete or truncate audit entries', async (t) => {
  const before = await loadTrail(deps)
  for (const statement of [
    sql`update audit_entries set actor = 'nobody' where seq = 1`,
    sql`delete from audit_entries where seq = 1`,
    sql`truncate audit_entries`,
    sql`delete from audit_head`,
    sql`truncate audit_head`
  ])
    await t.rejects(deps.db.execute(statement), { cause: /the audit trail is kept as it is/ })
  t.same(await loadTrail(deps), before)
})
