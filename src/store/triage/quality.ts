// The sums behind the quality of judgements, by repository.

import { sql } from 'drizzle-orm'
import { type Measure, topic } from '#domain/counters/counter.js'
import type { Sums } from '#domain/counters/tally.js'
import type { Paging } from '#schemas/common.js'
import { quoted } from '../counters/names.js'
import { type Db, parseJson, rowsOf, utc } from '../sql/database.js'
import { nameKey } from '../sql/repository-name.js'

export interface TriageQualityRow {
  repo: string
  lessons: number
  version: number
  learntAt: string
  sums: Sums
}

type Row = Omit<TriageQualityRow, 'sums'> & { sums: [Measure, number][] | null }

/** Repositories that have been judged in, by name; or one of them. */
export async function qualityPage(
  db: Db,
  { perPage, offset }: Paging,
  repoId?: number
): Promise<{ total: number; rows: TriageQualityRow[] }> {
  const where = sql`r.deleted_at is null ${repoId === undefined ? sql`` : sql`and r.host_id = ${repoId}`}`
  const from = sql`triage_models m join repositories r on r.host_id = m.repo_id`
  const [found] = await rowsOf<{ total: number; rows: Row[] | string }>(
    db,
    sql`select (select count(*) from ${from} where ${where})::int as total,
        coalesce((select json_agg(shown) from (
          select r.full_name as repo, m.lessons, m.version, ${utc(sql`m.updated_at`)} as "learntAt",
            (select json_agg(json_build_array(measure, amount)) from evidence_tallies
              where repo_id = m.repo_id and day = '-infinity' and starts_with(measure, ${quoted(topic('triage'))})) as sums
          from ${from} where ${where} order by ${nameKey}, r.id limit ${perPage} offset ${offset}
        ) as shown), '[]') as rows`
  )
  const rows = parseJson<Row[]>(found?.rows ?? [])
  return {
    total: found?.total ?? 0,
    rows: rows.map(({ sums, ...row }) => ({ ...row, sums: new Map(sums) }))
  }
}
