import { asc, eq } from 'drizzle-orm'
import t from 'tap'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { Json } from '#schemas/common.js'
import type { WaiverBody } from '#schemas/waivers/waivers.js'
import { expireWaiversDue, findWaiver } from '#services/waivers/waivers.js'
import { countWaiverUse } from '#store/waivers/waivers.js'
import { activity } from '#tables/activity/activity.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { resetHistory } from '../fixtures/random-history.js'
import { seedRepository } from '../fixtures/seed.js'
import { ADMIN_KEY, KEY, startTestService } from '../harness/app.js'

let now = new Date('2026-03-01T12:00:00Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())
const { client, deps, inject } = service
const later = (ms: number) => new Date(now.getTime() + ms).toISOString()

t.beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z')
  await resetHistory(deps)
})

const REPO = 'octo-org/repo-1'
const plain: WaiverBody = { repo: REPO, pillar: 'triage', reason: 'Under repair.', granted_by: 'octocat' }

async function grant(more: Partial<WaiverBody> = {}) {
  const { data, error } = await client.POST('/api/waivers', { body: { ...plain, ...more } })
  if (!data) throw new Error(error.message)
  return data.data
}

async function refusal(body: Record<string, Json | undefined>) {
  const payload = { ...plain, ...body }
  const reply = await inject({
    method: 'POST',
    url: '/api/waivers',
    headers: { authorization: `Bearer ${KEY}` },
    payload
  })
  const { details = [], message } = reply.json()
  return { status: reply.statusCode, path: details[0]?.path, message }
}

const list = async (query: Record<string, string | number | boolean> = {}) =>
  (await client.GET('/api/waivers', { params: { query } })).data
const idsOf = async (query: Record<string, string | number | boolean> = {}) => {
  const found = await list(query)
  t.equal(found?.meta.total, found?.data.length, `the total of ${JSON.stringify(query)}`)
  return found?.data.map(({ id }) => id)
}
const check = async (query: Record<string, string>) =>
  (await client.GET('/api/waivers/check', { params: { query: { repo: REPO, pillar: 'triage', ...query } } }))
    .data
const revoke = (id: number, headers: Record<string, string> = { authorization: `Bearer ${KEY}` }) =>
  service.clientWith(headers).DELETE('/api/waivers/{id}', { params: { path: { id } } })

t.test('a waiver is granted in the name that proved itself, whatever the request calls itself', async (t) => {
  const waiver = await grant({ scope: 'branch', scope_value: 'release/*', expires_at: later(30 * DAY_MS) })
  t.match(waiver, {
    repo_id: 1,
    repo_full_name: REPO,
    pillar: 'triage',
    scope: 'branch',
    scope_value: 'release/*',
    reason: 'Under repair.',
    granted_by: 'octocat',
    granted_principal: 'api',
    source: 'api',
    active: true,
    status: 'active',
    created_at: now.toISOString(),
    expires_at: later(30 * DAY_MS),
    expired_at: null,
    revoked_at: null,
    uses: 0
  })
  const admin = service.clientWith({ authorization: `Bearer ${ADMIN_KEY}` })
  const { data } = await admin.POST('/api/waivers', { body: plain })
  t.match(data?.data, { granted_principal: 'admin', granted_by: 'octocat', scope: 'repo', scope_value: null })
})

t.test('one waiver is shown by its id, also when it has ended, and an unknown one is 404', async (t) => {
  const show = (id: number) => client.GET('/api/waivers/{id}', { params: { path: { id } } })
  const waiver = await grant()
  t.same((await show(waiver.id)).data, waiver)
  await revoke(waiver.id)
  t.match((await show(waiver.id)).data, { id: waiver.id, status: 'revoked', revoked_by: 'api' })
  const { response, error } = await show(99_999)
  t.equal(response.status, 404)
  t.match(error, { code: 'waiver_not_found', message: 'Waiver 99999 does not exist.' })
})

t.test('what a waiver must say is asked for by name, with what is allowed', async (t) => {
  t.match(await refusal({ pillar: 'everything' }), { status: 400, path: '/pillar', message: /ci_healing/ })
  t.match(await refusal({ scope: 'file' }), {
    status: 400,
    path: '/scope',
    message: /issue, pr, branch, repo/
  })
  t.match(await refusal({ reason: undefined }), { status: 400, path: '/reason' })
  t.match(await refusal({ reason: '   ' }), { status: 400, path: '/reason' })
  t.match(await refusal({ reason: 'x'.repeat(1_001) }), { status: 400, path: '/reason' })
  t.match(await refusal({ granted_by: undefined }), { status: 400, path: '/granted_by' })
  t.match(await refusal({ grantedBy: 'octocat' }), { status: 400, path: '/grantedBy' })
  t.match(await refusal({ scope: 'pr' }), { status: 400, path: '/scope_value' })
  t.match(await refusal({ scope: 'pr', scope_value: '#17' }), { status: 400, path: '/scope_value' })
  t.match(await refusal({ scope_value: 'main' }), { status: 400, path: '/scope_value' })
  t.match(await refusal({ repo: 'octo-org/unknown' }), { status: 404 })
  t.same(await idsOf(), [])
})

