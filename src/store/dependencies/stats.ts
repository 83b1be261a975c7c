// Figures of vulnerabilities, from counters.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Measure } from '#domain/counters/counter.js'
import { EVER, EVER_BY_NAME, type Tally } from '#domain/counters/tally.js'
import {
  CLOSED,
  DETECTED,
  FIX_HOURS,
  FIXED,
  openMeasuresOf,
  standingMeasure,
  vulnerabilityMeasures
} from '#domain/dependencies/tallies.js'
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
import { type FiguresQuery, figuresOf, inScope, readFigures } from '../counters/figures.js'
import { quotedList } from '../counters/quoted-name.js'
import { amountsOf, FLEET, sumsOf } from '../counters/tallies.js'
import { type Db, parseJson, precompiled, utc, utcColumns } from '../sql/database.js'
import { rowsOfRepositories } from '../sql/list.js'

const v = alias(vulnerabilities, 'v')
const r = alias(repositories, 'r')
const t = alias(updateBatches, 't')

/** By measure, and by the day or the place of a total. */
type AmountsByMeasure = Partial<Record<Measure, Record<string, number>>>

export interface DependencyFigures {
  /** What has been found and fixed in a span, and what stands. */
  amounts: Tally[]
  reposAffected: number
  /** Null without an open one. */
  oldestAt: string | null
  /** The latest first. */
  batches: UpdateBatch[]
}

export const LISTED_BATCHES = rowsOfRepositories(updateBatches)
/** A batch `t` of a repository `r` as the API shows it. */
export const UPDATE_BATCH_FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}::float8 as repo_id, ${r.fullName} as repo_full_name, ${t.ecosystem},
  ${t.updateType}, ${t.packages}, ${t.prNumber}, ${t.prUrl}, ${t.status}, ${utcColumns(t.createdAt, t.updatedAt)}`)

const IS_OPEN = sql`${v.live} and ${v.status} = 'open'`

const STANDING = (['open', 'pr_opened'] as const).flatMap((status) =>
  vulnerabilityMeasures({ status, severity: undefined })
)
const OPEN_BY_ECOSYSTEM = ECOSYSTEMS.flatMap((ecosystem) => openMeasuresOf(ecosystem))

const SCOPE_ID = inScope('repository')

function totalsOf(day: typeof EVER | typeof EVER_BY_NAME, measures: readonly Measure[]): SQL {
  return sql`select ${tallies.day}, ${tallies.measure}, sum(${tallies.amount})::float8 as amount from ${tallies}
    where ${tallies.repoId} = ${SCOPE_ID} and ${tallies.day} = ${sql.raw(`'${day}'`)}
      and ${tallies.measure} in (${quotedList(measures)}) group by ${tallies.day}, ${tallies.measure}`
}

const AMOUNTS = sql`${amountsOf(SCOPE_ID, {
  from: inScope('since'),
  to: inScope('until'),
  measures: [DETECTED, CLOSED, FIXED, FIX_HOURS]
})} union all ${totalsOf(EVER, STANDING)} union all ${totalsOf(EVER_BY_NAME, OPEN_BY_ECOSYSTEM)}`

/** One look at each repository, at the oldest row of an index, and at the latest batches. */
const FIGURES = figuresOf(
  (within) => sql`(select coalesce(json_object_agg(measure, days), '{}') from (
      select measure, json_object_agg(day, amount) as days from (${AMOUNTS}) as amounts group by measure
    ) as measures) as amounts,
    (select count(*)::int from ${repositories} r where ${r.deletedAt} is null ${within(r.hostId)}
      and exists (select from ${vulnerabilities} v where ${v.repoId} = ${r.hostId} and ${IS_OPEN})) as "reposAffected",
    (select ${utc(sql`min(${v.detectedAt})`)} from ${vulnerabilities} v
      where ${IS_OPEN} ${within(v.repoId)}) as "oldestAt",
    (select coalesce(json_agg(shown), '[]') from (
      select ${UPDATE_BATCH_FIELDS} from ${updateBatches} t ${LISTED_BATCHES.join} where ${t.live} ${within(t.repoId)}
      order by ${t.createdAt} desc, ${t.id} desc limit ${sql.raw(String(RECENT_BATCHES))}
    ) as shown) as batches`
)

function talliesIn(amounts: AmountsByMeasure): Tally[] {
  // Cast: the keys of the object are the measures that were asked for.
  const entries = Object.entries(amounts) as [Measure, Record<string, number>][]
  return entries.flatMap(([measure, days]) =>
    Object.entries(days).map(([day, amount]) => ({ measure, day, amount }))
  )
}

/** Undefined if there is no live repository of this name. */
export async function dependencyFigures(db: Db, query: FiguresQuery): Promise<DependencyFigures | undefined> {
  type Row = Pick<DependencyFigures, 'reposAffected' | 'oldestAt'> & {
    amounts: AmountsByMeasure | string
    batches: UpdateBatch[] | string
  }
  const row = await readFigures<Row>(db, FIGURES, query)
  return (
    row && {
      amounts: talliesIn(parseJson(row.amounts)),
      reposAffected: row.reposAffected,
      oldestAt: row.oldestAt,
      batches: parseJson(row.batches)
    }
  )
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
