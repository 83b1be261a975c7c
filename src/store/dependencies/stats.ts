// Figures of vulnerabilities, from counters.
import { sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Measure } from '#domain/counters/counter.js'
import { EVER, EVER_BY_NAME, type SumsQuery, type Tally } from '#domain/counters/tally.js'
import { openMeasuresOf, standingMeasure, vulnerabilityMeasures } from '#domain/dependencies/tallies.js'
import {
  ECOSYSTEMS,
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
import { quotedList } from '../counters/quoted-name.js'
import { amountsOf, FLEET, sumsOf } from '../counters/tallies.js'
import { type Db, parseJson, precompiled, rowsOf, utc, utcColumns } from '../sql/database.js'
import { rowsOfRepositories } from '../sql/list.js'

const v = alias(vulnerabilities, 'v')
const r = alias(repositories, 'r')
const t = alias(updateBatches, 't')

/** What has been found and fixed in a span, and what stands: in one round trip. */
export async function vulnerabilityAmounts(db: Db, repoId: number, span: SumsQuery): Promise<Tally[]> {
  const standing = vulnerabilityMeasures({ status: 'open', severity: undefined })
  const updated = vulnerabilityMeasures({ status: 'pr_opened', severity: undefined })
  const totals = (day: typeof EVER | typeof EVER_BY_NAME, measures: readonly Measure[]) =>
    sql`select ${tallies.day}, ${tallies.measure}, sum(${tallies.amount})::float8 as amount from ${tallies}
      where ${tallies.repoId} = ${repoId} and ${tallies.day} = ${sql.raw(`'${day}'`)}
        and ${tallies.measure} in (${quotedList(measures)}) group by ${tallies.day}, ${tallies.measure}`
  return rowsOf(
    db,
    sql`select day::text as day, measure, amount from (${amountsOf(repoId, span)}
      union all ${totals(EVER, [...standing, ...updated])}
      union all ${totals(EVER_BY_NAME, OPEN_BY_ECOSYSTEM)}) as amounts`
  )
}

const OPEN_BY_ECOSYSTEM = ECOSYSTEMS.flatMap((ecosystem) => openMeasuresOf(ecosystem))

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

export interface OpenFacts {
  reposAffected: number
  /** Null without an open one. */
  oldestAt: string | null
  /** The latest first. */
  batches: UpdateBatch[]
}

const LISTED = rowsOfRepositories(updateBatches)
const FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}::float8 as repo_id, ${r.fullName} as repo_full_name, ${t.ecosystem},
  ${t.updateType}, ${t.packages}, ${t.prNumber}, ${t.prUrl}, ${t.status}, ${utcColumns(t.createdAt, t.updatedAt)}`)

const IS_OPEN = precompiled(sql`${v.live} and ${v.status} = 'open'`)

/** One look at each repository, at the oldest row of an index, and at the latest batches. */
export async function openFacts(db: Db, repoId: number | undefined): Promise<OpenFacts> {
  const within = (of: PgColumn) => (repoId === undefined ? sql`` : sql`and ${of} = ${repoId}`)
  const [row] = await rowsOf<Omit<OpenFacts, 'batches'> & { batches: UpdateBatch[] | string }>(
    db,
    sql`select
      (select count(*)::int from ${repositories} r where ${r.deletedAt} is null ${within(r.hostId)}
        and exists (select from ${vulnerabilities} v where ${v.repoId} = ${r.hostId} and ${IS_OPEN})) as "reposAffected",
      (select ${utc(sql`min(${v.detectedAt})`)} from ${vulnerabilities} v
        where ${IS_OPEN} ${within(v.repoId)}) as "oldestAt",
      (select coalesce(json_agg(shown), '[]') from (
        select ${FIELDS} from ${updateBatches} t ${LISTED.join} where ${t.live} ${within(t.repoId)}
        order by ${t.createdAt} desc, ${t.id} desc limit ${sql.raw(String(RECENT_BATCHES))}
      ) as shown) as batches`
  )
  if (!row) throw new Error('figures have a row')
  return { reposAffected: row.reposAffected, oldestAt: row.oldestAt, batches: parseJson(row.batches) }
}
