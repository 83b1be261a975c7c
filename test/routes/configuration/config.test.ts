import t from 'tap'
import { recordRepository } from '#services/mirror/identities.js'
import { ADMIN_KEY, startTestService } from '#test/harness/app.js'
import { login } from '#test/harness/sessions.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps, client, inject } = service

const HELLO = { path: { owner: 'octo-org', repo: 'hello' } }
const URL = '/api/config/octo-org/hello'
const KEYED = { authorization: `Bearer ${ADMIN_KEY}` }

async function addRepository(hostId: number, name: string): Promise<void> {
  const repository = {
    hostId,
    owner: 'octo-org',
    name,
    private: false,
    defaultBranch: 'main',
    archived: false,
    language: null,
    stars: 0
  }
  const seen = { installationId: null, change: 'present' as const, at: deps.now() }
  await deps.transaction((tx) => recordRepository(deps, tx, { repository, ...seen }))
}

await addRepository(42, 'hello')
await addRepository(43, 'other')

const admin = service.clientWith(KEYED)
type Body = Record<string, unknown>
const put = (body: Body, header: { 'if-match'?: string } = {}) =>
  admin.PUT('/api/config/{owner}/{repo}', { params: { ...HELLO, header }, body })
const patch = (body: Body, header: { 'if-match'?: string } = {}) =>
  admin.PATCH('/api/config/{owner}/{repo}', { params: { ...HELLO, header }, body })
const remove = () => admin.DELETE('/api/config/{owner}/{repo}', { params: HELLO })
const get = async () => (await client.GET('/api/config/{owner}/{repo}', { params: HELLO })).data
const history = async (query: object = {}) =>
  (await client.GET('/api/config/{owner}/{repo}/history', { params: { ...HELLO, query } })).data

t.beforeEach(async () => {
  await remove()
})

t.test(
  'without anything set the defaults hold, and the reply says where each value comes from',
  async (t) => {
    const found = await get()
    t.match(found, {
      source: 'yaml_or_default',
      overrides: {},
      config: { version: 1, pillars: { triage: { enabled: true }, issue_fix: { enabled: false } } },
      layers: { defaults: true, org: false, repo: false, db: false, org_file: null },
      is_readable: true
    })
    t.equal(found?.sources['/pillars/triage/enabled'], 'defaults')
    t.match(found?.pillars['spam_gate'], { enabled: false, has_override: false })
    t.match(found?.layers.file.error, /No credential/)
  }
)

t.test('a replacement takes the place of all that was set, and names who did it', async (t) => {
  await put({ settings: { dry_run: true } })
  const reply = await put({ pillars: { triage: { enabled: false } } })
  t.match(reply.data, {
    ok: true,
    source: 'database',
    config: { settings: { dry_run: false } },
    warnings: []
  })
  const found = await get()
  t.same(found?.overrides, { pillars: { triage: { enabled: false } } })
  t.equal(found?.updated_by, 'admin')
  t.equal(found?.sources['/pillars/triage/enabled'], 'db')
  t.match(found?.pillars['triage'], { enabled: false, has_override: true })
})

t.test('a patch merges, null takes out, and what is left empty goes', async (t) => {
  await put({ pillars: { triage: { enabled: false, auto_label: false } }, settings: { dry_run: true } })
  await patch({ pillars: { triage: { auto_label: null }, ci_healing: { max_fix_attempts: 5 } } })
  t.same((await get())?.overrides, {
    pillars: { triage: { enabled: false }, ci_healing: { max_fix_attempts: 5 } },
    settings: { dry_run: true }
  })
  const reply = await patch({ pillars: null, settings: { dry_run: null } })
  t.match(reply.data, { source: 'yaml_or_default', config: { settings: { dry_run: false } } })
  t.same((await get())?.overrides, {})
})

t.test('a null that is set stays null', async (t) => {
  await put({ pillars: { maintainer: { stale: { issues: { close_days: 30 } } } } })
  await put({ pillars: { maintainer: { stale: { issues: { close_days: null } } } } })
  t.equal((await get())?.config.pillars.maintainer.stale.issues.close_days, null)
})

t.test('what changes nothing leaves no entry and no version behind', async (t) => {
  await put({ settings: { dry_run: true } })
  const before = [(await get())?.version, (await history())?.total]
  t.match((await patch({ settings: { dry_run: true } })).data, { message: 'Nothing has changed.' })
  await patch({})
  t.same([(await get())?.version, (await history())?.total], before)
  await remove()
  const { total } = (await history()) ?? {}
  t.match((await remove()).data, { ok: true, source: 'yaml_or_default', config: { version: 1 } })
  t.equal((await history())?.total, total)
})

