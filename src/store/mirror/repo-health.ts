// The health of repositories, stored in their rows and calculated again when it is outdated.

import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
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
import { issues } from '#tables/mirror/issues.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { bareColumns, type Db, idsIn, rowsOf, type Tx } from '../sql/database.js'
import { type JsonPage, pageText } from '../sql/list.js'
import { numberKey, type OrderKey, orderOn } from '../sql/order.js'
import { staleOfLastDay } from './issues.js'
import {
  byRepoName,
  REPO_IDENTITY,
  REPOSITORIES,
  repoConditions,
  repoOrder,
  reposTotal,
  repoTexts
} from './repos.js'

const r = alias(repositories, 'r')
const t = alias(repositories, 't')
const i = alias(issues, 'i')
const column = bareColumns(repositories)

const isOutdated = (today: string) => and(isNull(repositories.deletedAt), lt(repositories.healthDay, today))

/** The repositories whose health must be updated before it is read. */
export async function outdatedHealth(db: Db, today: string): Promise<number[]> {
  const rows = await db
    .select({ repoId: repositories.hostId })
    .from(repositories)
    .where(isOutdated(today))
    .orderBy(repositories.hostId)
  return rows.map(({ repoId }) => repoId)
}

/** Locks those that are still outdated, so that their counters do not change before the commit. */
export async function lockOutdatedHealth(
  tx: Tx,
  repoIds: readonly number[],
  today: string
): Promise<number[]> {
  const rows = await tx
    .select({ repoId: repositories.hostId })
    .from(repositories)
    .where(and(inArray(repositories.hostId, idsIn(repoIds)), isOutdated(today)))
    .orderBy(repositories.hostId)
    .for('no key update', { of: repositories })
  return rows.map(({ repoId }) => repoId)
}

/** Calculated from the counters of recent days alone: open items that were not touched recently are stale. */
export function healthFigures(tx: Tx, repoIds: readonly number[], today: string): Promise<HealthFigures[]> {
  const of = (measure: Measure, days: number) => sql`coalesce(sum(${tallies.amount}) filter (
    where ${tallies.measure} = ${measure} and ${tallies.day} > ${today}::date - ${days}::int), 0)`
  const runs = (measure: Measure, days = HEALTH_DAYS) => sql`(${of(measure, days)})::int`
  return rowsOf(
    tx,
    sql`select ${r.hostId}::float8 as "repoId", ${r.openIssues} as "openIssues", lately.*
      from ${repositories} r cross join lateral (
        select (${r.openPrs} - ${of(counter('prs', 'waiting'), STALE_PULL_REQUEST_DAYS + 1)})::int as "stalePrs",
          (${r.openIssues} - ${of(counter('issues', 'touched'), STALE_DAYS + 1)})::int as "staleIssues",
          ${runs(counter('ci', 'conclusion', 'success'))} as success,
          ${runs(counter('ci', 'conclusion', 'failure'))} as failure,
            ${runs(counter('ci', 'conclusion', 'failure'), FAILURE_DAYS)} as "failuresLately",
          ${runs(counter('ci', 'unhealed'))} as unhealed, ${runs(counter('ci', 'heal', 'healed'))} as healed
        from ${tallies} where ${tallies.repoId} = ${r.hostId} and ${tallies.day} > ${today}::date - ${HEALTH_DAYS}::int
      ) as lately
      where ${r.hostId} in ${idsIn(repoIds)}`
  )
}

export async function saveHealth(tx: Tx, rows: readonly ScoredHealth[], today: string): Promise<void> {
  await tx.execute(sql`
    update ${repositories} set ${column.healthDay} = ${today}::date, ${column.healthPassRate} = h."passRate",
      ${column.healthUnhealed} = h.unhealed, ${column.healthHealed} = h.healed,
        ${column.healthFailures} = h."failuresLately", ${column.healthStaleIssues} = h."staleIssues",
      ${column.healthStalePrs} = h."stalePrs", ${column.healthScore} = h.score, ${column.healthStatus} = h.status
    from json_to_recordset(${JSON.stringify(rows)}::json) as h ("repoId" bigint, "passRate" float8, unhealed int,
      healed int, "failuresLately" int, "staleIssues" int, "stalePrs" int, score int, status text)
    where ${repositories.hostId} = h."repoId"`)
}

/** Of the values stored for a day, only the stale issues change within it. */
const healthFields = (now: Date) => sql`${REPO_IDENTITY}, ${t.healthPassRate} as ci_pass_rate,
  ${t.healthUnhealed} as unhealed_failures,
  (${t.healthStaleIssues} + ${staleOfLastDay(now, sql`and ${i.repoId} = ${t.hostId}`)})::int as stale_issues,
  ${t.healthStalePrs} as stale_prs, ${t.healthHealed} as healed_runs, ${t.healthScore} as health_score,
  ${t.healthStatus} as health_status`

const BY_HEALTH: readonly OrderKey[] = [numberKey(t.healthRank), numberKey(t.healthScore), ...byRepoName]
export const worstFirst = orderOn(BY_HEALTH, 'asc')

/** Requires up-to-date health. */
export function healthPage(
  db: Db,
  { query, now }: { query: RepoHealthQuery; now: Date },
  paging: Paging
): Promise<JsonPage<RepoHealth>> {
  const { health_status, sort = 'health', order = 'asc' } = query
  const ofStatus = health_status === undefined ? [] : [sql`${t.healthStatus} = ${health_status}`]
  const where = [...repoConditions(query), ...ofStatus]
  return pageText(
    db,
    {
      listed: REPOSITORIES,
      fields: healthFields(now),
      where,
      order: sort === 'health' ? orderOn(BY_HEALTH, order) : repoOrder(sort, order),
      total: reposTotal(where),
      texts: repoTexts(query)
    },
    paging
  )
}

export type HealthRow = RepoHealth & { failures_lately: number }

/** Of an existing repository. */
export async function repoHealth(db: Db, repoId: number, now: Date): Promise<HealthRow> {
  const [found] = await rowsOf<HealthRow>(
    db,
    sql`select ${healthFields(now)}, ${t.healthFailures} as failures_lately from ${repositories} t
      where ${t.hostId} = ${repoId}`
  )
  if (!found) throw new Error('the row of a repository stays')
  return found
}

/** Makes the next reader recalculate the health of this repository. */
export async function outdateHealth(tx: Tx, repoId: number): Promise<void> {
  await tx.update(repositories).set({ healthDay: '-infinity' }).where(eq(repositories.hostId, repoId))
}
