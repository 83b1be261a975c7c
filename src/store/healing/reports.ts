// Reads about attempts to heal runs: lists, the attempts of one run, and the number of healed repositories.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import { joined, memberOf, textOf } from '#domain/json/text.js'
import { runNotFound } from '#errors/pillars.js'
import type { Paging } from '#schemas/common.js'
import type { HealAttempt, HealAttemptDetail, HealQuery, RunAttempts } from '#schemas/healing/heal.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { quoted } from '../counters/quoted-name.js'
import { totalSum } from '../counters/tallies.js'
import { runText } from '../mirror/ci.js'
import { type Db, precompiled, rowsOf, utcColumns } from '../sql/database.js'
import {
  countOf,
  type JsonPage,
  liveRowsOfRepositories,
  pageText,
  scopeConditions,
  scopedRows
} from '../sql/list.js'
import { newestFirst, numberKey, orderOn } from '../sql/order.js'

const t = alias(healAttempts, 't')
const s = alias(tallies, 's')
const r = alias(repositories, 'r')

const HEALS = liveRowsOfRepositories(healAttempts)
const BY_AGE = newestFirst(t)

const FIELDS =
  precompiled(sql`${t.id}, ${t.ciRunId}, ${t.hostRunId}, ${t.runAttempt}, ${t.attempt}, ${t.trigger},
  ${t.requestedBy}, ${t.status}, ${t.strategy}, ${t.repair}, ${t.failureType}, ${t.transient}, ${t.rootCause},
    ${t.confidence}, ${t.failingJob}, ${t.failingFile}, ${t.sourceFile}, ${t.failingLine},
  ${t.suggestedFix}, ${t.riskScore}, ${t.riskLevel}, ${t.signature}, ${t.skipReason}, ${t.filesChanged},
  ${t.healBranch}, ${t.prNumber}, ${t.prUrl}, ${t.prTitle}, ${t.prStatus}, ${t.outcome}, ${t.settledRunAttempt},
    ${t.error}, ${t.decisionId}, ${t.actionId},
  ${utcColumns(t.createdAt, t.startedAt, t.finishedAt, t.updatedAt)}, ${t.workflowName}, ${t.branch}, ${t.headSha},
  ${r.fullName} as repo_full_name, ${r.owner} as repo_owner, ${r.name} as repo_name`)

export interface HealList {
  query: HealQuery
  repoId?: number
}

export function healsPage(
  db: Db,
  { query, repoId }: HealList,
  paging: Paging
): Promise<JsonPage<HealAttempt>> {
  const within = scopeConditions(t, query, [counter('heals', 'all')], repoId)
  const filters = filtersOf(query)
  const total = totalOf(query, within.sums, [...within.where, ...filters])
  const rows = scopedRows(within, filters)
  return pageText(db, { listed: HEALS, fields: FIELDS, ...rows, order: BY_AGE, total }, paging)
}

function filtersOf({ status = 'all', pr_status, failure_type, trigger, outcome }: HealQuery): SQL[] {
  return [
    status !== 'all' && sql`${t.status} = ${status}`,
    pr_status !== undefined && sql`${t.prStatus} = ${pr_status}`,
    failure_type !== undefined && sql`${t.failureType} = ${failure_type}`,
    trigger !== undefined && sql`${t.trigger} = ${trigger}`,
    outcome !== undefined && sql`${t.outcome} = ${outcome}`
  ].filter((condition) => condition !== false)
}

/** Read from the counters for all attempts or one filter that they know; otherwise counted. */
function totalOf(query: HealQuery, sums: SQL, where: SQL[]): SQL {
  const { status = 'all', pr_status, failure_type, trigger, outcome } = query
  const measures = [
    status !== 'all' && counter('heals', 'status', status),
    pr_status !== undefined && counter('heals', 'pr', pr_status),
    failure_type !== undefined && counter('heals', 'type', failure_type, 'all')
  ].filter((measure) => measure !== false)
  const isFiner = trigger !== undefined || outcome !== undefined || measures.length > 1
  return isFiner ? countOf(HEALS, where) : totalSum(sums, [measures[0] ?? counter('heals', 'all')])
}

const IN_ORDER_OF_ATTEMPTS = orderOn([numberKey(t.attempt), numberKey(t.id)], 'asc')

/** The attempts of one run, and the run. */
export async function runHealsPage(
  db: Db,
  hostRunId: number,
  paging: Paging
): Promise<JsonPage<HealAttemptDetail, RunAttempts>> {
  const run = await runText(db, hostRunId)
  if (!run) throw runNotFound(hostRunId)
  const where = [sql`${t.hostRunId} = ${hostRunId}`]
  const fields = sql`${FIELDS}, ${t.extract}::json as extract`
  const total = countOf(HEALS, where)
  const list = { listed: HEALS, fields, where, order: IN_ORDER_OF_ATTEMPTS, total }
  const page = await pageText<HealAttemptDetail>(db, list, paging)
  const shown = joined(memberOf('run', run.text), memberOf('run_url', textOf(run.url)))
  return { meta: page.meta, text: joined(page.text, shown) }
}

/** The number of repositories with a successful attempt, since a day or ever. */
export async function repositoriesHealed(db: Db, from?: string): Promise<number> {
  const days =
    from === undefined
      ? sql`${s.day} = '-infinity'`
      : sql`${s.day} >= ${from}::date and ${s.day} > '-infinity'`
  const [found] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${repositories} r where ${r.deletedAt} is null and exists (
      select from ${tallies} s where ${s.repoId} = ${r.hostId} and ${days}
        and ${s.measure} = ${quoted(counter('heals', 'status', 'healed'))} and ${s.amount} > 0)`
  )
  return found?.count ?? 0
}
