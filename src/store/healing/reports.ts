// Reads about attempts to heal runs: lists, the attempts of one run, and in how many repositories any helped.

import { type SQL, sql } from 'drizzle-orm'
import { counter } from '#domain/counters/counter.js'
import { fromDatabase, joined, memberOf } from '#domain/json/text.js'
import { runNotFound } from '#errors/pillars.js'
import type { Paging } from '#schemas/common.js'
import type { HealAttempt, HealAttemptDetail, HealQuery, RunAttempts } from '#schemas/healing/heal.js'
import type { CiRun } from '#schemas/mirror/ci.js'
import { quoted } from '../counters/names.js'
import { totalSum } from '../counters/tallies.js'
import { runFields } from '../mirror/ci.js'
import { type Db, precompiled, rowsOf, utc } from '../sql/database.js'
import { countOf, type JsonPage, pageText, scopeConditions, scopedRows } from '../sql/list.js'
import { newestFirst, orderOn } from '../sql/order.js'

const moments = (...names: string[]) =>
  sql.join(
    names.map((name) => sql`${utc(sql.raw(`t.${name}`))} as ${sql.raw(name)}`),
    sql`, `
  )

const FIELDS =
  precompiled(sql`t.id, t.ci_run_id, t.host_run_id, t.run_attempt, t.attempt, t.trigger, t.requested_by, t.status, t.strategy, t.repair,
  t.failure_type, t.transient, t.root_cause, t.confidence, t.failing_job, t.failing_file, t.source_file, t.failing_line,
  t.suggested_fix, t.risk_score, t.risk_level, t.signature, t.skip_reason, t.files_changed, t.heal_branch, t.pr_number,
  t.pr_url, t.pr_title, t.pr_status, t.outcome, t.settled_run_attempt, t.error, t.decision_id, t.action_id,
  ${moments('created_at', 'started_at', 'finished_at', 'updated_at')}, t.workflow_name, t.branch, t.head_sha,
  r.full_name as repo_full_name, r.owner as repo_owner, r.name as repo_name`)

export interface HealList {
  query: HealQuery
  repoId?: number
}

export function healsPage(
  db: Db,
  { query, repoId }: HealList,
  paging: Paging
): Promise<JsonPage<HealAttempt>> {
  const within = scopeConditions(query, [counter('heals', 'all')], repoId)
  const filters = filtersOf(query)
  const total = totalOf(query, within.sums, [...within.where, ...filters])
  const rows = scopedRows(within, filters)
  return pageText(db, { table: 'heal_attempts', fields: FIELDS, ...rows, order: newestFirst, total }, paging)
}

function filtersOf({ status = 'all', pr_status, failure_type, trigger, outcome }: HealQuery): SQL[] {
  return [
    status !== 'all' && sql`t.status = ${status}`,
    pr_status !== undefined && sql`t.pr_status = ${pr_status}`,
    failure_type !== undefined && sql`t.failure_type = ${failure_type}`,
    trigger !== undefined && sql`t.trigger = ${trigger}`,
    outcome !== undefined && sql`t.outcome = ${outcome}`
  ].filter((condition) => condition !== false)
}

/** Read from the sums where they know it: all attempts, or those of one word. Anything finer is counted. */
function totalOf(query: HealQuery, sums: SQL, where: SQL[]): SQL {
  const { status = 'all', pr_status, failure_type, trigger, outcome } = query
  const measures = [
    status !== 'all' && counter('heals', 'status', status),
    pr_status !== undefined && counter('heals', 'pr', pr_status),
    failure_type !== undefined && counter('heals', 'type', failure_type, 'all')
  ].filter((measure) => measure !== false)
  const isFiner = trigger !== undefined || outcome !== undefined || measures.length > 1
  return isFiner ? countOf('heal_attempts', where) : totalSum(sums, [measures[0] ?? counter('heals', 'all')])
}

const inTheirOrder = orderOn(
  [
    { value: sql`t.attempt`, kind: 'number' },
    { value: sql`t.id`, kind: 'number' }
  ],
  'asc'
)

/** The attempts of one run, and the run. */
export async function runHealsPage(
  db: Db,
  hostRunId: number,
  paging: Paging
): Promise<JsonPage<HealAttemptDetail, RunAttempts>> {
  const [run] = await rowsOf<{ text: string }>(
    db,
    sql`select row_to_json(shown)::text as text from (
      select ${runFields} from ci_runs t join repositories r on r.host_id = t.repo_id
      where t.host_run_id = ${hostRunId} and t.live) as shown`
  )
  if (!run) throw runNotFound(hostRunId)
  const where = [sql`t.host_run_id = ${hostRunId}`]
  const fields = sql`${FIELDS}, t.extract::json as extract`
  const total = countOf('heal_attempts', where)
  const list = { table: 'heal_attempts', fields, where, order: inTheirOrder, total } as const
  const page = await pageText<HealAttemptDetail>(db, list, paging)
  return { meta: page.meta, text: joined(page.text, memberOf('run', fromDatabase<CiRun>(run.text))) }
}

/** In how many repositories an attempt healed, of those asked for since a day or of all. */
export async function repositoriesHealed(db: Db, from?: string): Promise<number> {
  const days = from === undefined ? sql`day = '-infinity'` : sql`day >= ${from}::date and day > '-infinity'`
  const [found] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from repositories r where r.deleted_at is null and exists (
      select from tallies where repo_id = r.host_id and ${days} and measure = ${quoted(counter('heals', 'status', 'healed'))} and amount > 0)`
  )
  return found?.count ?? 0
}
