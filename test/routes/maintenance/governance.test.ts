import { eq, sql } from 'drizzle-orm'
import t from 'tap'
import type { JsonObject } from '#schemas/common.js'
import type { GovernanceTarget } from '#schemas/maintenance/governance.js'
import { govern } from '#services/maintenance/governance.js'
import { insertGovernanceEntry } from '#store/maintenance/governance.js'
import { rowsOf } from '#store/sql/database.js'
import { governanceEntries } from '#tables/maintenance/governance-entries.js'
import { seedRepository } from '../../fixtures/seed.js'
import { ADMIN_KEY, KEY, startTestService } from '../../harness/app.js'

const now = new Date('2026-03-01T12:00:00Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())
const { client, deps, inject } = service

type Query = Record<string, string | number | boolean>

const list = async (query: Query = {}) =>
  (await client.GET('/api/maintainer/audit', { params: { query } })).data
const idsOf = async (query: Query) => {
  const found = await list(query)
  t.equal(found?.meta.total, found?.data.length, `the total of ${JSON.stringify(query)}`)
  return found?.data.map(({ target_id }) => target_id)
}

interface Planted {
  actor: string
  action: string
  targetType: GovernanceTarget
  success: boolean
  at: string
}

/** An entry whose target has this name. */
async function plant(targetId: string, { actor, action, targetType, success, at }: Planted) {
  const error = success ? null : 'It was refused.'
  const entry = {
    actor,
    action,
    targetType,
    targetId,
    payload: null,
    success,
    error,
    createdAt: new Date(at)
  }
  await deps.transaction((tx) => insertGovernanceEntry(tx, entry))
}

t.test('what people asked for is listed newest first, and found by each filter', async (t) => {
  const api = { actor: 'api', action: 'settings.update', targetType: 'repo', success: true } as const
  await plant('octo-org/a', { ...api, at: '2026-02-01T12:00:00Z' })
  await plant('octo-org/b', { ...api, success: false, at: '2026-02-02T12:00:00Z' })
  await plant('octo-org/c', { ...api, actor: 'octocat', at: '2026-02-02T12:00:00Z' })
  const members = { ...api, action: 'members.sync', targetType: 'member' } as const
  await plant('100%_org', { ...members, at: '2026-02-03T12:00:00Z' })
  await plant('octo-org/a:main', {
    ...api,
    action: 'branch_rule.update',
    targetType: 'branch_rule',
    at: '2026-02-04T12:00:00Z'
  })
  const [main, org, c, b, a] = ['octo-org/a:main', '100%_org', 'octo-org/c', 'octo-org/b', 'octo-org/a']
  t.same(await idsOf({}), [main, org, c, b, a])
  t.same(await idsOf({ actor: 'octocat' }), [c])
  t.same(await idsOf({ actor: 'octo' }), [])
  t.same(await idsOf({ action: 'UPDATE' }), [main, c, b, a])
  t.same(await idsOf({ target: 'Octo-Org/A' }), [main, a])
  t.same(await idsOf({ target: '%_' }), [org])
  t.same(await idsOf({ target_type: 'repo' }), [c, b, a])
  t.same(await idsOf({ success: false }), [b])
  t.same(await idsOf({ target_type: 'repo', success: true, actor: 'api' }), [a])
  t.same(await idsOf({ from: '2026-02-02', to: '2026-02-03' }), [org, c, b])
  t.same(await idsOf({ from: '2026-02-02T12:00:00.001Z' }), [main, org])
  t.same(await idsOf({ to: '2026-02-01', actor: 'api' }), [a])
  t.match((await list({ success: false }))?.data[0], {
    id: Number,
    actor: 'api',
    action: 'settings.update',
    target_type: 'repo',
    target_id: b,
    payload: null,
    success: false,
    error: 'It was refused.',
    created_at: '2026-02-02T12:00:00.000Z'
  })
})

t.test('pages follow one another, by their number and by their cursor', async (t) => {
  const all = (await list())?.data ?? []
  t.same((await list({ per_page: 2, page: 2 }))?.data, all.slice(2, 4))
  const followed = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list(cursor === undefined ? { per_page: 2 } : { per_page: 2, cursor })
    if (!page) throw new Error('a page is there')
    t.equal(page.meta.total, all.length)
    followed.push(...page.data)
    cursor = page.meta.cursor ?? null
  }
  t.same(followed, all)
})

