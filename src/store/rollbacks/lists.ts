// The list of rollbacks.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paging } from '#schemas/common.js'
import { ROLLBACK_STATUSES, type RollbackStatus } from '#schemas/rollbacks/enums.js'
import type { Rollback, RollbackQuery } from '#schemas/rollbacks/rollbacks.js'
import { repositories } from '#tables/mirror/repositories.js'
import { rollbackEvents } from '#tables/rollbacks/rollback-events.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, parseJson, precompiled, rowsOf, type Tx, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

const t = alias(rollbackEvents, 't')
const r = alias(repositories, 'r')

const LISTED = liveRowsOfRepositories(rollbackEvents)
const BY_AGE = newestFirst(t)

const FIELDS = precompiled(sql`${t.id}, ${t.repoId}, ${r.fullName} as repo_full_name, ${t.prNumber},
  ${t.mergeCommit}, ${t.revertCommit}, ${t.revertPrNumber}, ${t.triggerReason}, ${t.triggerDetails}, ${t.status},
  ${t.initiatedBy}, ${t.error}, ${t.runId}, ${t.decisionId}, ${t.actionId},
  ${utcColumns(t.createdAt, t.completedAt, t.revertMergedAt)}`)

/** There are few, so that they are counted. */
export function rollbacksPage(db: Db, query: RollbackQuery, paging: Paging): Promise<JsonPage<Rollback>> {
  const { repo, status = 'all' } = query
  return withinRepository(db, repo, (repoId) => {
    const where = [
      repoId !== undefined && sql`${t.repoId} = ${repoId}`,
      status !== 'all' && sql`${t.status} = ${status}`
    ].filter((condition) => condition !== false)
    return pageText(
      db,
      { listed: LISTED, fields: FIELDS, where, order: BY_AGE, total: countOf(LISTED, where) },
      paging
    )
  })
}

/** Each status, also one that no rollback has. */
export async function rollbacksByStatus(db: Db): Promise<{ status: RollbackStatus; count: number }[]> {
  const rows = await rowsOf<{ status: RollbackStatus; count: number }>(
    db,
    sql`select ${t.status}, count(*)::int as count from ${rollbackEvents} t where ${LISTED.visible} group by ${t.status}`
  )
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return ROLLBACK_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }))
}

export async function rollbackShown(db: Db | Tx, id: number): Promise<Rollback | undefined> {
  const [row] = await rowsOf<{ rollback: Rollback | string }>(
    db,
    sql`select row_to_json(found) as rollback from (
      select ${FIELDS} from ${rollbackEvents} t ${LISTED.join} where ${t.id} = ${id}
    ) as found`
  )
  return row && parseJson(row.rollback)
}
