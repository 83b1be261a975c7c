import { sql } from 'drizzle-orm'
import t from 'tap'
import { patchConfig, replaceConfig, restoreConfig } from '#services/configuration/changes.js'
import { recordRepository } from '#services/mirror/identities.js'
import { configHistoryText } from '#store/configuration/configs.js'
import { rowsOf } from '#store/sql/database.js'
import { startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps } = service

const repository = {
  hostId: 42,
  owner: 'octo-org',
  name: 'hello',
  private: false,
  defaultBranch: 'main',
  archived: false,
  language: null,
  stars: 0
}
const seen = { installationId: null, change: 'present' as const, at: deps.now() }
await deps.transaction((tx) => recordRepository(deps, tx, { repository, ...seen }))

const request = { repo: { owner: 'octo-org', repo: 'hello' }, by: 'admin', ifMatch: undefined }
const counts = async () => {
  const [row] = await rowsOf<Record<string, number>>(
    deps.db,
    sql`select (select count(*)::int from config_history) as history,
      (select count(*)::int from audit_entries where category = 'config_change') as audit,
      (select count(*)::int from activity where source = 'config_change') as activity`
  )
  return row
}

t.test('each change creates a history entry, an audit entry and an activity item', async (t) => {
  await replaceConfig(deps, request, { settings: { dry_run: true } })
  await patchConfig(deps, request, { pillars: { triage: { enabled: false } } })
  t.same(await counts(), { history: 2, audit: 2, activity: 2 })
  const [entry] = await rowsOf<{ event_type: string; actor: string; repo: string; payload: string }>(
    deps.db,
    sql`select event_type, actor, repo_full_name as repo, payload from audit_entries order by seq desc limit 1`
  )
  t.match(entry, { event_type: 'patch', actor: 'admin', repo: 'octo-org/hello' })
  t.match(JSON.parse(entry?.payload ?? ''), {
    changed_keys: ['/pillars/triage/enabled'],
    before_sha256: /^[0-9a-f]{64}$/,
    after_sha256: /^[0-9a-f]{64}$/
  })
})

t.test('a failed change leaves nothing', async (t) => {
  const before = await counts()
  await t.rejects(patchConfig(deps, request, { settings: { dry_run: 1 } }), { code: 'invalid_config' })
  await t.rejects(restoreConfig(deps, request, 999), { code: 'config_entry_not_found' })
  await t.rejects(patchConfig(deps, { ...request, ifMatch: '1' }, { settings: {} }), {
    code: 'stale_version'
  })
  t.same(await counts(), before)
})

t.test('a change without a difference leaves nothing', async (t) => {
  const before = await counts()
  await patchConfig(deps, request, { settings: { dry_run: true } })
  t.same(await counts(), before)
})

t.test('the size of all overrides together is limited, however small the changes', async (t) => {
  const rules = (from: number) =>
    Object.fromEntries(
      Array.from({ length: 15 }, (_, at) => [
        `rule-${from + at}`,
        { if: `"${'x'.repeat(1_900)}" == author`, run: [{ action: 'skip' }] }
      ])
    )
  await patchConfig(deps, request, { custom_rules: rules(100) })
  await patchConfig(deps, request, { custom_rules: rules(200) })
  const before = await counts()
  await t.rejects(patchConfig(deps, request, { custom_rules: rules(300) }), {
    code: 'invalid_config',
    message: /65536 bytes/
  })
  t.same(await counts(), before)
})

t.test('a configuration that is no longer valid cannot be restored', async (t) => {
  const page = { page: 1, perPage: 1, offset: 0, action: undefined }
  const [newest] = JSON.parse(await configHistoryText(deps.db, 42, page)).history
  await deps.db.execute(
    sql`update config_history set after = '{"settings":{"dry_run":"yes"}}' where id = ${newest.id}`
  )
  await t.rejects(restoreConfig(deps, request, newest.id), { code: 'invalid_config' })
})

t.test('values under the names of secrets are never stored, and conditions may have any name', async (t) => {
  const body = {
    pillars: { deploy: { api_token: 'Zx81', secrets: { key: 'shown' }, password: 'Zx81' } },
    expressions: { is_secret: 'draft' }
  }
  await replaceConfig(deps, request, body)
  await patchConfig(deps, request, { pillars: { deploy: { private_key: 'Zx81' } } })
  const { rows } = await service.test.database.execute(
    `select (select string_agg(c::text, ' ') from repo_configs c) || (select string_agg(h::text, ' ') from config_history h)
      || (select string_agg(a.payload, ' ') from audit_entries a) as text`,
    []
  )
  const text = String(rows[0]?.['text'])
  t.notMatch(text, 'Zx81')
  for (const kept of ['draft', 'shown', '[redacted]']) t.ok(text.includes(kept), kept)
})