t.test('a filter that is not understood is 400 and named', async (t) => {
  const cases: [string, string][] = [
    ['target_type=planet', 'target_type'],
    ['success=maybe', 'success'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['actor=', 'actor'],
    ['actors=api', 'actors'],
    ['per_page=101', 'per_page']
  ]
  for (const [query, path] of cases) {
    const url = `/api/maintainer/audit?${query}`
    const reply = await inject({ url, headers: { authorization: `Bearer ${KEY}` } })
    t.equal(reply.statusCode, 400, query)
    t.equal(reply.json().details?.[0]?.path, path, query)
  }
})

const by = { actor: 'octocat', claimedActor: undefined, fault: undefined }
const act = { by, action: 'test.change', target: { type: 'repo', id: 'octo-org/repo-1' } } as const

async function recorded(work: () => Promise<unknown>) {
  const known = (await list({ action: act.action }))?.meta.total ?? 0
  await work().catch(() => undefined)
  const found = await list({ action: act.action })
  t.equal(found?.meta.total, known + 1, 'exactly one entry')
  return found?.data[0]
}

t.test('a change and its entry are committed together, or neither is', async (t) => {
  const payload: JsonObject = { permission: 'push', token: 'ghp_0123456789012345678901234567890123456' }
  const made = await recorded(() => govern(deps, act, async () => async () => ({ reply: 1, payload })))
  t.match(made, { success: true, error: null, payload: { permission: 'push' } })
  t.notMatch(JSON.stringify(made), /ghp_/)
  const refused = await recorded(() =>
    govern(deps, act, async () => async (tx) => {
      await tx.execute(sql`create table half_done (id int)`)
      throw new Error('password=secret at 10.0.0.1')
    })
  )
  t.match(refused, { success: false, error: 'Internal error. The log of the service has the details.' })
  t.same(await rowsOf(deps.db, sql`select to_regclass('half_done')::text as found`), [{ found: null }])
})

t.test(
  'what fails before anything is written is recorded, and so is what the database refuses',
  async (t) => {
    const early = await recorded(() =>
      govern(deps, act, async () => {
        throw new TypeError('x is not a function')
      })
    )
    t.match(early, { success: false, error: /Internal error/ })
    const late = await recorded(() =>
      govern(deps, act, async () => async (tx) => {
        await tx.execute(sql`select 1 / 0`)
        return { reply: 1, payload: {} }
      })
    )
    t.match(late, { success: false, error: /Internal error/ })
  }
)

t.test('the actor is who proved itself; the name that a request claims is kept beside it', async (t) => {
  await seedRepository(deps, { hostId: 1 })
  for (const repo of ['repo-1', 'unknown']) {
    const { response } = await service
      .clientWith({ authorization: `Bearer ${ADMIN_KEY}`, 'x-actor-login': 'octocat' })
      .PATCH('/api/maintainer/{owner}/{repo}/settings', {
        params: { path: { owner: 'octo-org', repo } },
        body: { enabled: false }
      })
    const [newest] = (await list({ actor: 'admin', action: 'settings' }))?.data ?? []
    t.match(newest, { success: response.status === 200, payload: { claimed_actor: 'octocat' } })
  }
})

t.test('no entry is changed or deleted', async (t) => {
  const change = { actor: 'somebody else' }
  await t.rejects(deps.transaction((tx) => tx.update(governanceEntries).set(change)))
  await t.rejects(deps.transaction((tx) => tx.delete(governanceEntries).where(eq(governanceEntries.id, 1))))
})