t.test('the history tells each change with what was before and after, the newest first', async (t) => {
  await put({ settings: { dry_run: true } })
  await patch({ pillars: { triage: { enabled: false } } })
  await remove()
  const found = (await history({ limit: 3 }))?.history ?? []
  t.same(
    found.map(({ action }) => action),
    ['delete', 'patch', 'set']
  )
  t.same(found[0]?.after, {})
  t.same(found[0]?.before, found[1]?.after)
  t.same(found[1]?.before, found[2]?.after)
  t.match(found[2], { before: {}, after: { settings: { dry_run: true } }, updated_by: 'admin' })
  const removals = (await history({ action: 'delete', per_page: 1 }))?.history ?? []
  t.same(removals, found.slice(0, 1))
  const second = (await history({ per_page: 1, page: 2 }))?.history
  t.same(second, found.slice(1, 2))
})

t.test('an earlier state is brought back whole, and the history says from where', async (t) => {
  await put({ settings: { dry_run: true } })
  const [first] = (await history())?.history ?? []
  await put({ settings: { dry_run: false } })
  const restore = (id: number, path = HELLO.path) =>
    admin.POST('/api/config/{owner}/{repo}/restore/{id}', { params: { path: { ...path, id } } })
  const { data } = await restore(first?.id ?? 0)
  t.match(data, { ok: true, config: { settings: { dry_run: true } } })
  t.match((await history())?.history[0], { action: 'restore', restored_from: first?.id })
  await remove()
  const [removal] = (await history())?.history ?? []
  t.match((await restore(removal?.id ?? 0)).error, { status: 400, code: 'nothing_to_restore' })
  t.match((await restore(999_999)).error, { status: 404 })
  t.match((await restore(first?.id ?? 0, { owner: 'octo-org', repo: 'other' })).error, { status: 404 })
  t.equal((await restore(1e19)).response.status, 400)
  t.equal((await inject({ method: 'POST', url: `${URL}/restore/first`, headers: KEYED })).statusCode, 400)
})

t.test('a change that is meant for another version is refused, and told the current one', async (t) => {
  await put({ settings: { dry_run: true } })
  const version = (await get())?.version ?? 0
  const stale = await put({ settings: { dry_run: false } }, { 'if-match': `${version - 1}` })
  t.match(stale.error, { status: 409, code: 'stale_version', details: [{ message: RegExp(`${version}`) }] })
  t.match((await put({ settings: {} }, { 'if-match': `"${version}"` })).data, { version: version + 1 })
  t.match((await patch({ version: 1 }, { 'if-match': '*' })).data, { version: version + 2 })
  t.match((await patch({ version: 1 }, { 'if-match': 'newest' })).error, { status: 400 })
})

const REFUSED: [string, object | string, string, RegExp][] = [
  ['a list', '[1]', '', /object/],
  ['a section that is no object', { pillars: [] }, '/pillars', /an object/],
  ['an unknown section', { plugins: {} }, '/plugins', /version, pillars, settings/],
  ['a value of another kind', { settings: { dry_run: 'yes' } }, '/settings/dry_run', /true or false/],
  [
    'a word that is not allowed',
    { pillars: { ci_healing: { min_confidence_to_patch: 'some' } } },
    '/pillars/ci_healing/min_confidence_to_patch',
    /low, medium, high/
  ],
  [
    'a number beyond its bounds',
    { pillars: { ci_healing: { max_fix_attempts: 21 } } },
    '/pillars/ci_healing/max_fix_attempts',
    /from 0 to 20/
  ],
  [
    'a metric that is not known',
    { quality_gates: { a: { conditions: [{ metric: 'luck', operator: '<', threshold: 1 }] } } },
    '/quality_gates/a/conditions/0/metric',
    /ci_failure_rate_7d/
  ],
  [
    'an action that is not known',
    { custom_rules: { a: { if: 'true', run: [{ action: 'explode' }] } } },
    '/custom_rules/a/run/0/action',
    /add-label/
  ],
  [
    'a condition that cannot be read',
    { custom_rules: { a: { if: 'title ==', run: [{ action: 'skip' }] } } },
    '/custom_rules/a/if',
    /./
  ],
  [
    'an action without what it needs',
    { custom_rules: { a: { if: 'true', run: [{ action: 'add-label' }] } } },
    '/custom_rules/a/run/0/args',
    /label/
  ],
  ['a reserved name', '{"pillars":{"__proto__":{"enabled":true}}}', '/pillars/__proto__', /reserved/],
  ['the name of a constructor', '{"constructor":{"prototype":{}}}', '/constructor', /reserved/],
  ['NUL', '{"pillars":{"new":{"a":"\\u0000"}}}', '/pillars/new/a', /character/]
]

