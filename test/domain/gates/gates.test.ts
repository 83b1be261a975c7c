import fc from 'fast-check'
import t from 'tap'
import { findContradiction } from '#domain/configuration/gate-contradictions.js'
import { gateCheckOutput } from '#domain/gates/check-output.js'
import type { MetricFacts } from '#domain/gates/facts.js'
import { evaluateGate, type GateDefinition, gatesInForce, overallResult } from '#domain/gates/gates.js'
import { computeMetrics } from '#domain/gates/metrics.js'
import { gateInputsJson, qualityGatesV1 } from '#domain/gates/quality-gates.v1.js'
import { computeReadiness, readinessChecks } from '#domain/gates/readiness.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { type GateCondition, OPERATORS } from '#schemas/configuration/gate-conditions.js'
import { METRICS, type Metric } from '#schemas/configuration/gate-metrics.js'
import type { MeasuredMetrics } from '#schemas/gates/gates.js'

// The border to TypeScript, which forgets the names of what is made of entries.
const zero = Object.fromEntries(METRICS.map((metric) => [metric, 0])) as Record<Metric, number>
const measuredAs = (metrics: Partial<Record<Metric, number>>, noData: Metric[] = []): MeasuredMetrics => ({
  metrics: { ...zero, ...metrics },
  noData
})
const when = (metric: Metric, operator: GateCondition['operator'], threshold: number): GateCondition => ({
  metric,
  operator,
  threshold
})
const gate = (conditions: GateCondition[], more: Partial<GateDefinition> = {}): GateDefinition => ({
  name: 'release',
  source: 'database',
  isDefault: false,
  blockOnFail: true,
  conditions,
  ...more
})

t.test('a gate passes when every condition holds, and its score is the share of those that do', async (t) => {
  const conditions = [
    when('open_issues', '<', 5),
    when('triage_coverage', '>=', 0.5),
    when('open_issues', '!=', 4)
  ]
  t.match(evaluateGate(gate(conditions), measuredAs({ open_issues: 3, triage_coverage: 0.5 })), {
    result: 'passed',
    score: 100,
    passedCount: 3,
    failedCount: 0,
    totalCount: 3
  })
  t.match(evaluateGate(gate(conditions), measuredAs({ open_issues: 4, triage_coverage: 0.4 })), {
    result: 'failed',
    score: 33,
    passedCount: 1,
    failedCount: 2,
    conditions: [{ passed: true }, { passed: false, actual: 0.4 }, { passed: false }]
  })
  t.match(evaluateGate(gate([]), measuredAs({})), { result: 'passed', score: 100 })
})

t.test('a figure that is 0 without any data says so, and one that is not there fails', async (t) => {
  const { conditions } = evaluateGate(
    gate([when('triage_coverage', '<', 1)]),
    measuredAs({}, ['triage_coverage'])
  )
  t.same(conditions, [
    { metric: 'triage_coverage', operator: '<', threshold: 1, actual: 0, passed: true, no_data: true }
  ])
  // The border that the test is about: figures that nobody has reckoned.
  const unknown = { metrics: {} as MeasuredMetrics['metrics'], noData: [] }
  t.match(evaluateGate(gate([when('open_issues', '>=', 0)]), unknown).conditions, [
    { actual: null, passed: false }
  ])
})

t.test('only a gate that blocks makes the whole fail', async (t) => {
  const failed = { result: 'failed' as const, blockOnFail: true }
  const noted = { result: 'failed' as const, blockOnFail: false }
  t.equal(overallResult([]), 'passed')
  t.equal(overallResult([noted]), 'warning')
  t.equal(overallResult([noted, failed]), 'failed')
})

t.test(
  'a gate of the API goes before one of the file with the same name, and the default one first',
  async (t) => {
    const stored = [gate([], { name: 'a' }), gate([], { name: 'b', isDefault: true })]
    const ofFile = {
      a: { conditions: [when('open_issues', '<', 1)] },
      c: { conditions: [], block_on_fail: false }
    }
    t.same(
      gatesInForce(stored, ofFile).map(({ name, source, blockOnFail }) => [name, source, blockOnFail]),
      [
        ['b', 'database', true],
        ['a', 'database', true],
        ['c', 'file', false]
      ]
    )
  }
)

t.test(
  'conditions that cannot hold together are found, at the first with which nothing is left',
  async (t) => {
    const cases: [GateCondition[], number | undefined][] = [
      [[when('open_issues', '>', 3), when('open_issues', '<', 3)], 1],
      [[when('open_issues', '>', 3), when('triage_coverage', '>', 0.5), when('open_issues', '<', 4)], 2],
      [[when('open_issues', '>=', 3), when('open_issues', '<=', 3)], undefined],
      [[when('open_issues', '==', 3), when('open_issues', '!=', 3)], 1],
      [[when('open_issues', '==', 2.5)], 0],
      [[when('open_issues', '<', 0)], 0],
      [[when('triage_coverage', '>', 1)], 0],
      [[when('triage_coverage', '>=', 1)], undefined],
      [[when('readiness_score', '>', 100)], 0],
      [[when('avg_heal_time_hours', '>', 3), when('avg_heal_time_hours', '<', 4)], undefined]
    ]
    for (const [conditions, at] of cases)
      t.equal(findContradiction(conditions)?.at, at, JSON.stringify(conditions))
  }
)

const condition = fc.record({
  metric: fc.constantFrom<Metric>('open_issues', 'triage_coverage', 'readiness_score'),
  operator: fc.constantFrom(...OPERATORS),
  threshold: fc.oneof(fc.integer({ min: -2, max: 4 }), fc.double({ min: 0, max: 2, noNaN: true }))
})

