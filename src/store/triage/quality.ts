// The counters behind the quality of triage, by repository.

import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Measure, topic } from '#domain/counters/counter.js'
import type { Sums } from '#domain/counters/tally.js'
import type { Paging } from '#schemas/common.js'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { repositories } from '#tables/mirror/repositories.js'
import { triageModels } from '#tables/triage/triages.js'
import { quoted } from '../counters/quoted-name.js'
import { type Db, parseJson, rowsOf, utc } from '../sql/database.js'
import { nameKey } from '../sql/repository-name.js'

const r = alias(repositories, 'r')
const m = alias(triageModels, 'm')

export interface TriageQualityRow {
  repo: string
  lessons: number
  version: number
  learntAt: string
  sums: Sums
}

type Row = Omit<TriageQualityRow, 'sums'> & { sums: [Measure, number][] | null }

/** Triaged repositories by name, or one of them. */
export async function qualityPage(
  db: Db,
  { perPage, offset }: Paging,
  repoId?: number
): Promise<{ total: number; rows: TriageQualityRow[] }> {
  const where = sql`${r.deletedAt} is null ${repoId === undefined ? sql`` : sql`and ${r.hostId} = ${repoId}`}`
  const from = sql`${triageModels} m join ${repositories} r on ${r.hostId} = ${m.repoId}`
  const [found] = await rowsOf<{ total: number; rows: Row[] | string }>(
    db,
    sql`select (select count(*) from ${from} where ${where})::int as total,
        coalesce((select json_agg(shown) from (
          select ${r.fullName} as repo, ${m.lessons}, ${m.version}, ${utc(m.updatedAt)} as "learntAt",
            (select json_agg(json_build_array(measure, amount)) from ${evidenceTallies}
              where ${evidenceTallies.repoId} = ${m.repoId} and day = '-infinity'
                and starts_with(measure, ${quoted(topic('triage'))})) as sums
          from ${from} where ${where} order by ${nameKey(r)}, ${r.id} limit ${perPage} offset ${offset}
        ) as shown), '[]') as rows`
  )
  const rows = parseJson<Row[]>(found?.rows ?? [])
  return {
    total: found?.total ?? 0,
    rows: rows.map(({ sums, ...row }) => ({ ...row, sums: new Map(sums) }))
  }
}
