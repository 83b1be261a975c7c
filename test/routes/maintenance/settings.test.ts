import t from 'tap'
import type { JsonObject } from '#schemas/common.js'
import type { SettingsPatch } from '#schemas/maintenance/settings.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { configFiles } from '#tables/configuration/configs.js'
import { governanceEntries } from '#tables/maintenance/governance-entries.js'
import { maintenanceSettings } from '#tables/maintenance/maintenance-settings.js'
import { resetHistory } from '../../fixtures/random-history.js'
import { seedRepository } from '../../fixtures/seed.js'
import { KEY, startTestService } from '../../harness/app.js'

let now = new Date('2026-03-01T12:00:00Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())
const { client, deps, inject } = service

t.beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z')
  await resetHistory(deps)
})

const SETTINGS = '/api/maintainer/{owner}/{repo}/settings'
const pathOf = (repo: string) => ({ path: { owner: 'octo-org', repo } })
const get = async (repo = 'repo-1') => (await client.GET(SETTINGS, { params: pathOf(repo) })).data
const patch = (body: SettingsPatch, repo = 'repo-1') => client.PATCH(SETTINGS, { params: pathOf(repo), body })
const changed = async (body: SettingsPatch) => {
  const { data, error } = await patch(body)
  if (!data) throw new Error(error.message)
  return data
}

async function refusal(payload: JsonObject) {
  const reply = await inject({
    method: 'PATCH',
    url: '/api/maintainer/octo-org/repo-1/settings',
    headers: { authorization: `Bearer ${KEY}` },
    payload
  })
  const { details = [], message } = reply.json()
  return { status: reply.statusCode, path: details[0]?.path, message }
}

const entries = () => deps.db.select().from(governanceEntries).orderBy(governanceEntries.id)

async function lastEntry() {
  return (await entries()).at(-1)
}

const DEFAULTS = {
  stale_issue_days: 60,
  stale_pr_days: 30,
  stale_warn_days: 7,
  cleanup_branches: false,
  enabled: true,
  auto_close: false
}

t.test('while nothing is stored, the defaults are shown, without an id and a time', async (t) => {
  t.same(await get(), {
    repo_id: 1,
    ...DEFAULTS,
    effective: { ...DEFAULTS, close_issue_days: null, close_pr_days: null },
    sources: {
      stale_issue_days: 'defaults',
      stale_pr_days: 'defaults',
      stale_warn_days: 'defaults',
      cleanup_branches: 'defaults',
      enabled: 'defaults',
      auto_close: 'defaults'
    }
  })
})

t.test('the first change is stored, and later ones keep what they do not name', async (t) => {
  const first = await changed({ stale_issue_days: 90, auto_close: true })
  t.match(first, {
    repo_id: 1,
    ...DEFAULTS,
    stale_issue_days: 90,
    auto_close: true,
    updated_at: now.toISOString(),
    effective: { stale_issue_days: 90, auto_close: true, close_issue_days: 90, close_pr_days: 30 },
    sources: { stale_issue_days: 'settings', stale_pr_days: 'defaults', auto_close: 'settings' }
  })
  t.type(first.id, 'number')
  t.same(await get(), first)
  now = new Date('2026-03-02T12:00:00Z')
  const second = await changed({ stale_warn_days: 0, cleanup_branches: true, enabled: false })
  t.match(second, {
    id: first.id,
    stale_issue_days: 90,
    stale_pr_days: 30,
    stale_warn_days: 0,
    cleanup_branches: true,
    enabled: false,
    auto_close: true,
    updated_at: now.toISOString()
  })
  t.same(await get(), second)
  t.match(await get('repo-2'), { repo_id: 2, ...DEFAULTS })
})

t.test('a setting that is no longer stored falls back to the configuration', async (t) => {
  const at = new Date('2026-03-01T11:00:00Z')
  const content = { pillars: { maintainer: { stale: { issues: { warn_days: 45, close_days: 5 } } } } }
  await deps.transaction(async (tx) => {
    await tx.insert(configFiles).values({ repoId: 1, content, fetchedAt: at, checkedAt: at })
  })
  t.match(await changed({ stale_issue_days: 90, auto_close: false }), {
    effective: { stale_issue_days: 90, auto_close: false, close_issue_days: null }
  })
  t.match(await changed({ stale_issue_days: null, auto_close: null }), {
    stale_issue_days: 60,
    auto_close: false,
    effective: { stale_issue_days: 45, auto_close: true, close_issue_days: 50 },
    sources: { stale_issue_days: 'repo', auto_close: 'repo' }
  })
})