t.test('a gate is refused only if no figure passes it, and none that some figure passes', async (t) => {
  const candidates = [
    ...Array.from({ length: 41 }, (_, at) => at / 8 - 0.5),
    ...Array.from({ length: 101 }, (_, at) => at)
  ]
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 5 }), (conditions) => {
      const metric = conditions[0]?.metric ?? 'open_issues'
      const own = conditions.map((one) => ({ ...one, metric }))
      const around = own.flatMap(({ threshold }) => [threshold, threshold - 1e-9, threshold + 1e-9])
      const most =
        metric === 'triage_coverage' ? 1 : metric === 'readiness_score' ? 100 : Number.POSITIVE_INFINITY
      const possible = [...candidates, ...around].filter(
        (value) => value >= 0 && value <= most && (metric === 'triage_coverage' || Number.isInteger(value))
      )
      const passes = possible.some(
        (value) => evaluateGate(gate(own), measuredAs({ [metric]: value })).result === 'passed'
      )
      if (passes) t.notOk(findContradiction(own), JSON.stringify(own))
      // Two bounds may be closer to each other than the candidates are: such a gate is let pass.
    }),
    { numRuns: 2_000 }
  )
})

t.test(
  'a waiver lets a failure pass, a dry run only notes it, and what cannot be read is no permission',
  async (t) => {
    const parts = { gates: [gate([when('open_issues', '<', 1)])], measured: measuredAs({ open_issues: 2 }) }
    const open = { settings: { dry_run: false } }
    const decide = (waiver: { id: number; reason: string } | null, isReadable: boolean, config: JsonObject) =>
      qualityGatesV1.evaluate(gateInputsJson({ ...parts, waiver, isReadable }), config)
    t.match(decide(null, true, open), { decision: 'blocked', reason: 'Failed: release.' })
    t.match(decide({ id: 9, reason: 'a release' }, true, open), { decision: 'skipped', reason: /a release/ })
    t.match(decide(null, true, { settings: { dry_run: true } }), { decision: 'dry_run' })
    t.match(decide(null, false, open), { decision: 'error', reason: /cannot be read/ })
    t.same(
      (['acted', 'blocked', 'skipped', 'dry_run', 'error'] as const).map(
        (decision) => gateCheckOutput({ decision, reason: null }, []).conclusion
      ),
      ['success', 'failure', 'neutral', 'neutral', 'failure']
    )
  }
)

t.test('the summary of the check names every condition with what was found', async (t) => {
  const outcomes = [
    evaluateGate(
      gate([when('open_issues', '<', 1), when('triage_coverage', '>=', 0.5)]),
      measuredAs({ open_issues: 2 }, ['triage_coverage'])
    )
  ]
  const { title, summary } = gateCheckOutput({ decision: 'blocked', reason: 'Failed: release.' }, outcomes)
  t.equal(title, '0 of 1 gates passed')
  t.match(summary, /\*\*failed\*\* \| `open_issues < 1` \| 2 \|/)
  t.match(summary, /`triage_coverage >= 0.5` \| 0 \(no data\) \|/)
})

t.test('the evaluator takes any JSON, and says the same of the same', async (t) => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('gates', 'metrics', 'no_data', 'waiver', 'is_readable'), fc.jsonValue()),
      fc.jsonValue(),
      (inputs, config) => {
        // The border to the generators, which make JSON.
        const one = inputs as JsonObject
        const other = { settings: config as Json }
        t.same(
          qualityGatesV1.evaluate(one, other),
          qualityGatesV1.evaluate(structuredClone(one), structuredClone(other))
        )
      }
    ),
    { numRuns: 500 }
  )
})

const facts: MetricFacts = {
  lastDeliveryAt: null,
  lastSyncedAt: null,
  filePath: null,
  fileError: null,
  overrides: 0,
  hasStalePolicy: false,
  protectedBranches: null,
  triagedIssues: 0,
  runs: 0,
  configChanges: 0,
  runs7d: 0,
  failures7d: 0,
  runs30d: 0,
  failures30d: 0,
  openIssues: 0,
  closedIssues: 0,
  unjudgedIssues: 0,
  duplicates: 0,
  openSecurityIssues: 0,
  staleIssues: 0,
  triages: 0,
  triageSeconds: 0,
  healPrs7d: 0,
  mergedHealPrs7d: 0,
  healPrs30d: 0,
  mergedHealPrs30d: 0,
  fixes7d: 0,
  acceptedFixes7d: 0,
  heals: 0,
  healSeconds: 0,
  deliveries7d: 0
}

t.test(
  'without any data every figure is 0, and those that are reckoned say that there was none',
  async (t) => {
    const { metrics, noData } = computeMetrics(facts)
    t.same(metrics, zero)
    t.same(
      METRICS.filter((metric) => !noData.includes(metric)),
      ['open_issues', 'open_security_issues', 'stale_issues_7d', 'readiness_score', 'webhook_events_7d']
    )
  }
)

t.test('the weights of the nine checks come to 100, and each that is measured counts', async (t) => {
  t.equal(readinessChecks(facts).length, 9)
  t.match(computeReadiness(facts), { score: 0, earned: 0, possible: 90 })
  const moment = '2026-01-02T00:00:00.000Z'
  const most = {
    ...facts,
    lastDeliveryAt: moment,
    lastSyncedAt: moment,
    filePath: '.service.yml',
    overrides: 1,
    hasStalePolicy: true,
    triagedIssues: 1,
    runs: 1,
    configChanges: 2
  }
  t.match(computeReadiness(most), { score: 100, earned: 90 })
  t.equal(computeMetrics(most).metrics.readiness_score, 100)
  t.match(readinessChecks({ ...facts, fileError: 'line 3: a secret' })[2], {
    pass: false,
    detail: 'The file could not be read.'
  })
})
