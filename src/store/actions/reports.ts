// Reads about managed actions: lists, single ones with their history, sums.

import { type SQL, sql } from 'drizzle-orm'
import { topic } from '#domain/counters/counter.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { actionNotFound } from '#errors/actions.js'
import type { Abstentions, ActionQuery } from '#schemas/actions/actions.js'
import type { Action, ActionDetail } from '#schemas/actions/records.js'
import type { Paging } from '#schemas/common.js'
import { evidenceTotal } from '../counters/evidence-tallies.js'
import { quoted } from '../counters/names.js'
import { type Db, momentOf, precompiled, rowsOf, utc } from '../sql/database.js'
import { countOf, type JsonPage, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'
import { isNamed } from '../sql/repository-name.js'

const moments = (...names: string[]) =>
  sql.join(
    names.map((name) => sql`${utc(sql.raw(`t.${name}`))} as ${sql.raw(name)}`),
    sql`, `
  )

const FIELDS =
  precompiled(sql`t.id, t.repo_id, t.repo_full_name, t.pillar, t.action_type, t.action_key, t.action_value, t.source,
  t.source_id, t.status, t.target_type, t.target_number, t.target_branch,
  case t.target_type when 'pr' then t.target_number end as pr_number,
  case t.target_type when 'issue' then t.target_number end as issue_number,
  t.evidence, t.error_message, t.blocked_reason, t.retries, t.max_retries, t.parent_action_id, t.decision_id, t.host_id,
  t.context_hash, t.actor, t.active, t.reconciliation_status, t.heal_outcome, t.pr_outcome,
  ${moments('proposed_at', 'approved_at', 'executed_at', 'resolved_at', 'reconciled_at')},
  ${moments('pr_merged_at', 'pr_closed_at', 'deactivated_at', 'created_at')}`)

const HISTORY = precompiled(sql`t.arguments::json as arguments,
  (select coalesce(json_agg(json_build_object('id', e.id, 'from', e.from_status, 'to', e.to_status, 'actor', e.actor,
      'at', ${utc(sql`e.at`)}, 'detail', e.detail) order by e.id), '[]')
    from managed_action_events e where e.action_id = t.id) as events,
  (select coalesce(json_agg(json_build_object('id', c.id, 'check_type', c.check_type, 'expected', c.expected,
      'actual', c.actual, 'drifted', c.drifted, 'checked_at', ${utc(sql`c.checked_at`)}) order by c.id), '[]')
    from action_checks c where c.action_id = t.id) as reconciliation_log,
  (select coalesce(json_agg(json_build_object('id', c.id, 'status', c.status) order by c.id), '[]')
    from managed_actions c where c.parent_action_id = t.id) as children`)

export interface ActionList {
  query: ActionQuery
  since?: Date
}

export function actionsPage(db: Db, { query, since }: ActionList, paging: Paging): Promise<JsonPage<Action>> {
  const { repo, status = 'all', pillar, action_type, target_type, target_number, parent_action_id } = query
  const where = [
    repo !== undefined && sql`t.repo_id in (select host_id from repositories where ${isNamed(repo)})`,
    status !== 'all' && sql`t.status = ${status}`,
    pillar !== undefined && sql`t.pillar = ${pillar}`,
    action_type !== undefined && sql`t.action_type = ${action_type}`,
    target_type !== undefined && sql`t.target_type = ${target_type}`,
    target_number !== undefined && sql`t.target_number = ${target_number}`,
    parent_action_id !== undefined && sql`t.parent_action_id = ${parent_action_id}`,
    since !== undefined && sql`t.created_at >= ${momentOf(since)}`
  ].filter((condition) => condition !== false)
  return pageText(
    db,
    { table: 'managed_actions', fields: FIELDS, where, order: newestFirst, total: totalOf(query, where) },
    paging
  )
}

const UNSUMMED_FILTERS = [
  'repo',
  'action_type',
  'target_type',
  'target_number',
  'parent_action_id',
  'since'
] as const

/** Read from the sums where they know it: all, those of a status, those of a pillar, or of both. */
function totalOf(query: ActionQuery, where: SQL[]): SQL {
  if (UNSUMMED_FILTERS.some((name) => query[name] !== undefined)) return countOf('managed_actions', where)
  const { status = 'all', pillar } = query
  const begins = pillar === undefined ? topic('actions', 'in') : topic('actions', 'in', pillar)
  const ofStatus = status === 'all' ? sql`` : sql` and split_part(measure, '.', 4) = ${status}`
  return evidenceTotal(undefined, sql`starts_with(measure, ${begins})${ofStatus}`)
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
    sql`select row_to_json(shown)::text as text from (select ${fields} from managed_actions t where t.id = ${id}) as shown`
  )
  if (!found) throw actionNotFound(id)
  return fromDatabase(found.text)
}

const MOST_SHOWN = 100

/** What was not done, by reason, repository and type: the most frequent first. The sums of days are not looked at. */
export async function blockedBreakdown(db: Db): Promise<Abstentions['breakdown']> {
  return rowsOf(
    db,
    sql`select split_part(t.measure, '.', 3) as blocked_reason, r.full_name as repo_full_name,
        split_part(t.measure, '.', 4) as action_type, t.amount::float8 as count
      from repositories r cross join lateral (
        select measure, amount from evidence_tallies
        where repo_id = r.host_id and day = '-infinity' and starts_with(measure, ${quoted(topic('actions', 'blocked'))}) and amount > 0
        offset 0
      ) as t
      order by t.amount desc, t.measure, r.full_name limit ${MOST_SHOWN}`
  )
}