t.test('an end is a moment to come, or the waiver is not granted', async (t) => {
  for (const expires_at of ['tomorrow', '', '2026-02-30', later(0), later(-1), '2026-02-28'])
    t.match(await refusal({ expires_at }), { status: 400, path: '/expires_at' }, expires_at)
  t.equal((await grant({ expires_at: '2026-03-01' })).expires_at, '2026-03-01T23:59:59.999Z')
  t.equal((await grant({ expires_at: null })).expires_at, null)
})

t.test('a waiver ends at the very instant, whether or not that has been noted', async (t) => {
  const { id } = await grant({ expires_at: later(8 * DAY_MS) })
  const status = async () => (await list())?.data.map((one) => `${one.status} ${one.active}`)
  t.same(await status(), ['active true'])
  now = new Date(now.getTime() + DAY_MS)
  t.same(await status(), ['expiring true'])
  now = new Date(now.getTime() + 7 * DAY_MS - 1)
  t.match(await check({}), { waived: true, waiver: { id } })
  now = new Date(now.getTime() + 1)
  for (const _noted of [false, true]) {
    t.same(await check({}), { waived: false, waiver: null })
    t.match(await list(), { data: [{ status: 'expired', active: false, expired_at: now.toISOString() }] })
    t.same(await idsOf({ status: 'expired' }), [id])
    t.same(await idsOf({ active: true }), [])
    t.equal((await revoke(id)).response.status, 404)
    await expireWaiversDue(deps)
  }
})

t.test('each status, and the totals that go with it, follow the waivers', async (t) => {
  const [forEver, soon, short, taken] = [
    await grant(),
    await grant({ pillar: 'insights', expires_at: later(3 * DAY_MS) }),
    await grant({ scope: 'pr', scope_value: '17', expires_at: later(60_000) }),
    await grant({ repo: 'octo-org/repo-2', granted_by: 'hubot', reason: 'An 80% guess_' })
  ].map(({ id }) => id)
  t.equal((await revoke(taken ?? 0)).response.status, 200)
  now = new Date(now.getTime() + MINUTE_MS)
  for (const _noted of [false, true]) {
    t.same(await idsOf(), [taken, short, soon, forEver])
    t.same(await idsOf({ active: false, status: 'all' }), [taken, short, soon, forEver])
    t.same(await idsOf({ active: true }), [soon, forEver])
    t.same(await idsOf({ status: 'active' }), [forEver])
    t.same(await idsOf({ status: 'expiring' }), [soon])
    t.same(await idsOf({ status: 'expired' }), [short])
    t.same(await idsOf({ status: 'revoked' }), [taken])
    t.same(await idsOf({ status: 'revoked', active: true }), [])
    t.same(await idsOf({ repo: 'Octo-Org/Repo-2' }), [taken])
    t.same(await idsOf({ repo: REPO, active: true, pillar: 'insights' }), [soon])
    t.same(await idsOf({ scope: 'pr' }), [short])
    t.same(await idsOf({ scope: 'pr', pillar: 'insights' }), [])
    t.same(await idsOf({ granted_by: 'hubot' }), [taken])
    t.same(await idsOf({ q: '80% GUESS_' }), [taken])
    t.same(await idsOf({ q: '8_%' }), [])
    await expireWaiversDue(deps)
  }
  const pages = [await list({ per_page: 3 }), await list({ per_page: 3, page: 2 })]
  t.same(
    pages.map((page) => page?.data.length),
    [3, 1]
  )
  const cursor = pages[0]?.meta.cursor ?? ''
  t.same((await list({ per_page: 3, cursor }))?.data, pages[1]?.data)
})

t.test('waivers of a repository that is gone are not listed, and come back with it', async (t) => {
  const { id } = await grant()
  await seedRepository(deps, { hostId: 1, change: 'deleted' })
  t.same(await idsOf(), [])
  t.equal((await client.GET('/api/waivers', { params: { query: { repo: REPO } } })).response.status, 404)
  await seedRepository(deps, { hostId: 1 })
  t.same(await idsOf(), [id])
})

t.test('a waiver is revoked once, however many ask at once, and never comes back', async (t) => {
  const { id } = await grant()
  const replies = await Promise.all([revoke(id), revoke(id), revoke(id)])
  t.same(replies.map(({ response }) => response.status).sort(), [200, 404, 404])
  t.match(replies.find(({ data }) => data)?.data?.data, {
    active: false,
    status: 'revoked',
    revoked_by: 'api',
    revoked_principal: 'api',
    revoked_at: now.toISOString()
  })
  t.same(await check({}), { waived: false, waiver: null })
  t.same(await idsOf({ status: 'revoked' }), [id])
  const { error } = await client.DELETE('/api/waivers/{id}', {
    params: { path: { id: id + 1 } },
    body: { revoked_by: 'octocat' }
  })
  t.match(error, { status: 404, code: 'waiver_not_found' })
})

