// The health of repositories, kept in their rows: reckoned anew where it is outdated, read from there.

import { sql } from 'drizzle-orm'
import { counter, type Measure } from '#domain/counters/counter.js'
import type { Paging } from '#schemas/common.js'
import { STALE_DAYS } from '#schemas/mirror/issues.js'
import {
  FAILURE_DAYS,
  HEALTH_DAYS,
  type HealthFigures,
  type RepoHealth,
  type RepoHealthQuery,
  type ScoredHealth,
  STALE_PULL_REQUEST_DAYS
} from '#schemas/mirror/repo-health.js'
import { type Db, idsIn, rowsOf, type Tx } from '../sql/database.js'
import { type JsonPage, pageText } from '../sql/list.js'
import { type OrderKey, orderOn } from '../sql/order.js'
import { staleOfLastDay } from './issues.js'
import { byRepoName, numberKey, REPO_IDENTITY, repoConditions, repoOrder, reposTotal } from './repos.js'

const isOutdated = (today: string) => sql`deleted_at is null and health_day < ${today}::date`

/** The repositories whose health has to be brought up to date before it is read. */
export async function outdatedHealth(db: Db, today: string): Promise<number[]> {
  const rows = await rowsOf<{ repoId: number }>(
    db,
    sql`select host_id::float8 as "repoId" from repositories where ${isOutdated(today)} order by host_id`
  )
  return rows.map(({ repoId }) => repoId)
}

/** Holds those of these that are outdated still: nobody adds to their sums before the end of the transaction. */
export async function lockOutdatedHealth(
  tx: Tx,
  repoIds: readonly number[],
  today: string
): Promise<number[]> {
  const rows = await rowsOf<{ repoId: number }>(
    tx,
    sql`select host_id::float8 as "repoId" from repositories
      where host_id in ${idsIn(repoIds)} and ${isOutdated(today)} order by host_id for no key update of repositories`
  )
  return rows.map(({ repoId }) => repoId)
}

/**
 * What their health is made of, off the sums of the last days alone: what is stale is whatever is open and not among
 * the recent.
 */
export function healthFigures(tx: Tx, repoIds: readonly number[], today: string): Promise<HealthFigures[]> {
  const of = (measure: Measure, days: number) => sql`coalesce(sum(amount) filter (
    where measure = ${measure} and day > ${today}::date - ${days}::int), 0)`
  const runs = (measure: Measure, days = HEALTH_DAYS) => sql`(${of(measure, days)})::int`
  return rowsOf(
    tx,
    sql`select r.host_id::float8 as "repoId", r.open_issues as "openIssues", lately.*
      from repositories r cross join lateral (
        select (r.open_prs - ${of(counter('prs', 'waiting'), STALE_PULL_REQUEST_DAYS + 1)})::int as "stalePrs",
          (r.open_issues - ${of(counter('issues', 'touched'), STALE_DAYS + 1)})::int as "staleIssues",
          ${runs(counter('ci', 'conclusion', 'success'))} as success, ${runs(counter('ci', 'conclusion', 'failure'))} as failure,
          ${runs(counter('ci', 'conclusion', 'failure'), FAILURE_DAYS)} as "failuresLately",
          ${runs(counter('ci', 'unhealed'))} as unhealed, ${runs(counter('ci', 'heal', 'healed'))} as healed
        from tallies where repo_id = r.host_id and day > ${today}::date - ${HEALTH_DAYS}::int
      ) as lately
      where r.host_id in ${idsIn(repoIds)}`
  )
}

export async function saveHealth(tx: Tx, rows: readonly ScoredHealth[], today: string): Promise<void> {
  await tx.execute(sql`
    update repositories set health_day = ${today}::date, health_pass_rate = h."passRate", health_unhealed = h.unhealed,
      health_healed = h.healed, health_failures = h."failuresLately", health_stale_issues = h."staleIssues",
      health_stale_prs = h."stalePrs", health_score = h.score, health_status = h.status
    from json_to_recordset(${JSON.stringify(rows)}::json) as h ("repoId" bigint, "passRate" float8, unhealed int,
      healed int, "failuresLately" int, "staleIssues" int, "stalePrs" int, score int, status text)
    where host_id = h."repoId"`)
}

/** Of what was kept for a day the stale issues alone change within it. */
const healthFields = (now: Date) => sql`${REPO_IDENTITY}, t.health_pass_rate as ci_pass_rate,
  t.health_unhealed as unhealed_failures,
  (t.health_stale_issues + ${staleOfLastDay(now, sql`and i.repo_id = t.host_id`)})::int as stale_issues,
  t.health_stale_prs as stale_prs, t.health_healed as healed_runs, t.health_score as health_score,
  t.health_status as health_status`

const BY_HEALTH: readonly OrderKey[] = [numberKey('health_rank'), numberKey('health_score'), ...byRepoName]
export const worstFirst = orderOn(BY_HEALTH, 'asc')

/** Once the health is up to date. */
export function healthPage(
  db: Db,
  { query, now }: { query: RepoHealthQuery; now: Date },
  paging: Paging
): Promise<JsonPage<RepoHealth>> {
  const { health_status, sort = 'health', order = 'asc' } = query
  const ofStatus = health_status === undefined ? [] : [sql`t.health_status = ${health_status}`]
  const where = [...repoConditions(query), ...ofStatus]
  return pageText(
    db,
    {
      table: 'repositories',
      fields: healthFields(now),
      where,
      order: sort === 'health' ? orderOn(BY_HEALTH, order) : repoOrder(sort, order),
      total: reposTotal(where)
    },
    paging
  )
}

export type HealthRow = RepoHealth & { failures_lately: number }

/** Of a repository that `repositoryNamed` has found. */
export async function repoHealth(db: Db, repoId: number, now: Date): Promise<HealthRow> {
  const [found] = await rowsOf<HealthRow>(
    db,
    sql`select ${healthFields(now)}, t.health_failures as failures_lately from repositories t
      where t.host_id = ${repoId}`
  )
  if (!found) throw new Error('the row of a repository stays')
  return found
}