t.test('what is not valid is refused with its place and what is allowed there', async (t) => {
  for (const method of ['PUT', 'PATCH'] as const)
    for (const [what, body, path, message] of REFUSED) {
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { ...KEYED, 'content-type': 'application/json' }
      const reply = await inject({ method, url: URL, headers, payload })
      t.equal(reply.statusCode, 400, `${method}: ${what}`)
      t.match(reply.json(), { status: 400, details: [{ path, message }] }, `${method}: ${what}`)
    }
  t.same((await get())?.overrides, {})
})

t.test('a document that is too deep or too large is refused', async (t) => {
  let deep: Body = {}
  for (let level = 0; level < 12; level += 1) deep = { deep }
  t.match((await put({ pillars: { deep } })).error, { status: 400, details: [{ message: /deeper than 10/ }] })
  const payload = `${'{"deep":'.repeat(5_000)}1${'}'.repeat(5_000)}`
  const headers = { ...KEYED, 'content-type': 'application/json' }
  t.equal((await inject({ method: 'PUT', url: URL, headers, payload })).statusCode, 400)
  const large = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`k${at}`, 1]))
  t.match((await put({ pillars: { large } })).error, { status: 400, details: [{ message: /2000 keys/ }] })
  const long = { settings: { note: 'x'.repeat(4_001) } }
  t.match((await put(long)).error, { status: 400, details: [{ path: '/settings/note', message: /4000/ }] })
})

t.test('unknown pillars and keys are kept, with a warning', async (t) => {
  const body = { pillars: { gardening: { enabled: true }, triage: { mood: 'good' } } }
  const { data } = await put(body)
  t.match(data?.warnings, [{ path: '/pillars/gardening' }, { path: '/pillars/triage/mood' }])
  t.match((await get())?.config, body)
})

t.test('the order of rules is kept as it was given', async (t) => {
  const rule = { if: 'true', run: [{ action: 'skip' }] }
  await put({ custom_rules: { zebra: rule, ant: rule, mole: rule } })
  t.same(Object.keys((await get())?.config.custom_rules ?? {}), ['zebra', 'ant', 'mole'])
})

t.test('the rules that hold are listed in their order', async (t) => {
  const rule = { if: "title | contains('crash')", run: [{ action: 'add-label', args: { label: 'bug' } }] }
  await put({
    expressions: { is_small: 'changes.added < 10' },
    custom_rules: { zebra: rule, ant: { if: 'is_small', run: [{ action: 'approve' }, { action: 'skip' }] } }
  })
  const { data } = await client.GET('/api/config/{owner}/{repo}/custom-rules', { params: HELLO })
  t.same(data, {
    rules: [
      { name: 'zebra', condition: rule.if, actions: ['add-label'], valid: true },
      { name: 'ant', condition: 'is_small', actions: ['approve', 'skip'], valid: true }
    ],
    expressions: { is_small: 'changes.added < 10' },
    total: 2
  })
})

t.test('sixteen changes at once lose nothing, and their history is one chain', async (t) => {
  const from = (await get())?.version ?? 0
  const names = Array.from({ length: 16 }, (_, at) => `key_${at}`)
  const replies = await Promise.all(names.map((name) => patch({ settings: { [name]: true } })))
  t.ok(replies.every(({ data }) => data?.ok))
  const found = await get()
  t.same(Object.keys(found?.overrides['settings'] ?? {}).sort(), names.sort())
  t.equal(found?.version, from + 16)
  const entries = ((await history({ per_page: 16 }))?.history ?? []).reverse()
  for (const [at, entry] of entries.entries()) {
    t.equal(entry.version, from + at + 1)
    if (at > 0) t.same(entry.before, entries[at - 1]?.after)
  }
})

t.test('of two changes that are meant for one version, one is refused', async (t) => {
  const version = (await get())?.version ?? 0
  const replies = await Promise.all(
    ['a', 'b'].map((name) => patch({ settings: { [name]: 1 } }, { 'if-match': `${version}` }))
  )
  t.same(replies.map(({ response }) => response.status).sort(), [200, 409])
})

t.test('only a key opens the group; a session does not', async (t) => {
  const cookie = await login(service, { key: ADMIN_KEY })
  t.equal((await inject({ url: '/api/auth/session', headers: { cookie } })).statusCode, 200)
  t.equal((await inject({ url: URL, headers: { cookie } })).statusCode, 401)
})

t.test('an unknown repository is 404 everywhere', async (t) => {
  for (const [method, rest] of [
    ['GET', ''],
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/history'],
    ['POST', '/restore/1']
  ] as const) {
    const payload = method === 'PUT' || method === 'PATCH' ? { payload: {} } : {}
    const reply = await inject({
      method,
      url: `/api/config/octo-org/none${rest}`,
      headers: KEYED,
      ...payload
    })
    t.equal(reply.statusCode, 404, `${method} ${rest}`)
  }
})
