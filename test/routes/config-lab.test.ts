import { sql } from 'drizzle-orm'
import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import { evaluateGuards } from '#services/decisions/guards.js'
import { recordDecision } from '#services/decisions/record.js'
import { rowsOf } from '#store/sql/database.js'
import { configFiles, repoConfigs } from '#tables/configuration/configs.js'
import { minute, seedRepository } from '../fixtures/seed.js'
import { startTestService } from '../harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client, deps } = service
await seedRepository(deps, { hostId: 42, fullName: 'octo-org/hello' })
await seedRepository(deps, { hostId: 43, fullName: 'octo-org/service-config' })
await seedRepository(deps, { hostId: 44, fullName: 'octo-org/idle' })

const keep = (repoId: number, content: JsonObject) =>
  deps.db.insert(configFiles).values({ repoId, content, fetchedAt: minute(0), checkedAt: minute(0) })
await keep(42, {})
await keep(43, { locked: ['settings.allow_auto_approve'] })
await deps.db
  .insert(repoConfigs)
  .values({ repoId: 42, overrides: { pillars: { spam_gate: { max_open_prs: 3 } } }, version: 1 })

type Event = NonNullable<Parameters<typeof evaluateGuards>[2]['event']>

/** As the pillars decide: by what holds, with an event of triage. */
const decide = (at: number, event: Event = { branch: 'main', author: 'octocat', files: [] }) =>
  deps.transaction(async (tx) => {
    const { verdict, ...grounds } = await evaluateGuards(deps, tx, { repoId: 42, pillar: 'triage', event })
    return recordDecision(tx, {
      ...verdict,
      ...grounds,
      repoId: 42,
      source: 'triage',
      triggerEvent: 'pull_request.opened',
      targetType: 'pr',
      targetNumber: at,
      pillar: 'triage',
      createdAt: minute(at)
    })
  })
const ofModel = () =>
  deps.transaction((tx) =>
    recordDecision(tx, {
      decision: 'acted' as const,
      reason: 'It looks fine.',
      conditions: [],
      inputs: {},
      evaluator: null,
      repoId: 42,
      source: 'ai_review' as const,
      triggerEvent: 'pull_request.opened',
      targetType: 'pr' as const,
      targetNumber: 9,
      pillar: 'ai_review',
      createdAt: minute(3)
    })
  )
const first = await decide(1)
const second = await decide(2, { branch: 'fix/x', author: 'helper[bot]', files: [] })
const third = await ofModel()

const within = { from: minute(0).toISOString(), to: minute(10).toISOString() }
const repo = 'octo-org/hello'

const simulate = (yaml: string, more: object = {}) =>
  client.POST('/api/config/simulate', { body: { repo, yaml, ...within, ...more } })
const compare = (yaml: string, more: object = {}) =>
  client.POST('/api/config/diff-impact', { body: { repo, yaml, ...within, ...more } })
const advise = (body: { yaml: string; repo?: string }) => client.POST('/api/config/recommendations', { body })

const rowsThere = () =>
  rowsOf<{ rows: number }>(
    deps.db,
    sql`select (select count(*) from decisions)::int + (select count(*) from audit_entries)::int
      + (select count(*) from config_history)::int + (select count(*) from pgboss.job)::int as rows`
  )

t.test('what was decided is decided again under the proposed file, the newest first', async (t) => {
  const before = await rowsThere()
  const { data } = await simulate(
    'pillars: { triage: { triggers: { ignore_authors: ["*[[]bot]", "helper*"] } } }'
  )
  t.match(data, {
    scope: { repo, ...within, limit: 50, truncated: false },
    policy: { dry_run: false, is_readable: true, warnings: [] },
    normalized_config: { pillars: { spam_gate: { max_open_prs: 3 } } },
    summary: { events_considered: 3, would_act: 1, would_skip: 1, would_require_ai: 1, unsupported: 0 },
    results: [
      { event_id: third, original_decision: 'acted', simulated_decision: 'would_require_ai', conditions: [] },
      {
        event_id: second,
        original_decision: 'acted',
        simulated_decision: 'would_skip',
        reason: 'helper[bot] is among ignore_authors.',
        conditions: [{ check: 'config_readable' }, {}, { check: 'trigger_filter(triage)', result: false }]
      },
      {
        event_id: first,
        event_type: 'pull_request.opened',
        target_number: 1,
        simulated_decision: 'would_act'
      }
    ]
  })
  t.same(await rowsThere(), before, 'nothing comes of it')
})

