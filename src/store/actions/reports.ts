// Reads about managed actions: lists, single actions with their history, counters.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { topic } from '#domain/counters/counter.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { actionNotFound } from '#errors/actions.js'
import type { Abstentions, ActionQuery } from '#schemas/actions/actions.js'
import type { Action, ActionDetail } from '#schemas/actions/records.js'
import type { Paging } from '#schemas/common.js'
import { actionChecks } from '#tables/actions/action-checks.js'
import { managedActionEvents } from '#tables/actions/managed-action-events.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { repositories } from '#tables/mirror/repositories.js'
import { evidenceTotal } from '../counters/evidence-tallies.js'
import { quoted } from '../counters/quoted-name.js'
import { type Db, momentOf, precompiled, rowsOf, utc, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, pageText, rowsOfRepositories } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'
import { idsNamed } from '../sql/repository-name.js'

const t = alias(managedActions, 't')
const e = alias(managedActionEvents, 'e')
const l = alias(actionChecks, 'l')
const c = alias(managedActions, 'c')
const s = alias(evidenceTallies, 's')
const r = alias(repositories, 'r')

const ACTIONS = rowsOfRepositories(managedActions)
const BY_AGE = newestFirst(t)

const FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}, ${t.repoFullName}, ${t.pillar}, ${t.actionType}, ${t.actionKey},
  ${t.actionValue}, ${t.source}, ${t.sourceId}, ${t.status}, ${t.targetType}, ${t.targetNumber}, ${t.targetBranch},
  case ${t.targetType} when 'pr' then ${t.targetNumber} end as pr_number,
  case ${t.targetType} when 'issue' then ${t.targetNumber} end as issue_number,
  ${t.evidence}, ${t.errorMessage}, ${t.blockedReason}, ${t.retries}, ${t.maxRetries}, ${t.parentActionId},
  ${t.decisionId}, ${t.hostId}, ${t.contextHash}, ${t.actor}, ${t.active}, ${t.reconciliationStatus},
    ${t.healOutcome}, ${t.prOutcome},
  ${utcColumns(t.proposedAt, t.approvedAt, t.executedAt, t.resolvedAt, t.reconciledAt)},
  ${utcColumns(t.prMergedAt, t.prClosedAt, t.deactivatedAt, t.createdAt)}`)

const HISTORY = precompiled(sql`${t.arguments}::json as arguments,
  (select coalesce(json_agg(json_build_object('id', ${e.id}, 'from', ${e.fromStatus}, 'to', ${e.toStatus}, 'actor',
      ${e.actor}, 'at', ${utc(e.at)}, 'detail', ${e.detail}) order by ${e.id}), '[]')
    from ${managedActionEvents} e where ${e.actionId} = ${t.id}) as events,
  (select coalesce(json_agg(json_build_object('id', ${l.id}, 'check_type', ${l.checkType}, 'expected', ${l.expected},
      'actual', ${l.actual}, 'drifted', ${l.drifted}, 'checked_at', ${utc(l.checkedAt)}) order by ${l.id}),
        '[]')
    from ${actionChecks} l where ${l.actionId} = ${t.id}) as reconciliation_log,
  (select coalesce(json_agg(json_build_object('id', ${c.id}, 'status', ${c.status}) order by ${c.id}), '[]')
    from ${managedActions} c where ${c.parentActionId} = ${t.id}) as children`)

export interface ActionList {
  query: ActionQuery
  since?: Date
}

export function actionsPage(db: Db, { query, since }: ActionList, paging: Paging): Promise<JsonPage<Action>> {
  const { repo, status = 'all', pillar, action_type, target_type, target_number, parent_action_id } = query
  const where = [
    repo !== undefined && sql`${t.repoId} in ${idsNamed(repo)}`,
    status !== 'all' && sql`${t.status} = ${status}`,
    pillar !== undefined && sql`${t.pillar} = ${pillar}`,
    action_type !== undefined && sql`${t.actionType} = ${action_type}`,
    target_type !== undefined && sql`${t.targetType} = ${target_type}`,
    target_number !== undefined && sql`${t.targetNumber} = ${target_number}`,
    parent_action_id !== undefined && sql`${t.parentActionId} = ${parent_action_id}`,
    since !== undefined && sql`${t.createdAt} >= ${momentOf(since)}`
  ].filter((condition) => condition !== false)
  return pageText(
    db,
    { listed: ACTIONS, fields: FIELDS, where, order: BY_AGE, total: totalOf(query, where) },
    paging
  )
}

const FILTERS_WITHOUT_SUMS = [
  'repo',
  'action_type',
  'target_type',
  'target_number',
  'parent_action_id',
  'since'
] as const

/** Read from the counters for all actions and those of a status, of a pillar or of both; otherwise counted. */
function totalOf(query: ActionQuery, where: SQL[]): SQL {
  if (FILTERS_WITHOUT_SUMS.some((name) => query[name] !== undefined)) return countOf(ACTIONS, where)
  const { status = 'all', pillar } = query
  const begins = pillar === undefined ? topic('actions', 'in') : topic('actions', 'in', pillar)
  const ofStatus =
    status === 'all' ? sql`` : sql` and split_part(${evidenceTallies.measure}, '.', 4) = ${status}`
  return evidenceTotal(sql`starts_with(${evidenceTallies.measure}, ${begins})${ofStatus}`)
}

/** One action as a text. */
export function actionText(db: Db, id: number): Promise<JsonText<Action>> {
  return actionJson(db, id, FIELDS)
}

export function actionDetail(db: Db, id: number): Promise<JsonText<ActionDetail>> {
  return actionJson(db, id, sql`${FIELDS}, ${HISTORY}`)
}

async function actionJson<Shown>(db: Db, id: number, fields: SQL): Promise<JsonText<Shown>> {
  const [found] = await rowsOf<{ text: string }>(
    db,
    sql`select row_to_json(shown)::text as text from (select ${fields} from ${managedActions} t
      where ${t.id} = ${id}) as shown`
  )
  if (!found) throw actionNotFound(id)
  return fromDatabase(found.text)
}

const MOST_SHOWN = 100

/** Blocked actions by reason, repository and type, the most frequent first. Counters of days are not read. */
export async function blockedBreakdown(db: Db): Promise<Abstentions['breakdown']> {
  return rowsOf(
    db,
    sql`select split_part(${s.measure}, '.', 3) as blocked_reason, ${r.fullName} as repo_full_name,
        split_part(${s.measure}, '.', 4) as action_type, ${s.amount}::float8 as count
      from ${repositories} r cross join lateral (
        select ${s.measure}, ${s.amount} from ${evidenceTallies} s
        where ${s.repoId} = ${r.hostId} and ${s.day} = '-infinity'
          and starts_with(${s.measure}, ${quoted(topic('actions', 'blocked'))}) and ${s.amount} > 0
        offset 0
      ) as s
      order by ${s.amount} desc, ${s.measure}, ${r.fullName} limit ${MOST_SHOWN}`
  )
}