t.test('what is out of range, of the wrong type or unknown is 400, and named', async (t) => {
  const cases: [JsonObject, string, RegExp][] = [
    [{ stale_issue_days: 0 }, '/stale_issue_days', /1/],
    [{ stale_issue_days: 3_651 }, '/stale_issue_days', /3650/],
    [{ stale_pr_days: -1 }, '/stale_pr_days', /1/],
    [{ stale_pr_days: 1.5 }, '/stale_pr_days', /whole number/],
    [{ stale_warn_days: -1 }, '/stale_warn_days', /0/],
    [{ stale_warn_days: 366 }, '/stale_warn_days', /365/],
    [{ stale_warn_days: 30 }, '/stale_warn_days', /less than stale_pr_days, which is 30/],
    [{ stale_pr_days: 7 }, '/stale_pr_days', /greater than stale_warn_days, which is 7/],
    [{ stale_issue_days: 20, stale_warn_days: 20 }, '/stale_warn_days', /less than stale_issue_days/],
    [{ enabled: 'yes' }, '/enabled', /true or false/],
    [{ stale_days: 30 }, '/stale_days', /not a known field/],
    [{ enabled: true, autoClose: true }, '/autoClose', /not a known field/],
    [{}, '', /stale_issue_days, stale_pr_days/]
  ]
  for (const [body, path, message] of cases)
    t.match(await refusal(body), { status: 400, path, message }, JSON.stringify(body))
  t.same(await deps.db.select().from(maintenanceSettings), [])
})

t.test('two changes at once lose none of their fields', async (t) => {
  await Promise.all([
    changed({ stale_issue_days: 100 }),
    changed({ stale_pr_days: 50 }),
    changed({ stale_warn_days: 3 }),
    changed({ cleanup_branches: true })
  ])
  t.match(await get(), {
    stale_issue_days: 100,
    stale_pr_days: 50,
    stale_warn_days: 3,
    cleanup_branches: true
  })
  t.equal((await entries()).length >= 4, true)
})

t.test('a repository that is not known, or is gone, is 404', async (t) => {
  t.equal((await client.GET(SETTINGS, { params: pathOf('unknown') })).response.status, 404)
  t.equal((await patch({ enabled: false }, 'unknown')).response.status, 404)
  await seedRepository(deps, { hostId: 1, change: 'deleted' })
  t.equal((await client.GET(SETTINGS, { params: pathOf('repo-1') })).response.status, 404)
  t.equal((await patch({ enabled: false })).response.status, 404)
})

t.test('a change is recorded with what it changed, and in the audit trail', async (t) => {
  await changed({ stale_pr_days: 20 })
  await changed({ stale_pr_days: 25, enabled: false })
  const nothing = {
    stale_issue_days: null,
    stale_pr_days: null,
    stale_warn_days: null,
    cleanup_branches: null,
    enabled: null,
    auto_close: null
  }
  const payload = {
    before: { ...nothing, stale_pr_days: 20 },
    after: { ...nothing, stale_pr_days: 25, enabled: false }
  }
  t.match(await lastEntry(), {
    actor: 'api',
    action: 'settings.update',
    targetType: 'repo',
    targetId: 'octo-org/repo-1',
    payload,
    success: true,
    error: null,
    createdAt: now
  })
  const trail = await deps.db.select().from(auditEntries).orderBy(auditEntries.seq)
  t.match(trail.at(-1), {
    category: 'config_change',
    eventType: 'maintainer_settings_updated',
    actor: 'api',
    actorType: 'human',
    repoFullName: 'octo-org/repo-1'
  })
  t.same(JSON.parse(trail.at(-1)?.payload ?? ''), payload)
})

t.test('every refused change leaves one entry, with the message of its reply', async (t) => {
  const refused: (() => Promise<{ message: string }>)[] = [
    () => refusal({ stale_warn_days: 30 }),
    () => refusal({ stale_issue_days: 0 }),
    () => refusal({ unknown: 1 }),
    async () => (await patch({ enabled: true }, 'unknown')).error ?? { message: '' }
  ]
  for (const refuse of refused) {
    const before = (await entries()).length
    const { message } = await refuse()
    t.equal((await entries()).length, before + 1, message)
    t.match(await lastEntry(), { action: 'settings.update', payload: null, success: false, error: message })
  }
})
