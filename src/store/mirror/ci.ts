// Reads about CI runs: lists and statistics.

import { type SQL, sql } from 'drizzle-orm'
import { counter, type Measure } from '#domain/counters/counter.js'
import type { Paging } from '#schemas/common.js'
import type { CiRun, RunQuery } from '#schemas/mirror/ci.js'
import { totalSum } from '../counters/tallies.js'
import { type Db, precompiled, utc } from '../sql/database.js'
import { countOf, type JsonPage, pageText, scopeConditions, scopedRows } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

/** A run `t` of a repository `r` as the API shows it. */
export const runFields =
  precompiled(sql`t.id, t.host_run_id, t.attempt as run_attempt, t.workflow_name, t.branch, t.head_sha, t.status,
  t.conclusion, t.heal_status, t.heal_failure_type, t.heal_root_cause, t.heal_fix_applied, t.heal_confidence,
  t.heal_pr_url, t.heal_pr_number, ${utc(sql`t.healed_at`)} as healed_at, ${utc(sql`t.created_at`)} as created_at,
  ${utc(sql`t.updated_at`)} as updated_at, ${utc(sql`t.completed_at`)} as completed_at, r.installation_id,
  r.full_name as repo_full_name, r.owner as repo_owner, r.name as repo_name`)

export interface RunList {
  query: RunQuery
  repoId?: number
}

export function runsPage(db: Db, { query, repoId }: RunList, paging: Paging): Promise<JsonPage<CiRun>> {
  const within = scopeConditions(query, [counter('ci', 'runs')], repoId)
  const filters = filtersOf(query)
  const total = totalOf(query, within.sums, [...within.where, ...filters])
  const rows = scopedRows(within, filters)
  return pageText(db, { table: 'ci_runs', fields: runFields, ...rows, order: newestFirst, total }, paging)
}

function filtersOf({ conclusion, heal_status = 'all', branch, failure_type }: RunQuery): SQL[] {
  return [
    conclusion !== undefined &&
      (conclusion === 'none' ? sql`t.conclusion is null` : sql`t.conclusion = ${conclusion}`),
    heal_status !== 'all' && sql`t.heal_status = ${heal_status}`,
    branch !== undefined && sql`t.branch = ${branch}`,
    failure_type !== undefined &&
      sql`t.conclusion = 'failure' and coalesce(t.heal_failure_type, 'unknown') = ${failure_type}`
  ].filter((condition) => condition !== false)
}

/** Read from the sums where they know it: all runs, or those of one word. Anything finer is counted. */
function totalOf(query: RunQuery, sums: SQL, where: SQL[]): SQL {
  const measure = query.branch === undefined ? measureOf(query) : undefined
  return measure === undefined ? countOf('ci_runs', where) : totalSum(sums, [measure])
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
