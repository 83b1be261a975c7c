// The sums over the audit trail, read instead of its entries.
import { sql } from 'drizzle-orm'
import type { AuditStats } from '#schemas/audit/audit.js'
import { type Db, rowsOf } from '../sql/database.js'

/** Sums of the last days, without those by framework: which categories are evidence for which is not known here. */
export type DaySums = Omit<AuditStats, 'by_framework'>

export async function auditSums(db: Db, now: Date, days: number): Promise<DaySums> {
  const today = sql`${now.toISOString().slice(0, 10)}::date`
  const since = sql`(${today} - ${days - 1}::int)`
  const parties = (kind: string) =>
    sql`(select count(*) from audit_parties where kind = ${kind} and last_day >= ${since})`
  const [row] = await rowsOf<{ sums: DaySums | string }>(
    db,
    sql`select json_build_object(
      'totals', json_build_object(
        'total_entries', (select coalesce(sum(entries), 0) from audit_days where day >= ${since}),
        'unique_actors', ${parties('actor')},
        'repos_covered', ${parties('repo')},
        'latest_seq', coalesce((select seq from audit_head), 0)
      ),
      'by_category', (select coalesce(json_agg(one order by count desc, category), '[]') from (
        select category, sum(entries) as count from audit_days where day >= ${since} group by category
      ) as one),
      'daily_volume', (select json_agg(one order by day) from (
        select to_char(d, 'YYYY-MM-DD') as day, coalesce((
          select sum(entries) from audit_days where audit_days.day = d::date
        ), 0) as entries from generate_series(${since}::timestamp, ${today}::timestamp, interval '1 day') as d
      ) as one),
      'recent_exports', (select coalesce(json_agg(one), '[]') from (
        select to_char(date_covered, 'YYYY-MM-DD') as date_covered, entry_count, signed, file_hash
        from audit_exports order by audit_exports.date_covered desc limit 7
      ) as one)
    ) as sums`
  )
  if (!row) throw new Error('a row of scalars is one row')
  // The drivers disagree on who parses JSON.
  return typeof row.sums === 'string' ? JSON.parse(row.sums) : row.sums
}