t.test('so many decisions are looked at, of such a time', async (t) => {
  t.match((await simulate('', { limit: 1 })).data, {
    scope: { truncated: true },
    results: [{ event_id: third }]
  })
  t.equal((await simulate('', { limit: 3 })).data?.scope.truncated, false)
  const { data } = await simulate('', { from: minute(2).toISOString(), to: minute(2).toISOString() })
  t.same(
    data?.results.map(({ event_id }) => event_id),
    [second]
  )
  const { data: lately } = await client.POST('/api/config/simulate', { body: { repo, yaml: '' } })
  t.equal(lately?.summary.events_considered, 0)
  const [from, to] = [lately?.scope.from, lately?.scope.to].map((text) => Date.parse(text ?? ''))
  t.equal((to ?? 0) - (from ?? 0), 14 * DAY_MS)
})

t.test('a comparison says what changes, and for which decisions', async (t) => {
  const dry =
    'settings: { dry_run: true, allow_auto_approve: true }\npillars: { issue_fix: { enabled: true } }\n'
  const { data } = await compare(dry)
  t.match(data, {
    current: { dry_run: false },
    proposed: { dry_run: true, warnings: [{ path: '/settings/allow_auto_approve', message: /locked/ }] },
    changes: {
      changed_keys: ['/pillars/issue_fix/enabled', '/settings/dry_run'],
      changed_count: 2,
      dry_run: { from: false, to: true, risk: null },
      pillars_enabled: ['issue_fix'],
      pillars_disabled: [],
      risks_added: [{ path: '/pillars/issue_fix/enabled', mitigated_by_dry_run: true }],
      risks_removed: [],
      warnings_added: [{ path: '/settings/allow_auto_approve' }],
      warnings_removed: []
    },
    simulation_impact: { events_considered: 3, newly_dry_run: 2, unchanged: 0, unsupported: 1 },
    results: [
      { impact: 'unsupported' },
      { current_decision: 'would_act', proposed_decision: 'dry_run', impact: 'new_dry_run' },
      { impact: 'new_dry_run', proposed_reason: 'Dry-run mode' }
    ]
  })
  const { data: off } = await compare(
    'pillars: { triage: { enabled: false }, spam_gate: { max_open_prs: 9 } }'
  )
  t.match(off, {
    changes: {
      pillars_disabled: ['triage'],
      warnings_added: [{ path: '/pillars/spam_gate/max_open_prs', message: /API/ }]
    },
    simulation_impact: { newly_would_skip: 2 },
    results: [{}, { impact: 'more_restrictive' }, { impact: 'more_restrictive' }]
  })
})

t.test('the file of the organisation is compared as such', async (t) => {
  const asked = { repo: 'Octo-Org/Service-Config' }
  const { data } = await compare('locked: [settings.dry_run]\nsettings: { dry_run: true }\n', asked)
  t.match(data, {
    proposed: { dry_run: true, warnings: [] },
    changes: { changed_keys: ['/settings/dry_run'] }
  })
  t.match(await compare('locked: [settings.dry_run]'), { error: { details: [{ path: '/locked' }] } })
})

t.test('advice rests on the file, and on what is known of its repository', async (t) => {
  const yaml =
    'pillars: { spam_gate: { enabled: true, max_open_prs: 9 } }\nquality_gates: { calm: { conditions: [{ metric: open_issues, operator: "<", threshold: 9 }] } }\n'
  const found = async (asked: { repo?: string }) =>
    (await advise({ yaml, ...asked })).data?.recommendations.map(({ id }) => id)
  t.same(await found({}), ['dry_run_first', 'patches_protected_branches'])
  t.same(await found({ repo }), [
    'dry_run_first',
    'patches_protected_branches',
    'no_effect',
    'gate_never_evaluated'
  ])
  const body = { repo, pillar: 'ci_healing' as const, reason: 'a release', granted_by: 'me' }
  await client.POST('/api/waivers', { body })
  t.same(await found({ repo }), ['dry_run_first', 'no_effect', 'gate_never_evaluated'])
  t.match((await advise({ yaml, repo })).data?.summary, { critical: 1, warning: 1, info: 1 })
})

