// Reads about duplicates: lists, single signals, and the number of affected repositories.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { issueNotFound, signalNotFound } from '#errors/pillars.js'
import { topicKey } from '#schemas/actions/enums.js'
import type { Paging } from '#schemas/common.js'
import {
  COMMENT_TOPIC,
  type DuplicateQuery,
  type DuplicateSignal,
  SIGNAL_KINDS,
  SIGNAL_STATUSES,
  SIMILARITY_PARTS
} from '#schemas/duplicates/duplicates.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { issues } from '#tables/mirror/issues.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { quoted } from '../counters/quoted-name.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, precompiled, rowsOf, utc } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { momentKey, numberKey, orderOn } from '../sql/order.js'

const t = alias(duplicateSignals, 't')
const a = alias(managedActions, 'a')
const r = alias(repositories, 'r')
const s = alias(tallies, 's')
const source = alias(issues, 'source')
const target = alias(issues, 'target')

const SIGNALS = liveRowsOfRepositories(duplicateSignals)

const OF_COMMENT = sql.raw(`'${topicKey(COMMENT_TOPIC)}'`)
const parts = sql.raw(`${SIMILARITY_PARTS}.0`)

export const SIGNAL_FIELDS =
  precompiled(sql`${t.id}, ${t.kind}, round(${t.similarity} / ${parts}, 4)::float8 as similarity, ${t.status},
  ${t.sourceIssueId}, ${source.number} as source_number, ${source.title} as source_title, ${source.state} as source_state,
  ${t.targetIssueId}, ${target.number} as target_number, ${target.title} as target_title, ${target.state} as target_state,
  ${t.evidence}::json as evidence, ${t.decisionId},
  (select ${a.hostId} from ${managedActions} a where ${a.repoId} = ${t.repoId}
    and ${a.actionKey} = ${OF_COMMENT} || ${source.number} and ${a.target} = 'issue:' || ${source.number}
    and ${a.hostId} is not null and ${t.kind} = 'duplicate' order by ${a.id} desc limit 1) as comment_id,
  ${t.resolvedBy}, ${utc(t.resolvedAt)} as resolved_at, ${utc(t.createdAt)} as created_at,
  ${utc(t.updatedAt)} as updated_at,
  ${r.fullName} as repo_full_name, ${r.owner} as repo_owner, ${r.name} as repo_name`)

/** The two issues of a signal `t`. */
export const ISSUES_OF_SIGNAL = precompiled(sql`join lateral (
    select * from ${issues} where ${issues.hostId} = ${t.sourceIssueId} limit 1
  ) as source on true
  join lateral (
    select * from ${issues} where ${issues.hostId} = ${t.targetIssueId} limit 1
  ) as target on true`)

const mostSimilarFirst = orderOn([numberKey(t.similarity), momentKey(t.createdAt), numberKey(t.id)], 'desc')

export function duplicatesPage(
  db: Db,
  { query, repo }: { query: Omit<DuplicateQuery, 'repo'>; repo: string | undefined },
  paging: Paging
): Promise<JsonPage<DuplicateSignal>> {
  const { status = 'all', kind, min_similarity: least } = query
  return withinRepository(db, repo, (repoId) => {
    const where = [
      repoId !== undefined && sql`${t.repoId} = ${repoId}`,
      status !== 'all' && sql`${t.status} = ${status}`,
      kind !== undefined && sql`${t.kind} = ${kind}`,
      least !== undefined &&
        sql`${t.similarity} >= ${Math.ceil(Number((least * SIMILARITY_PARTS).toFixed(6)))}`
    ].filter((condition) => condition !== false)
    const sums = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
    const total = least === undefined ? totalSum(sums, measuresOf(query)) : countOf(SIGNALS, where)
    const list = { listed: SIGNALS, fields: SIGNAL_FIELDS, lookups: ISSUES_OF_SIGNAL, where, total }
    return pageText(db, { ...list, order: mostSimilarFirst }, paging)
  })
}

function measuresOf({ status = 'all', kind }: DuplicateQuery): Measure[] {
  const kinds = kind === undefined ? SIGNAL_KINDS : [kind]
  const statuses = status === 'all' ? SIGNAL_STATUSES : [status]
  return kinds.flatMap((one) => statuses.map((other) => counter('duplicates', one, other)))
}

/** The signals of a live issue, in either direction. */
export async function duplicatesOfIssue(
  db: Db,
  hostId: number,
  paging: Paging
): Promise<JsonPage<DuplicateSignal>> {
  const [found] = await db
    .select({ id: issues.id })
    .from(issues)
    .where(and(eq(issues.hostId, hostId), sql`${issues.live}`))
  if (!found) throw issueNotFound(hostId)
  const either: SQL[] = [sql`${t.sourceIssueId} = ${hostId}`, sql`${t.targetIssueId} = ${hostId}`]
  const total = countOf(SIGNALS, [sql`(${sql.join(either, sql` or `)})`])
  const list = { listed: SIGNALS, fields: SIGNAL_FIELDS, lookups: ISSUES_OF_SIGNAL, where: [], total }
  return pageText(db, { ...list, alternatives: either, order: mostSimilarFirst }, paging)
}

export async function signalText(db: Db, id: number): Promise<JsonText<DuplicateSignal>> {
  const [found] = await rowsOf<{ text: string }>(
    db,
    sql`select row_to_json(shown)::text as text from (
        select ${SIGNAL_FIELDS} from ${duplicateSignals} t join ${repositories} r on ${r.hostId} = ${t.repoId} ${ISSUES_OF_SIGNAL}
        where ${t.id} = ${id} and ${t.live}
      ) as shown`
  )
  if (!found) throw signalNotFound(id)
  return fromDatabase(found.text)
}

/** The number of live repositories with possible duplicates. */
export async function affectedRepositories(db: Db): Promise<number> {
  const [found] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${repositories} r where ${r.deletedAt} is null and exists (
        select from ${tallies} s where ${s.repoId} = ${r.hostId} and ${s.day} = '-infinity'
          and ${s.measure} = ${quoted(counter('duplicates', 'flagged'))} and ${s.amount} > 0)`
  )
  return found?.count ?? 0
}