t.test('two who grant the same at once get a waiver each, and each ends by itself', async (t) => {
  const [one, other] = await Promise.all([grant(), grant()])
  t.not(one.id, other.id)
  t.same((await idsOf())?.length, 2)
  await revoke(one.id)
  t.match(await check({}), { waived: true, waiver: { id: other.id } })
  await revoke(other.id)
  t.match(await check({}), { waived: false })
})

t.test(
  'a question tells the waiver that wins, and one of another repository or pillar never does',
  async (t) => {
    await grant({ repo: 'octo-org/repo-2' })
    await grant({ pillar: 'insights' })
    const pull = await grant({ scope: 'pr', scope_value: '17' })
    const branch = await grant({ scope: 'branch', scope_value: 'release*' })
    t.match(await check({}), { waived: false })
    t.match(await check({ scope: 'pr', scope_value: '17' }), { waiver: { id: pull.id } })
    t.match(await check({ scope: 'pr', scope_value: '18' }), { waived: false })
    t.match(await check({ scope: 'issue', scope_value: '17' }), { waived: false })
    t.match(await check({ scope: 'branch', scope_value: 'release/1/2' }), { waiver: { id: branch.id } })
    const whole = await grant()
    t.match(await check({ scope: 'pr', scope_value: '18' }), { waiver: { id: whole.id } })
    for (const query of [
      { pillar: 'all' },
      { scope: 'pr' },
      { scope: 'pr', scope_value: 'x' },
      { scope_value: 'x' }
    ])
      t.equal(
        (
          await inject({
            url: '/api/waivers/check',
            headers: { authorization: `Bearer ${KEY}` },
            query: { repo: REPO, pillar: 'triage', ...query }
          })
        ).statusCode,
        400,
        JSON.stringify(query)
      )
  }
)

t.test('who decides asks with all that is known, and what it leaned on is counted', async (t) => {
  const branch = await grant({ scope: 'branch', scope_value: 'release/*' })
  const pull = await grant({ scope: 'pr', scope_value: '17' })
  const asked = { repoId: 1, pillar: 'triage', branches: ['topic', 'release/1'], at: now } as const
  t.equal((await findWaiver(deps.db, { ...asked, pr: 17 }))?.id, pull.id)
  t.equal((await findWaiver(deps.db, { ...asked, pr: 18 }))?.id, branch.id)
  t.equal(await findWaiver(deps.db, { ...asked, repoId: 2 }), undefined)
  await Promise.all([1, 2, 3].map(() => deps.transaction((tx) => countWaiverUse(tx, branch.id, now))))
  t.match(await check({ scope: 'branch', scope_value: 'release/1' }), {
    waiver: { id: branch.id, uses: 3, last_used_at: now.toISOString() }
  })
})

t.test(
  'what is granted and what ends is in the audit trail and in the feed, and nowhere twice',
  async (t) => {
    const pull = await grant({ scope: 'pr', scope_value: '17' })
    const short = await grant({ expires_at: later(1_000) })
    await revoke(pull.id)
    now = new Date(now.getTime() + 1_000)
    await expireWaiversDue(deps)
    await expireWaiversDue(deps)
    const entries = (await deps.db.select().from(auditEntries).orderBy(asc(auditEntries.seq))).filter(
      ({ payload }) => [pull.id, short.id].includes(JSON.parse(payload).waiver_id)
    )
    t.match(entries, [
      {
        category: 'policy_bypass',
        eventType: 'waiver_granted',
        actor: 'api',
        actorType: 'human',
        prNumber: 17
      },
      { category: 'policy_bypass', eventType: 'waiver_granted', repoFullName: REPO, prNumber: null },
      { category: 'policy_bypass', eventType: 'waiver_revoked', actor: 'api', prNumber: 17 }
    ])
    t.equal(entries.length, 3)
    t.match(JSON.parse(entries[0]?.payload ?? ''), {
      pillar: 'triage',
      scope: 'pr',
      scope_value: '17',
      reason: 'Under repair.',
      named_by: 'octocat'
    })
    const items = await deps.db
      .select()
      .from(activity)
      .where(eq(activity.source, 'waiver'))
      .orderBy(asc(activity.sourceId))
    t.match(items, [
      { sourceId: pull.id, status: 'revoked', targetNumber: 17, actionType: 'revoked' },
      { sourceId: short.id, status: 'expired', targetNumber: null, actionType: 'expired' }
    ])
    t.equal(items.length, 2)
  }
)
