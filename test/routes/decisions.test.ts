import { sql } from 'drizzle-orm'
import t from 'tap'
import { guardsV1 } from '#domain/decisions/guards.v1.js'
import { qualityGatesV1 } from '#domain/gates/quality-gates.v1.js'
import type { JsonObject } from '#schemas/common.js'
import { recordDecision } from '#services/decisions/record.js'
import { minute, seedRepository } from '../fixtures/seed.js'
import { KEY, startTestService } from '../harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client, deps } = service
await seedRepository(deps, { hostId: 42, fullName: 'octo-org/hello' })
await seedRepository(deps, { hostId: 43, fullName: 'octo-org/other' })

const ON: JsonObject = { settings: { dry_run: false }, pillars: { triage: { enabled: true } } }

interface Given {
  repoId?: number
  at?: number
  config?: JsonObject
  inputs?: JsonObject
  number?: number
}

const decide = ({ repoId = 42, at = 0, config = ON, inputs = {}, number = 7 }: Given = {}) =>
  deps.transaction((tx) => {
    const given = { is_readable: true, pillar: 'triage', ...inputs }
    return recordDecision(tx, {
      ...guardsV1.evaluate(given, config),
      repoId,
      source: 'triage',
      triggerEvent: 'issues.opened',
      targetType: 'issue',
      targetNumber: number,
      pillar: 'triage',
      configUsed: config,
      configVersion: 3,
      inputs: given,
      evaluator: guardsV1,
      createdAt: minute(at)
    })
  })

const OFF: JsonObject = { settings: { dry_run: false }, pillars: { triage: { enabled: false } } }
const ids = [
  await decide({ at: 0 }),
  await decide({ at: 1, config: OFF, number: 8 }),
  await decide({ at: 2, repoId: 43 }),
  await decide({ at: 1_600, inputs: { waiver: { id: 12 } } })
]

const list = async (query: object) => (await client.GET('/api/decisions', { params: { query } })).data
const listedIds = async (query: object) => (await list(query))?.data.map(({ id }) => id)

t.test('decisions are listed the newest first, with what they were decided from', async (t) => {
  t.same(await listedIds({}), [...ids].reverse())
  t.match((await list({}))?.data[3], {
    repo: 'octo-org/hello',
    source: 'triage',
    decision: 'acted',
    conditions: [{ check: 'config_readable', result: true }, {}, {}],
    config_used: ON,
    config_version: 3,
    actor: 'service[bot]',
    action_ids: [],
    created_at: minute(0).toISOString()
  })
})

t.test('each filter finds what it names, and the total counts it', async (t) => {
  const cases: [object, number[]][] = [
    [{ repo: 'octo-org/other' }, [2]],
    [{ repo: 'octo-org/none' }, []],
    [{ source: 'triage' }, [3, 2, 1, 0]],
    [{ source: 'ci_heal' }, []],
    [{ target_type: 'issue', target_number: 8 }, [1]],
    [{ decision: 'skipped' }, [3, 1]],
    [{ decision: 'acted', source: 'triage' }, [2, 0]],
    [{ pillar: 'triage' }, [3, 2, 1, 0]],
    [{ pillar: 'triage', decision: 'acted' }, [2, 0]],
    [{ trigger_event: 'issues.opened' }, [3, 2, 1, 0]],
    [{ q: 'WAIVER 12' }, [3]],
    [{ q: '%' }, []],
    [{ from: minute(1).toISOString(), to: minute(2).toISOString() }, [2, 1]],
    [{ from: '2026-01-03' }, [3].filter(() => minute(1_600) >= new Date('2026-01-03'))]
  ]
  for (const [query, wanted] of cases) {
    const found = await list(query)
    const name = JSON.stringify(query)
    t.same(
      found?.data.map(({ id }) => id),
      wanted.map((at) => ids[at]),
      name
    )
    t.equal(found?.meta.total, wanted.length, name)
  }
})

t.test('a filter of a value that there cannot be is refused with its name', async (t) => {
  for (const query of [
    'source=cron',
    'decision=maybe',
    'target_type=user',
    'target_number=x',
    'from=soon',
    'repo=x',
    'per_page=101'
  ]) {
    const reply = await service.inject({
      url: `/api/decisions?${query}`,
      headers: { authorization: `Bearer ${KEY}` }
    })
    t.equal(reply.statusCode, 400, query)
    t.match(reply.json().details, [{ path: query.split('=')[0] }], query)
  }
})

t.test('the summary says how often and when last, by source and in all', async (t) => {
  const summary = async (query: object) =>
    (await client.GET('/api/decisions/summary', { params: { query } })).data
  const last = minute(1_600).toISOString()
  t.match(await summary({}), {
    data: [
      { source: 'triage', decision: 'acted', count: 2, last_decision: minute(2).toISOString() },
      { source: 'triage', decision: 'skipped', count: 2, last_decision: last }
    ],
    by_source: [{ source: 'triage', total: 4, acted: 2, skipped: 2, last_decision: last }],
    totals: { total: 4, acted: 2, error: 0 }
  })
  t.match(await summary({ repo: 'octo-org/other' }), { totals: { total: 1 } })
  t.match(await summary({ since: minute(1).toISOString() }), { totals: { total: 3 } })
  t.match(await summary({ since: minute(1_000).toISOString() }), { totals: { total: 1 } })
  t.match(await summary({ since: minute(1).toISOString(), repo: 'octo-org/hello' }), { totals: { total: 2 } })
})

