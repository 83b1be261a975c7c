// Figures of vulnerabilities, from counters.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Measure } from '#domain/counters/counter.js'
import { EVER_BY_NAME } from '#domain/counters/tally.js'
import { ecosystemMeasures, standingMeasure } from '#domain/dependencies/tallies.js'
import {
  ECOSYSTEMS,
  type Ecosystem,
  VULNERABILITY_SEVERITIES,
  VULNERABILITY_STATUSES,
  type VulnerabilitySeverity,
  type VulnerabilityStatus
} from '#schemas/dependencies/enums.js'
import { RECENT_BATCHES, type UpdateBatch } from '#schemas/dependencies/stats.js'
import { updateBatches } from '#tables/dependencies/update-batches.js'
import { vulnerabilities } from '#tables/dependencies/vulnerabilities.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { FLEET, sumsOf } from '../counters/tallies.js'
import { type Db, precompiled, rowsOf, utc, utcColumns, valueList } from '../sql/database.js'
import { rowsOfRepositories } from '../sql/list.js'

const v = alias(vulnerabilities, 'v')
const r = alias(repositories, 'r')
const t = alias(updateBatches, 't')

export interface StandingCounts {
  bySeverity: Record<VulnerabilitySeverity, number>
  prsOpened: number
}

/** Of one repository, or of all that are not deleted. */
export async function standingCounts(db: Db, repoId: number = FLEET): Promise<StandingCounts> {
  const sums = await sumsOf(db, repoId)
  const count = (status: VulnerabilityStatus, severity: VulnerabilitySeverity) =>
    sums.get(standingMeasure(status, severity)) ?? 0
  const bySeverity = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
  let prsOpened = 0
  for (const severity of VULNERABILITY_SEVERITIES) {
    bySeverity[severity] = count('open', severity)
    prsOpened += count('pr_opened', severity)
  }
  return { bySeverity, prsOpened }
}

/** Of all repositories. */
export async function vulnerabilitiesByStatus(
  db: Db
): Promise<{ status: VulnerabilityStatus; severity: VulnerabilitySeverity; count: number }[]> {
  const sums = await sumsOf(db, FLEET)
  return VULNERABILITY_STATUSES.flatMap((status) =>
    VULNERABILITY_SEVERITIES.map((severity) => ({
      status,
      severity,
      count: sums.get(standingMeasure(status, severity)) ?? 0
    }))
  )
}

/** Open ones of each ecosystem that has any, most first. */
export async function openByEcosystem(
  db: Db,
  repoId: number = FLEET
): Promise<{ ecosystem: Ecosystem; count: number }[]> {
  const names = new Map<Measure, Ecosystem>()
  for (const ecosystem of ECOSYSTEMS)
    for (const measure of ecosystemMeasures({
      ecosystem,
      status: 'open',
      severity: undefined,
      isFixable: undefined
    }))
      names.set(measure, ecosystem)
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select ${tallies.measure}, sum(${tallies.amount})::float8 as amount from ${tallies}
      where ${tallies.repoId} = ${repoId} and ${tallies.day} = ${sql.raw(`'${EVER_BY_NAME}'`)}
        and ${tallies.measure} in (${valueList([...names.keys()])}) group by ${tallies.measure}`
  )
  const counts = new Map<Ecosystem, number>()
  for (const { measure, amount } of rows) {
    const ecosystem = names.get(measure)
    if (ecosystem) counts.set(ecosystem, (counts.get(ecosystem) ?? 0) + amount)
  }
  return [...counts]
    .map(([ecosystem, count]) => ({ ecosystem, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.ecosystem < b.ecosystem ? -1 : 1))
}

export interface OpenFacts {
  reposAffected: number
  /** Null without an open one. */
  oldestAt: string | null
}

/** One look at each repository, and at the oldest row of an index. */
export async function openFacts(db: Db, repoId: number | undefined): Promise<OpenFacts> {
  const [isOfRepo, isRepo] =
    repoId === undefined
      ? [sql``, sql``]
      : [sql`and ${v.repoId} = ${repoId}`, sql`and ${r.hostId} = ${repoId}`]
  const isOpen = sql`${v.live} and ${v.status} = 'open'`
  const [row] = await rowsOf<OpenFacts>(
    db,
    sql`select
      (select count(*)::int from ${repositories} r where ${r.deletedAt} is null ${isRepo}
        and exists (select from ${vulnerabilities} v where ${v.repoId} = ${r.hostId} and ${isOpen})) as "reposAffected",
      (select ${utc(sql`min(${v.detectedAt})`)} from ${vulnerabilities} v where ${isOpen} ${isOfRepo}) as "oldestAt"`
  )
  if (!row) throw new Error('figures have a row')
  return row
}

const LISTED = rowsOfRepositories(updateBatches)
const FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}::float8 as repo_id, ${r.fullName} as repo_full_name, ${t.ecosystem},
  ${t.updateType}, ${t.packages}, ${t.prNumber}, ${t.prUrl}, ${t.status}, ${utcColumns(t.createdAt, t.updatedAt)}`)

export async function recentBatches(db: Db, repoId: number | undefined): Promise<UpdateBatch[]> {
  const isOfRepo: SQL = repoId === undefined ? sql`${t.live}` : sql`${t.live} and ${t.repoId} = ${repoId}`
  const [row] = await rowsOf<{ batches: UpdateBatch[] | string }>(
    db,
    sql`select coalesce(json_agg(shown), '[]') as batches from (
        select ${FIELDS} from ${updateBatches} t ${LISTED.join} where ${isOfRepo}
        order by ${t.createdAt} desc, ${t.id} desc limit ${sql.raw(String(RECENT_BATCHES))}
      ) as shown`
  )
  return typeof row?.batches === 'string' ? JSON.parse(row.batches) : (row?.batches ?? [])
}
