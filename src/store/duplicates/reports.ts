// Reads about duplicates: lists, single ones, and in how many repositories there are any.

import { type SQL, sql } from 'drizzle-orm'
import { counter, type Measure } from '#domain/counters/counter.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { issueNotFound, signalNotFound } from '#errors/pillars.js'
import { topicKey } from '#schemas/actions/words.js'
import type { Paging } from '#schemas/common.js'
import {
  COMMENT_TOPIC,
  type DuplicateQuery,
  type DuplicateSignal,
  SIGNAL_KINDS,
  SIGNAL_STATUSES,
  SIMILARITY_PARTS
} from '#schemas/duplicates/duplicates.js'
import { quoted } from '../counters/names.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { type Db, precompiled, rowsOf, utc } from '../sql/database.js'
import { countOf, type JsonPage, pageText } from '../sql/list.js'
import { orderOn } from '../sql/order.js'

const OF_COMMENT = sql.raw(`'${topicKey(COMMENT_TOPIC)}'`)
const parts = sql.raw(`${SIMILARITY_PARTS}.0`)

const FIELDS =
  precompiled(sql`t.id, t.kind, round(t.similarity / ${parts}, 4)::float8 as similarity, t.status,
  t.source_issue_id, source.number as source_number, source.title as source_title, source.state as source_state,
  t.target_issue_id, target.number as target_number, target.title as target_title, target.state as target_state,
  t.evidence::json as evidence, t.decision_id,
  (select a.host_id from managed_actions a where a.repo_id = t.repo_id
    and a.action_key = ${OF_COMMENT} || source.number and a.target = 'issue:' || source.number
    and a.host_id is not null and t.kind = 'duplicate' order by a.id desc limit 1) as comment_id,
  t.resolved_by, ${utc(sql`t.resolved_at`)} as resolved_at, ${utc(sql`t.created_at`)} as created_at,
  ${utc(sql`t.updated_at`)} as updated_at,
  r.full_name as repo_full_name, r.owner as repo_owner, r.name as repo_name`)

const BESIDE =
  precompiled(sql`join lateral (select * from issues where host_id = t.source_issue_id limit 1) as source on true
  join lateral (select * from issues where host_id = t.target_issue_id limit 1) as target on true`)

const mostSimilarFirst = orderOn(
  [
    { value: sql`t.similarity`, kind: 'number' },
    { value: sql`t.created_at`, kind: 'moment' },
    { value: sql`t.id`, kind: 'number' }
  ],
  'desc'
)

export function duplicatesPage(
  db: Db,
  { query, repoId }: { query: Omit<DuplicateQuery, 'repo'>; repoId?: number },
  paging: Paging
): Promise<JsonPage<DuplicateSignal>> {
  const { status = 'all', kind, min_similarity: least } = query
  const where = [
    repoId !== undefined && sql`t.repo_id = ${repoId}`,
    status !== 'all' && sql`t.status = ${status}`,
    kind !== undefined && sql`t.kind = ${kind}`,
    least !== undefined && sql`t.similarity >= ${Math.ceil(Number((least * SIMILARITY_PARTS).toFixed(6)))}`
  ].filter((condition) => condition !== false)
  const sums = repoId === undefined ? ofFleet : sql`repo_id = ${repoId}`
  const total = least === undefined ? totalSum(sums, measuresOf(query)) : countOf('duplicate_signals', where)
  const list = { table: 'duplicate_signals' as const, fields: FIELDS, beside: BESIDE, where, total }
  return pageText(db, { ...list, order: mostSimilarFirst }, paging)
}

function measuresOf({ status = 'all', kind }: DuplicateQuery): Measure[] {
  const kinds = kind === undefined ? SIGNAL_KINDS : [kind]
  const statuses = status === 'all' ? SIGNAL_STATUSES : [status]
  return kinds.flatMap((one) => statuses.map((other) => counter('duplicates', one, other)))
}

/** What an issue that is there may repeat, and what may repeat it. */
export async function duplicatesOfIssue(
  db: Db,
  hostId: number,
  paging: Paging
): Promise<JsonPage<DuplicateSignal>> {
  const [found] = await rowsOf(db, sql`select from issues where host_id = ${hostId} and live`)
  if (!found) throw issueNotFound(hostId)
  const either: SQL[] = [sql`t.source_issue_id = ${hostId}`, sql`t.target_issue_id = ${hostId}`]
  const total = countOf('duplicate_signals', [sql`(${sql.join(either, sql` or `)})`])
  const list = { table: 'duplicate_signals' as const, fields: FIELDS, beside: BESIDE, where: [], total }
  return pageText(db, { ...list, either, order: mostSimilarFirst }, paging)
}

export async function signalText(db: Db, id: number): Promise<JsonText<DuplicateSignal>> {
  const [found] = await rowsOf<{ text: string }>(
    db,
    sql`select row_to_json(shown)::text as text from (
        select ${FIELDS} from duplicate_signals t join repositories r on r.host_id = t.repo_id ${BESIDE}
        where t.id = ${id} and t.live
      ) as shown`
  )
  if (!found) throw signalNotFound(id)
  return fromDatabase(found.text)
}

/** How many repositories that are there have issues that may repeat others. */
export async function affectedRepositories(db: Db): Promise<number> {
  const [found] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from repositories r where r.deleted_at is null and exists (
        select from tallies s where s.repo_id = r.host_id and s.day = '-infinity'
          and s.measure = ${quoted(counter('duplicates', 'flagged'))} and s.amount > 0)`
  )
  return found?.count ?? 0
}
