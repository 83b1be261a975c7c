// Quality gates with their evaluations, and the waivers that people granted.
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { METRICS, type Metric } from '#schemas/configuration/gate-metrics.js'
import type { Pillar } from '#schemas/configuration/pillars.js'
import type { MeasuredMetrics } from '#schemas/gates/gates.js'
import { activity } from '#tables/activity/activity.js'
import { gateDays } from '#tables/gates/gate-days.js'
import { gateEvaluations } from '#tables/gates/gate-evaluations.js'
import { gateStandings } from '#tables/gates/gate-standings.js'
import { qualityGates } from '#tables/gates/quality-gates.js'
import { waivers } from '#tables/waivers/waivers.js'
import type { Random } from '../random.js'
import { addAudit } from './basics/audit.js'
import { decide } from './basics/deeds.js'
import { after, ago, chanceOf, type Fleet, type Home, homeOf, momentOf, onlyIf } from './basics/fleet.js'
import { personOf, shaOf, uuidOf } from './basics/words.js'

interface Planned {
  name: string
  isDefault: boolean
  blockOnFail: boolean
  conditions: { metric: Metric; operator: '<' | '<=' | '>' | '>='; threshold: number }[]
}

const GATES: readonly Planned[] = [
  {
    name: 'release',
    isDefault: true,
    blockOnFail: true,
    conditions: [
      { metric: 'ci_failure_rate_7d', operator: '<', threshold: 0.25 },
      { metric: 'open_security_issues', operator: '<=', threshold: 0 },
      { metric: 'readiness_score', operator: '>=', threshold: 60 }
    ]
  },
  {
    name: 'upkeep',
    isDefault: false,
    blockOnFail: false,
    conditions: [
      { metric: 'stale_issues_7d', operator: '<', threshold: 40 },
      { metric: 'triage_coverage', operator: '>', threshold: 0.6 }
    ]
  }
]

const USUAL: Readonly<Partial<Record<Metric, (random: Random) => number>>> = {
  ci_failure_rate_7d: (random) => Math.round(random.exponential(0.14) * 100) / 100,
  open_security_issues: (random) => (random.chance(0.9) ? 0 : 1),
  readiness_score: (random) => 55 + random.below(45),
  stale_issues_7d: (random) => random.below(50),
  triage_coverage: (random) => Math.round((0.5 + random.next() / 2) * 100) / 100
}

const GATED = 34
const EVALUATED_DAYS = 30
const WAIVERS = 36

export function addGates(fleet: Fleet): void {
  const random = chanceOf(fleet, 6)
  for (const home of fleet.homes.slice(0, GATED)) {
    const gates = GATES.slice(0, 1 + random.below(GATES.length))
    for (const gate of gates) addGate(fleet, home, gate)
    addHistory(fleet, random, { home, gates })
  }
  for (let count = 0; count < WAIVERS; count += 1) addWaiver(fleet, random)
}

function addHistory(fleet: Fleet, random: Random, of: Pick<Evaluated, 'home' | 'gates'>): void {
  // Always at the same time, so that no day has two.
  const lastMs = random.below(5 * HOUR_MS)
  for (let days = EVALUATED_DAYS; days >= 0; days -= 1)
    if (days === 0 || random.chance(0.7)) addEvaluations(fleet, random, { ...of, days, lastMs })
}

function addGate(fleet: Fleet, { hostId: repoId }: Home, gate: Planned): void {
  const since = ago(fleet, 90 * DAY_MS)
  fleet.book.add(qualityGates, { repoId, ...gate, createdAt: since, updatedAt: since })
}

function outcomeOf(random: Random, { name, conditions }: Planned) {
  const found = conditions.map((condition) => {
    const { metric, operator, threshold } = condition
    const actual = USUAL[metric]?.(random) ?? 0
    const passed = {
      '<': actual < threshold,
      '<=': actual <= threshold,
      '>': actual > threshold,
      '>=': actual >= threshold
    }[operator]
    return { metric, operator, threshold, actual, passed }
  })
  const passedCount = found.filter(({ passed }) => passed).length
  return {
    gateName: name,
    result: passedCount === found.length ? ('passed' as const) : ('failed' as const),
    conditions: found,
    score: Math.round((100 * passedCount) / found.length),
    passedCount,
    failedCount: found.length - passedCount,
    totalCount: found.length
  }
}

interface Evaluated {
  home: Home
  gates: readonly Planned[]
  /** How long before the last ones, and how long ago those were. */
  days: number
  lastMs: number
}

