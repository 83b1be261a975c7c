// Reads about CI runs: the list, and single runs.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import type { Paging } from '#schemas/common.js'
import type { CiRun, RunQuery } from '#schemas/mirror/ci.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { repositories } from '#tables/mirror/repositories.js'
import { totalSum } from '../counters/tallies.js'
import { type Db, precompiled, rowsOf, utc } from '../sql/database.js'
import {
  countOf,
  type JsonPage,
  liveRowsOfRepositories,
  pageText,
  scopeConditions,
  scopedRows
} from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

const t = alias(ciRuns, 't')
const r = alias(repositories, 'r')

const RUNS = liveRowsOfRepositories(ciRuns)
const BY_AGE = newestFirst(t)

/** A run `t` of a repository `r` as the API shows it. */
export const RUN_FIELDS =
  precompiled(sql`${t.id}, ${t.hostRunId}, ${t.attempt} as run_attempt, ${t.workflowName}, ${t.branch}, ${t.headSha},
  ${t.status}, ${t.conclusion}, ${t.healStatus}, ${t.healFailureType}, ${t.healRootCause}, ${t.healFixApplied},
  ${t.healConfidence}, ${t.healPrUrl}, ${t.healPrNumber}, ${utc(t.healedAt)} as healed_at,
  ${utc(t.createdAt)} as created_at, ${utc(t.updatedAt)} as updated_at,
    ${utc(t.completedAt)} as completed_at, ${r.installationId},
  ${r.fullName} as repo_full_name, ${r.owner} as repo_owner, ${r.name} as repo_name`)

export interface ShownRun {
  text: JsonText<CiRun>
  /** Where it is on the host. */
  url: string | null
}

/** A live run. */
export async function runText(db: Db, hostRunId: number): Promise<ShownRun | undefined> {
  const [found] = await rowsOf<{ text: string; url: string | null }>(
    db,
    sql`select (select row_to_json(shown)::text from (select ${RUN_FIELDS}) as shown) as text, ${t.htmlUrl} as url
      from ${ciRuns} t join ${repositories} r on ${r.hostId} = ${t.repoId}
      where ${t.hostRunId} = ${hostRunId} and ${t.live}`
  )
  return found && { url: found.url, text: fromDatabase(found.text) }
}

export interface RunList {
  query: RunQuery
  repoId?: number
}

export function runsPage(db: Db, { query, repoId }: RunList, paging: Paging): Promise<JsonPage<CiRun>> {
  const within = scopeConditions(t, query, [counter('ci', 'runs')], repoId)
  const filters = filtersOf(query)
  const total = totalOf(query, within.sums, [...within.where, ...filters])
  const rows = scopedRows(within, filters)
  return pageText(db, { listed: RUNS, fields: RUN_FIELDS, ...rows, order: BY_AGE, total }, paging)
}

function filtersOf({ conclusion, heal_status = 'all', branch, failure_type }: RunQuery): SQL[] {
  return [
    conclusion !== undefined &&
      (conclusion === 'none' ? sql`${t.conclusion} is null` : sql`${t.conclusion} = ${conclusion}`),
    heal_status !== 'all' && sql`${t.healStatus} = ${heal_status}`,
    branch !== undefined && sql`${t.branch} = ${branch}`,
    failure_type !== undefined &&
      sql`${t.conclusion} = 'failure' and coalesce(${t.healFailureType}, 'unknown') = ${failure_type}`
  ].filter((condition) => condition !== false)
}

/** Read from the counters for all runs or one filter that they know; otherwise counted. */
function totalOf(query: RunQuery, sums: SQL, where: SQL[]): SQL {
  const measure = query.branch === undefined ? measureOf(query) : undefined
  return measure === undefined ? countOf(RUNS, where) : totalSum(sums, [measure])
}

function measureOf({ conclusion, heal_status = 'all', failure_type }: RunQuery): Measure | undefined {
  const measures = [
    conclusion !== undefined &&
      (conclusion === 'none' ? counter('ci', 'running') : counter('ci', 'conclusion', conclusion)),
    heal_status !== 'all' && counter('ci', 'runs', 'heal', heal_status),
    failure_type !== undefined && counter('ci', 'failure_type', failure_type)
  ].filter((measure) => measure !== false)
  return measures.length > 1 ? undefined : (measures[0] ?? counter('ci', 'runs'))
}