const replay = (id = 0, body?: { config: JsonObject }) =>
  client.POST('/api/decisions/{id}/replay', { params: { path: { id } }, ...(body ? { body } : {}) })

t.test(
  'a decision shows its inputs, and is made again to the same byte, or under other settings',
  async (t) => {
    const [id = 0] = ids
    const { data } = await client.GET('/api/decisions/{id}', { params: { path: { id } } })
    t.match(data, {
      evaluator: { name: 'guards', version: 1 },
      inputs: { is_readable: true, pillar: 'triage' },
      verdict: { decision: 'acted', reason: null }
    })
    const same = (await replay(id)).data
    t.match(same, { same: true, replayed: { decision: 'acted' } })
    t.equal(same?.verdict_sha256, same?.replayed_sha256)
    const dry = (await replay(id, { config: { settings: { dry_run: true } } })).data
    t.match(dry, { same: false, verdict: { decision: 'acted' }, replayed: { decision: 'dry_run' } })
    t.equal(await (await list({}))?.meta.total, ids.length, 'nothing comes of a replay')
    for (const one of ids) t.equal((await replay(one)).data?.same, true)
  }
)

t.test('another configuration that is not sound is refused with all its faults', async (t) => {
  const [id = 0] = ids
  const config = {
    settings: { dry_run: 'perhaps' },
    plugins: {},
    quality_gates: { a: { conditions: [] } },
    custom_rules: { b: { if: '(', run: [{ action: 'skip' }] } }
  }
  const { error } = await replay(id, { config })
  t.match(error, { status: 400, code: 'invalid_config' })
  t.same(
    error?.details?.map(({ path }) => path),
    ['/config/plugins']
  )
  const { plugins: _, ...known } = config
  t.same((await replay(id, { config: known })).error?.details?.map(({ path }) => path).sort(), [
    '/config/custom_rules/b/if',
    '/config/quality_gates/a/conditions',
    '/config/settings/dry_run'
  ])
})

t.test('gates that a replay is given take the place of those of the configuration', async (t) => {
  const when = { metric: 'open_issues', operator: '<', threshold: 5 }
  const gate = { is_default: false, block_on_fail: true, conditions: [when] }
  const inputs = {
    is_readable: true,
    waiver: null,
    metrics: { open_issues: 3 },
    no_data: [],
    gates: [
      { name: 'of-file', source: 'file', ...gate },
      { name: 'of-api', source: 'database', ...gate }
    ]
  }
  const settings = { settings: { dry_run: false } }
  const id = await deps.transaction((tx) =>
    recordDecision(tx, {
      ...qualityGatesV1.evaluate(inputs, settings),
      repoId: 42,
      source: 'quality_gate',
      triggerEvent: 'api',
      targetType: 'repo',
      configUsed: settings,
      inputs,
      evaluator: qualityGatesV1,
      createdAt: minute(4)
    })
  )
  t.match((await replay(id)).data, { same: true, verdict: { decision: 'acted' } })
  const strict = { strict: { conditions: [{ ...when, threshold: 1 }] } }
  const { data } = await replay(id, { config: { quality_gates: strict } })
  t.match(data, { same: false, replayed: { decision: 'blocked', reason: 'Failed: strict.' } })
  const checks = Array.isArray(data?.replayed['conditions']) ? data?.replayed['conditions'] : []
  t.same(
    checks.map(({ check }) => check).filter((check) => check.startsWith('gate(')),
    ['gate(of-api)', 'gate(strict)']
  )
  t.match((await replay(id, { config: { quality_gates: {} } })).data, { replayed: { decision: 'acted' } })
})

t.test('what no evaluator made is not made again, and what is not there is not found', async (t) => {
  const id = await deps.transaction((tx) =>
    recordDecision(tx, {
      decision: 'acted',
      reason: 'It was asked for.',
      conditions: [],
      repoId: 42,
      source: 'api',
      triggerEvent: 'api',
      targetType: 'repo',
      inputs: {},
      evaluator: null,
      actor: 'admin',
      createdAt: minute(3)
    })
  )
  t.match(await replay(id), { error: { status: 409, code: 'not_replayable' } })
  t.match(await replay(999_999), { error: { status: 404 } })
})

t.test('no decision is ever changed or taken away', async (t) => {
  const refused = { cause: { message: /only ever added/ } }
  await t.rejects(deps.db.execute(sql`update decisions set reason = 'because'`), refused)
  await t.rejects(deps.db.execute(sql`delete from decisions`), refused)
  await t.rejects(deps.db.execute(sql`truncate decisions cascade`), refused)
})
