// Statistics of the audit trail, read from its sums.
import { sql } from 'drizzle-orm'
import type { AuditStats } from '#schemas/audit/audit.js'
import { auditDays } from '#tables/audit/audit-days.js'
import { auditExports } from '#tables/audit/audit-exports.js'
import { auditHead } from '#tables/audit/audit-head.js'
import { auditParties } from '#tables/audit/audit-parties.js'
import { type Db, parseJson, rowsOf } from '../sql/database.js'

/** Without the sums by framework: the store does not know which category is evidence for which framework. */
export type DaySums = Omit<AuditStats, 'by_framework'>

export async function auditSums(db: Db, now: Date, days: number): Promise<DaySums> {
  const today = sql`${now.toISOString().slice(0, 10)}::date`
  const since = sql`(${today} - ${days - 1}::int)`
  const parties = (kind: string) =>
    sql`(select count(*) from ${auditParties} where kind = ${kind} and ${auditParties.lastDay} >= ${since})`
  const [row] = await rowsOf<{ sums: DaySums | string }>(
    db,
    sql`select json_build_object(
      'totals', json_build_object(
        'total_entries', (select coalesce(sum(entries), 0) from ${auditDays} where day >= ${since}),
        'unique_actors', ${parties('actor')},
        'repos_covered', ${parties('repo')},
        'latest_seq', coalesce((select seq from ${auditHead}), 0)
      ),
      'by_category', (select coalesce(json_agg(one order by count desc, category), '[]') from (
        select category, sum(entries) as count from ${auditDays} where day >= ${since} group by category
      ) as one),
      'daily_volume', (select json_agg(one order by day) from (
        select to_char(d, 'YYYY-MM-DD') as day, coalesce((
          select sum(entries) from ${auditDays} where ${auditDays.day} = d::date
        ), 0) as entries from generate_series(${since}::timestamp, ${today}::timestamp, interval '1 day') as d
      ) as one),
      'recent_exports', (select coalesce(json_agg(one), '[]') from (
        select to_char(${auditExports.dateCovered}, 'YYYY-MM-DD') as date_covered, ${auditExports.entryCount}, signed,
          ${auditExports.fileHash}
        from ${auditExports} order by ${auditExports.dateCovered} desc limit 7
      ) as one)
    ) as sums`
  )
  if (!row) throw new Error('a row of scalars is one row')
  return parseJson(row.sums)
}
