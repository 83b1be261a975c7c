// Figures of enforcement: counters for what grows, and one look at each repository for the rest.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import { lastDays, sumsQueryFor } from '#domain/mirror/statistics.js'
import { DAY_MS } from '#domain/time/durations.js'
import { VIOLATION_STATUSES } from '#schemas/enforcement/enums.js'
import { CONFIG_DAYS, type EnforcementStats, VIOLATION_DAYS } from '#schemas/enforcement/stats.js'
import { policies } from '#tables/enforcement/policies.js'
import { violations } from '#tables/enforcement/violations.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { repositories } from '#tables/mirror/repositories.js'
import { dailyOf, FLEET, ofFleet, sumsOf, totalSum } from '../counters/tallies.js'
import { type Db, momentOf, rowsOf } from '../sql/database.js'

const r = alias(repositories, 'r')
const b = alias(branchRules, 'b')
const v = alias(violations, 'v')
const p = alias(policies, 'p')

export async function enforcementStats(db: Db, now: Date): Promise<EnforcementStats> {
  const [violationSum, configSum, [row]] = await Promise.all([
    sumsOfLastDays(db, { now, days: VIOLATION_DAYS, measures: VIOLATIONS }),
    sumsOfLastDays(db, { now, days: CONFIG_DAYS, measures: CONFIGS }),
    rowsOf<RepositoryFigures>(db, figuresQuery(now))
  ])
  if (!row) throw new Error('an aggregate has a row')
  const [remediated, suppressed] = [violationSum(REMEDIATED), violationSum(SUPPRESSED)]
  const [passed, failed] = [configSum(PASSED), configSum(FAILED)]
  return {
    violations: {
      total_violations: violationSum(OPEN) + remediated + suppressed,
      open: row.open,
      remediated,
      suppressed,
      auto_remediated: violationSum(BY_US),
      repos_affected: row.affected
    },
    policies: { total: row.policies, active: row.active },
    config: { total_runs: passed + failed, failed, passed, commits_checked: configSum(COMMITS) },
    compliance: {
      total_repos: row.repos,
      compliant: row.compliant,
      non_compliant: row.violated,
      unchecked: row.repos - row.compliant - row.violated
    }
  }
}

const OPEN = counter('violations', 'open')
const REMEDIATED = counter('violations', 'remediated')
const SUPPRESSED = counter('violations', 'suppressed')
const BY_US = counter('violations', 'auto')
const VIOLATIONS = [OPEN, REMEDIATED, SUPPRESSED, BY_US]
const PASSED = counter('config_results', 'valid')
const FAILED = counter('config_results', 'invalid')
const COMMITS = counter('config_results', 'commits')
const CONFIGS = [PASSED, FAILED, COMMITS]

interface Window {
  now: Date
  days: number
  measures: readonly Measure[]
}

async function sumsOfLastDays(
  db: Db,
  { now, days, measures }: Window
): Promise<(measure: Measure) => number> {
  const daily = await dailyOf(db, FLEET, sumsQueryFor(lastDays(now, days), measures))
  return (measure) =>
    daily.filter((one) => one.measure === measure).reduce((sum, { amount }) => sum + amount, 0)
}

/** Of all repositories. */
export async function violationsByStatus(db: Db): Promise<{ status: string; count: number }[]> {
  const sums = await sumsOf(db, FLEET)
  return VIOLATION_STATUSES.map((status) => ({ status, count: sums.get(counter('violations', status)) ?? 0 }))
}

interface RepositoryFigures {
  open: number
  affected: number
  policies: number
  active: number
  repos: number
  compliant: number
  violated: number
}

/**
 * A default branch that nothing protects has no rule, but it may have a violation. It falls short while one stands, whether
 * people accept that or not, as `compliant` of its rule says.
 */
function figuresQuery(now: Date) {
  const since = momentOf(new Date(now.getTime() - VIOLATION_DAYS * DAY_MS))
  return sql`
    select (${totalSum(ofFleet, [OPEN])})::int as open,
      (select count(*)::int from ${policies} p where ${p.deletedAt} is null) as policies,
      (select count(*)::int from ${policies} p where ${p.deletedAt} is null and ${p.enabled}) as active,
      count(*)::int as repos,
      count(*) filter (where affected)::int as affected,
      count(*) filter (where violated)::int as violated,
      count(*) filter (where compliant and not violated)::int as compliant
    from ${repositories} r
    cross join lateral (select
      exists (select from ${violations} v
        where ${v.repoId} = ${r.hostId} and ${v.live} and ${v.detectedAt} >= ${since}) as affected,
      exists (select from ${violations} v
        where ${v.repoId} = ${r.hostId} and ${v.status} <> 'remediated' and ${v.branch} = ${r.defaultBranch}) as violated,
      exists (select from ${branchRules} b
        where ${b.repoId} = ${r.hostId} and ${b.pattern} = ${r.defaultBranch} and ${b.compliant}) as compliant
    ) as found
    where ${r.deletedAt} is null`
}
