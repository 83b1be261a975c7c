// Reads about gates: across all repositories, their history, and their daily trend.
import { and, asc, between, eq, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Paging } from '#schemas/common.js'
import type { EvaluatedCondition, GateResult, MeasuredMetrics } from '#schemas/gates/gates.js'
import type { GateHistory, GateHistoryQuery, HistoryItem } from '#schemas/gates/reports.js'
import { gateDays } from '#tables/gates/gate-days.js'
import { gateEvaluations } from '#tables/gates/gate-evaluations.js'
import { gateStandings } from '#tables/gates/gate-standings.js'
import { repositories } from '#tables/mirror/repositories.js'
import { firstUnreadFile } from '../configuration/configs.js'
import { type Db, parseJson, rowsOf, utc } from '../sql/database.js'
import { nameKey } from '../sql/repository-name.js'

const r = alias(repositories, 'r')
const s = alias(gateStandings, 's')
const e = alias(gateEvaluations, 'e')
const d = alias(gateEvaluations, 'd')

export interface FleetRow {
  repo: string
  repoId: number
  name: string
  result: GateResult
  score: number
  blockOnFail: boolean
  evaluatedAt: string
  /** Why a file of its configuration is unknown; null if all are known. */
  unread: string | null
}

/** The latest result of each gate of each live repository, by the names of repository and gate. */
export function fleetRows(db: Db): Promise<FleetRow[]> {
  return rowsOf(
    db,
    sql`select ${r.fullName} as repo, ${r.hostId}::float8 as "repoId", ${s.gateName} as name, ${s.result}, ${s.score},
        ${s.blockOnFail} as "blockOnFail", ${utc(s.evaluatedAt)} as "evaluatedAt",
        (${firstUnreadFile}) as unread
      from ${gateStandings} s join ${repositories} r on ${r.hostId} = ${s.repoId}
      where ${r.deletedAt} is null order by ${nameKey(r)}, ${r.id}, ${s.gateName} collate "C"`
  )
}

type HistoryFilter = Pick<GateHistoryQuery, 'pr' | 'gate'>

/** A page, the newest first, and the total number of matches in one round trip. */
export async function gateHistoryPage(
  db: Db,
  { repoId, filter }: { repoId: number; filter: HistoryFilter },
  { perPage, offset }: Paging
): Promise<Pick<GateHistory, 'total' | 'evaluations'>> {
  const { pr, gate } = filter
  const ofPull = pr === undefined ? sql`` : sql`and ${e.prNumber} = ${pr}`
  const ofGate = gate === undefined ? sql`` : sql`and ${e.gateName} = ${gate}`
  const from = sql`from ${gateEvaluations} e where ${e.repoId} = ${repoId} ${ofPull} ${ofGate}`
  const newestFirst = sql`${e.evaluatedAt} desc, ${e.id} desc`
  const [found] = await rowsOf<{ total: number; evaluations: HistoryItem[] | string }>(
    db,
    sql`select (select count(*) ${from})::int as total, coalesce((
      select json_agg(page) from (
        select ${e.id}, ${e.gateName}, ${e.result}, ${e.score}, ${e.passedCount}, ${e.failedCount}, ${e.totalCount},
          ${e.conditions}, ${e.blockOnFail}, ${e.headSha}, ${e.prNumber}, ${utc(e.evaluatedAt)} as evaluated_at,
          ${e.durationMs}
        from (select * ${from} order by ${newestFirst} limit ${perPage} offset ${offset}) as e order by ${newestFirst}
      ) as page
    ), '[]') as evaluations`
  )
  return { total: found?.total ?? 0, evaluations: parseJson(found?.evaluations ?? []) }
}

export interface TrendRow {
  date: string
  gate_name: string
  is_default: boolean
  result: GateResult
  avg_score: number
  min_score: number
  max_score: number
  eval_count: number
  passed_count: number
  failed_count: number
  /** The conditions of the last evaluation of the day. */
  conditions: EvaluatedCondition[]
}

/** By day and gate since a day, the oldest first. */
export async function gateTrendRows(db: Db, repoId: number, from: string): Promise<TrendRow[]> {
  const last = (column: PgColumn) =>
    sql`(array_agg(${column} order by ${d.evaluatedAt} desc, ${d.id} desc))[1]`
  const rows = await rowsOf<Omit<TrendRow, 'conditions'> & { conditions: string }>(
    db,
    sql`select summed.*, ${e.conditions}::text as conditions from (
        select to_char(${d.evaluatedAt} at time zone 'UTC', 'YYYY-MM-DD') as date, ${d.gateName},
          ${last(d.isDefault)} as is_default, ${last(d.result)} as result, round(avg(${d.score}), 1)::float8 as avg_score,
          min(${d.score}) as min_score, max(${d.score}) as max_score, count(*)::int as eval_count,
          (count(*) filter (where ${d.result} = 'passed'))::int as passed_count,
          (count(*) filter (where ${d.result} = 'failed'))::int as failed_count, ${last(d.id)} as last_id
        from ${gateEvaluations} d
        where ${d.repoId} = ${repoId} and ${d.evaluatedAt} >= ${from}::timestamp at time zone 'UTC'
        group by 1, 2
      ) as summed join ${gateEvaluations} e on ${e.id} = summed.last_id
      order by date, ${e.gateName} collate "C"`
  )
  return rows.map(({ conditions, ...row }) => ({ ...row, conditions: JSON.parse(conditions) }))
}

export interface StoredMetricsDay {
  day: string
  measured: MeasuredMetrics
}

/** The stored daily metrics of a repository, the oldest first. */
export function metricsByDay(
  db: Db,
  repoId: number,
  { from, to }: { from: string; to: string }
): Promise<StoredMetricsDay[]> {
  return db
    .select({ day: gateDays.day, measured: gateDays.measured })
    .from(gateDays)
    .where(and(eq(gateDays.repoId, repoId), between(gateDays.day, from, to)))
    .orderBy(asc(gateDays.day))
}