function addEvaluations(fleet: Fleet, random: Random, { home, gates, days, lastMs }: Evaluated): void {
  const at = ago(fleet, days * DAY_MS + lastMs)
  fleet.book.happened(at, () => {
    const outcomes = gates.map((gate) => ({ gate, outcome: outcomeOf(random, gate) }))
    const isPassed = outcomes.every(({ outcome }) => outcome.result === 'passed')
    const passed = outcomes.filter(({ outcome }) => outcome.result === 'passed').length
    const decisionId = decide(
      fleet,
      { home, type: 'repo', at },
      {
        source: 'quality_gate',
        pillar: 'insights',
        trigger: 'schedule',
        reason: `${passed} of ${outcomes.length} gates passed.`,
        decision: 'acted'
      }
    )
    const ids = outcomes.map(({ gate, outcome }) =>
      fleet.book.add(gateEvaluations, {
        repoId: home.hostId,
        isDefault: gate.isDefault,
        blockOnFail: gate.blockOnFail,
        headSha: shaOf(random),
        prNumber: null,
        ...outcome,
        evaluatedAt: at,
        durationMs: 3 + random.below(20),
        decisionId,
        jobId: uuidOf(random)
      })
    )
    fleet.book.add(activity, {
      source: 'quality_gate',
      sourceId: Math.max(...ids),
      repoId: home.hostId,
      targetNumber: null,
      targetUrl: null,
      actionType: 'evaluated',
      status: isPassed ? 'passed' : 'failed',
      detail: `${passed} of ${outcomes.length} gates passed`,
      createdAt: at
    })
    fleet.book.add(gateDays, {
      repoId: home.hostId,
      day: at.toISOString().slice(0, 10),
      measured: measuredIn(outcomes.flatMap(({ outcome }) => outcome.conditions)),
      takenAt: at
    })
    if (days > 0) return
    for (const { gate, outcome } of outcomes)
      fleet.book.add(gateStandings, {
        repoId: home.hostId,
        blockOnFail: gate.blockOnFail,
        ...outcome,
        evaluatedAt: at
      })
  })
}

function measuredIn(conditions: readonly { metric: Metric; actual: number }[]): MeasuredMetrics {
  const actuals = new Map(conditions.map(({ metric, actual }) => [metric, actual]))
  const figures = METRICS.map((metric) => [metric, actuals.get(metric) ?? 0] as const)
  const noData = METRICS.filter((metric) => !actuals.has(metric))
  // Cast: every metric is named.
  return { metrics: Object.fromEntries(figures) as MeasuredMetrics['metrics'], noData }
}

const REASONS = [
  'The team works on the new checkout and triages by hand until it is out.',
  'Release freeze: nothing is merged but fixes.',
  'The load tests are red on purpose while the new cluster is set up.',
  'A partner has to approve the address form first.',
  'The dependency is only used in examples.'
]
const WAIVED: readonly Pillar[] = ['triage', 'ci_healing', 'maintainer', 'merge_queue', 'enforcement']

function addWaiver(fleet: Fleet, random: Random): void {
  const home = homeOf(fleet, random)
  const at = momentOf(fleet, random, { days: 60 })
  const grantedBy = personOf(random)
  const scope = random.one(['repo', 'repo', 'branch', 'issue'] as const)
  const expiresAt = after(at, (3 + random.below(60)) * DAY_MS)
  const isExpired = expiresAt < fleet.now
  const isRevoked = !isExpired && random.chance(0.2)
  const pillar = random.one(WAIVED)
  const reason = random.one(REASONS)
  const status = isRevoked ? 'revoked' : isExpired ? 'expired' : 'active'
  fleet.book.happened(at, () => {
    const id = fleet.book.add(waivers, {
      repoId: home.hostId,
      pillar,
      scope,
      scopeValue: scope === 'repo' ? null : scope === 'branch' ? 'release/2.0' : '1',
      reason,
      grantedBy,
      grantedPrincipal: 'api',
      source: 'dashboard',
      createdAt: at,
      expiresAt,
      active: status === 'active',
      expiredAt: onlyIf(isExpired, expiresAt),
      revokedAt: onlyIf(isRevoked, fleet.now),
      revokedBy: onlyIf(isRevoked, personOf(random)),
      revokedPrincipal: onlyIf(isRevoked, 'api'),
      uses: 0,
      lastUsedAt: null,
      live: !home.row.deletedAt
    })
    fleet.book.add(activity, {
      source: 'waiver',
      sourceId: id,
      repoId: home.hostId,
      targetNumber: onlyIf(scope === 'issue', 1),
      targetUrl: null,
      actionType: 'granted',
      status,
      detail: `${pillar} for ${scope === 'repo' ? 'the repository' : scope}: ${reason}`,
      createdAt: at
    })
    addAudit(fleet, {
      category: 'policy_bypass',
      eventType: 'waiver_granted',
      actor: grantedBy,
      repo: home.fullName,
      payload: { waiver_id: id, pillar, scope, reason },
      at
    })
  })
}