const SECRET = 'ghp_0123456789abcdef'

t.test(
  'a file that would not be taken is refused with each place, and no secret is told again',
  async (t) => {
    const yaml = `settings:\n  dry_run: ${SECRET}\n`
    for (const { error, response } of [
      await simulate(yaml),
      await compare(yaml),
      await advise({ yaml, repo })
    ]) {
      t.equal(response.status, 400)
      t.match(error, {
        code: 'invalid_config',
        details: [{ path: '/settings/dry_run', message: 'must be true or false', line: 2, column: 12 }]
      })
    }
    const close = `pillars: { spam_gate: { enabled: true, close_message: ${SECRET} } }`
    for (const reply of [await simulate(close), await compare(close), await advise({ yaml: close, repo })]) {
      t.ok(reply.data)
      t.notMatch(JSON.stringify(reply.data), SECRET)
    }
  }
)

t.test('overrides are tried in the place of those that are stored, which a file cannot reach', async (t) => {
  const body = (settings: JsonObject) => ({ repo, ...within, overrides: settings })
  const file = 'pillars: { spam_gate: { max_open_prs: 9 } }'
  t.equal((await simulate(file)).data?.normalized_config.pillars.spam_gate.max_open_prs, 3, 'overridden')
  const overrides = { pillars: { triage: { enabled: false } } }
  const { data } = await client.POST('/api/config/simulate', { body: body(overrides) })
  t.not(data?.normalized_config.pillars.spam_gate.max_open_prs, 3, 'the stored ones are gone')
  t.match(data?.summary, { events_considered: 3, would_skip: 2, would_require_ai: 1 })
  const { data: impact } = await client.POST('/api/config/diff-impact', { body: body(overrides) })
  t.match(impact?.changes, { pillars_disabled: ['triage'] })
  const locked = { settings: { allow_auto_approve: true } }
  const { data: refused } = await client.POST('/api/config/diff-impact', { body: body(locked) })
  t.match(refused?.proposed.warnings, [{ path: '/settings/allow_auto_approve', message: /locked/ }])
  const { data: advice } = await client.POST('/api/config/recommendations', {
    body: { repo, overrides: locked }
  })
  t.ok(advice?.recommendations.some(({ id }) => id === 'no_effect'))
  for (const asked of [{ repo }, { repo, yaml: '', overrides: {} }])
    t.match((await client.POST('/api/config/simulate', { body: asked })).error, {
      details: [{ path: '/yaml' }]
    })
  t.match((await client.POST('/api/config/simulate', { body: body({ settings: { dry_run: 1 } }) })).error, {
    code: 'invalid_config',
    details: [{ path: '/settings/dry_run' }]
  })
})

t.test('what cannot be asked is refused where it stands', async (t) => {
  const faults: [object, number, string | undefined][] = [
    [{ from: within.to, to: within.from }, 400, '/from'],
    [{ from: '2025-01-01', to: '2026-01-01' }, 400, '/from'],
    [{ from: 'soon' }, 400, '/from'],
    [{ to: '2026-02-31' }, 400, '/to'],
    [{ limit: 201 }, 400, '/limit'],
    [{ limit: 0 }, 400, '/limit'],
    [{ more: true }, 400, '/more'],
    [{ repo: 'hello' }, 400, '/repo'],
    [{ repo: 'octo-org/none' }, 404, undefined]
  ]
  for (const [more, status, path] of faults)
    for (const { error, response } of [await simulate('', more), await compare('', more)]) {
      t.equal(response.status, status, JSON.stringify(more))
      t.equal(error?.details?.[0]?.path, path, JSON.stringify(more))
    }
  t.equal((await advise({ yaml: '', repo: 'octo-org/none' })).response.status, 404)
})
