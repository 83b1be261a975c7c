// Lists of queue entries.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import { EVER } from '#domain/counters/tally.js'
import type { Paging } from '#schemas/common.js'
import {
  ACTIVE_STATUSES,
  ENDED_STATUSES,
  ENTRY_STATUSES,
  type EntryStatus
} from '#schemas/merge-queue/enums.js'
import type { QueueEntry, QueueQuery } from '#schemas/merge-queue/queue.js'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, parseJson, precompiled, rowsOf, type Tx, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { numberKey, orderOn } from '../sql/order.js'

const t = alias(queueEntries, 't')
const r = alias(repositories, 'r')

export const LISTED_ENTRIES = liveRowsOfRepositories(queueEntries)
export const ENTRY_ORDER = orderOn(
  [
    numberKey(t.endedOrder),
    { value: sql`${t.repoFullName} collate "C"`, kind: 'text' },
    { value: sql`${t.baseBranch} collate "C"`, kind: 'text' },
    numberKey(t.position),
    numberKey(t.id)
  ],
  'asc'
)

export const ENTRY_FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}, ${r.fullName} as repo_full_name, ${r.owner} as owner,
  ${r.name} as repo_name, ${t.prNumber}, ${t.prTitle}, ${t.authorLogin}, ${t.headSha}, ${t.headBranch},
  ${t.baseBranch}, ${t.position}, ${t.status}, ${t.stage}, ${t.priority}, ${t.requiredChecks}, ${t.checksPassed},
  ${t.checksFailed}, ${t.checksExcused}, ${t.waitingOn}, ${t.mergeMethod}, ${t.deleteBranch}, ${t.mergeError}, ${t.mergeSha},
  ${t.blockedReason}, ${t.attempts}, ${t.batchId}, ${t.candidateSha}, ${t.areas},
  ${utcColumns(t.nextAttemptAt, t.admittedAt, t.readyAt, t.mergedAt, t.blockedAt, t.updatedAt)}`)

export function queuePage(db: Db, query: QueueQuery, paging: Paging): Promise<JsonPage<QueueEntry>> {
  const { status = 'all', repo, base, active } = query
  return withinRepository(db, repo, (repoId) => {
    const where = [
      repoId !== undefined && sql`${t.repoId} = ${repoId}`,
      status !== 'all' && sql`${t.status} = ${status}`,
      base !== undefined && sql`${t.baseBranch} = ${base}`,
      active === true && sql`${t.endedOrder} = 0`,
      active === false && sql`${t.endedOrder} > 0`
    ].filter((condition) => condition !== false)
    const total = base === undefined ? totalOf(query, repoId) : countOf(LISTED_ENTRIES, where)
    return pageText(
      db,
      { listed: LISTED_ENTRIES, fields: ENTRY_FIELDS, where, order: ENTRY_ORDER, total },
      paging
    )
  })
}

function totalOf({ status = 'all', active }: QueueQuery, repoId: SQL | undefined): SQL {
  const among = active === undefined ? ENTRY_STATUSES : active ? ACTIVE_STATUSES : ENDED_STATUSES
  const statuses: readonly EntryStatus[] = among.filter((one) => status === 'all' || one === status)
  if (statuses.length === 0) return sql`select 0`
  const scope = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
  return totalSum(
    scope,
    statuses.map((one) => counter('queue', one)),
    EVER
  )
}

export async function entryShown(db: Db | Tx, id: number): Promise<QueueEntry | undefined> {
  const [row] = await rowsOf<{ entry: QueueEntry | string }>(
    db,
    sql`select row_to_json(found) as entry from (
      select ${ENTRY_FIELDS} from ${queueEntries} t ${LISTED_ENTRIES.join} where ${t.id} = ${id}
    ) as found`
  )
  return row && parseJson(row.entry)
}
