import fc from 'fast-check'
import t from 'tap'
import { registry } from '#capabilities/index.js'
import { changesBetween, decisionImpact, impactSums } from '#domain/config-lab/impact.js'
import { type RecordedDecision, simulateDecision, simulationSummary } from '#domain/config-lab/simulation.js'
import type { EffectiveConfig } from '#domain/configuration/policy.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import { guardsV1 } from '#domain/decisions/guards.v1.js'
import { qualityGatesV1 } from '#domain/gates/quality-gates.v1.js'
import type { JsonObject } from '#schemas/common.js'
import { type Impact, SIMULATED } from '#schemas/config-lab/preview.js'
import { documents } from '../configuration/fixtures/documents.js'

const configOf = (repo: JsonObject) => resolveConfig({ org: {}, repo, db: {}, isReadable: true }).config
const standingOf = (repo: JsonObject): EffectiveConfig => ({
  config: configOf(repo),
  isReadable: true,
  warnings: []
})

const inputs = fc.record(
  {
    is_readable: fc.boolean(),
    pillar: fc.constantFrom('triage', 'ci_healing', 'spam_gate', 'custom_rules', null),
    needs: fc.constantFrom([], ['settings.allow_auto_approve']),
    event: fc.record({ branch: fc.constantFrom('main', 'x', null), author: fc.constant('octocat') }),
    waiver: fc.constantFrom(null, { id: 3 })
  },
  { requiredKeys: ['is_readable', 'pillar'] }
)

const recorded = (more: Partial<RecordedDecision>): RecordedDecision => ({
  source: 'triage',
  evaluator: guardsV1,
  inputs: { is_readable: true, pillar: 'triage' },
  isTooLarge: false,
  configUsed: {},
  ...more
})

const MIRRORED: Readonly<Record<Impact, Impact>> = {
  more_permissive: 'more_restrictive',
  more_restrictive: 'more_permissive',
  unchanged: 'unchanged',
  new_dry_run: 'removes_dry_run',
  removes_dry_run: 'new_dry_run',
  unsupported: 'unsupported'
}

t.test('what one way permits more, the other way permits less', async (t) => {
  for (const one of SIMULATED)
    for (const other of SIMULATED)
      t.equal(decisionImpact(one, other), MIRRORED[decisionImpact(other, one)], `${one}, ${other}`)
  const seen = new Set<Impact>()
  const property = fc.property(documents, documents, inputs, (one, other, given) => {
    const decided = recorded({ inputs: JSON.parse(JSON.stringify(given)) })
    const [a, b] = [
      simulateDecision(registry.evaluators, decided, configOf(one)).decision,
      simulateDecision(registry.evaluators, decided, configOf(other)).decision
    ]
    seen.add(decisionImpact(a, b))
    return decisionImpact(a, b) === MIRRORED[decisionImpact(b, a)]
  })
  fc.assert(property, { numRuns: 1_000 })
  t.same(
    [...seen].sort(),
    Object.keys(MIRRORED)
      .filter((word) => word !== 'unsupported')
      .sort()
  )
})

t.test('what is added one way is taken away the other way', async (t) => {
  const property = fc.property(documents, documents, (one, other) => {
    const [there, back] = [standingOf(one), standingOf(other)]
    const [to, from] = [changesBetween(there, back), changesBetween(back, there)]
    t.same(to.pillars_enabled, from.pillars_disabled)
    t.same(
      to.risks_added.map(({ path }) => path),
      from.risks_removed.map(({ path }) => path)
    )
    t.same(to.changed_keys, from.changed_keys)
    t.same(changesBetween(there, there).changed_keys, [])
    return to.dry_run.from === from.dry_run.to && (to.dry_run.risk === null || from.dry_run.risk === null)
  })
  fc.assert(property, { numRuns: 100 })
})

t.test('under what held then, a decision is what it was', async (t) => {
  const words = { acted: 'would_act', skipped: 'would_skip', blocked: 'would_block', dry_run: 'dry_run' }
  const property = fc.property(documents, inputs, (document, raw) => {
    const given = JSON.parse(JSON.stringify(raw))
    const config = configOf(document)
    const { decision, reason } = guardsV1.evaluate(given, JSON.parse(JSON.stringify(config)))
    const again = simulateDecision(
      registry.evaluators,
      recorded({ inputs: given, configUsed: { settings: {} } }),
      config
    )
    return (
      Object.entries(words).some(([was, is]) => was === decision && is === again.decision) &&
      again.reason === reason
    )
  })
  fc.assert(property, { numRuns: 500 })
  t.pass('in 500 cases')
})

t.test('gates of the file are those of the proposed one, and those of the API stay', async (t) => {
  const gate = (name: string, source: string, threshold: number) => ({
    name,
    source,
    is_default: false,
    block_on_fail: true,
    conditions: [{ metric: 'open_issues', operator: '<', threshold }]
  })
  const given = {
    is_readable: true,
    waiver: null,
    metrics: { open_issues: 5 },
    no_data: [],
    gates: [gate('of-api', 'database', 9), gate('of-file', 'file', 3)]
  }
  const decision = recorded({ source: 'quality_gate', evaluator: qualityGatesV1, inputs: given })
  const under = (quality_gates: JsonObject) =>
    simulateDecision(registry.evaluators, decision, configOf({ quality_gates })).reason
  const asked = (threshold: number) => ({ conditions: gate('', '', threshold).conditions })
  t.equal(under({ 'of-file': asked(3) }), 'Failed: of-file.')
  t.equal(under({}), 'No blocking gate failed.')
  t.equal(under({ other: asked(1), 'of-api': asked(0) }), 'Failed: other.')
})

t.test('what no evaluator decided is not made up', async (t) => {
  const config = configOf({})
  const cases: [Partial<RecordedDecision>, string, RegExp][] = [
    [{ evaluator: null, source: 'ai_review' }, 'would_require_ai', /model/],
    [{ evaluator: null, source: 'api' }, 'unsupported', /person/],
    [{ inputs: null }, 'unsupported', /too large to store/],
    [{ inputs: null, isTooLarge: true }, 'unsupported', /fewer/],
    [{ evaluator: { name: 'oracle', version: 9 } }, 'unsupported', /no oracle@9/]
  ]
  for (const [more, decision, reason] of cases)
    t.match(simulateDecision(registry.evaluators, recorded(more), config), {
      decision,
      reason,
      conditions: []
    })
})

t.test('each decision is counted once', async (t) => {
  const words = fc.array(fc.tuple(fc.constantFrom(...SIMULATED), fc.constantFrom(...SIMULATED)))
  const property = fc.property(words, (pairs) => {
    const results = pairs.map(([a, b]) => ({ proposed_decision: b, impact: decisionImpact(a, b) }))
    return [impactSums(results), simulationSummary(pairs.map(([a]) => a))].every(
      ({ events_considered, ...kinds }) =>
        events_considered === Object.values(kinds).reduce((sum, one) => sum + one, 0)
    )
  })
  fc.assert(property, { numRuns: 200 })
  t.pass('in 200 cases')
})
