// Triage jobs that failed for good.

import { and, eq, min, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, topic } from '#domain/counters/counter.js'
import type { Paging } from '#schemas/common.js'
import type { FailureState, TriageTarget } from '#schemas/triage/enums.js'
import type { TriageFailure, TriageFailureQuery } from '#schemas/triage/reports.js'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { repositories } from '#tables/mirror/repositories.js'
import { triageFailures } from '#tables/triage/triages.js'
import { evidenceTotal } from '../counters/evidence-tallies.js'
import { quoted } from '../counters/quoted-name.js'
import type { TalliedTx } from '../counters/tallies.js'
import { type Db, precompiled, type Tx, utc } from '../sql/database.js'
import { countOf, type JsonPage, pageText, rowsOfRepositories } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'
import { idsNamed } from '../sql/repository-name.js'

const t = alias(triageFailures, 't')
const r = alias(repositories, 'r')

const FAILURES = rowsOfRepositories(triageFailures)
const BY_AGE = newestFirst(t)

const failures = triageFailures

export type FailureRow = typeof failures.$inferSelect
export type NewFailure = typeof failures.$inferInsert

/** Returns whether the failure is new. */
export async function insertFailure(tx: TalliedTx, row: NewFailure): Promise<boolean> {
  const inserted = await tx.insert(failures).values(row).onConflictDoNothing().returning({ id: failures.id })
  return inserted.length > 0
}

/** Locks a failure. */
export async function lockFailure(tx: Tx, jobId: string): Promise<FailureRow | undefined> {
  const [found] = await tx.select().from(failures).where(eq(failures.jobId, jobId)).for('update')
  return found
}

export interface FailureRetry {
  retryJobId: string
  retryReason: string | null
  retriedBy: string
  endedAt: Date
}

export async function markFailureRetried(tx: TalliedTx, id: number, retry: FailureRetry): Promise<void> {
  await tx
    .update(failures)
    .set({ state: 'retried', ...retry })
    .where(eq(failures.id, id))
}

export interface FailedTarget {
  repoId: number
  targetType: TriageTarget
  number: number
}

/** Resolves the open failures of an issue or pull request; returns their number. */
export async function endFailures(
  tx: TalliedTx,
  { repoId, targetType, number }: FailedTarget,
  endedAt: Date
): Promise<number> {
  const ended = await tx
    .update(failures)
    .set({ state: 'resolved', endedAt })
    .where(
      and(
        eq(failures.repoId, repoId),
        eq(failures.targetType, targetType),
        eq(failures.targetNumber, number),
        eq(failures.state, 'open')
      )
    )
    .returning({ id: failures.id })
  return ended.length
}

/** When the oldest open failure happened. */
export async function oldestFailure(db: Db): Promise<string | null> {
  const [found] = await db
    .select({ at: sql<string | null>`${utc(min(failures.createdAt))}` })
    .from(failures)
    .where(sql`${failures.state} = 'open'`)
  return found?.at ?? null
}

const FIELDS =
  precompiled(sql`${t.jobId}, ${r.fullName} as repo, ${t.targetType}, ${t.targetNumber}, ${t.triggerEvent},
  ${t.error}, ${t.attempts}, ${t.state}, ${t.retryJobId}, ${t.retryReason}, ${t.retriedBy},
  ${utc(t.endedAt)} as ended_at, ${utc(t.createdAt)} as failed_at`)

export function failuresPage(
  db: Db,
  { repo, state = 'all' }: TriageFailureQuery,
  paging: Paging
): Promise<JsonPage<TriageFailure>> {
  const where = [
    repo !== undefined && sql`${t.repoId} in ${idsNamed(repo)}`,
    state !== 'all' && sql`${t.state} = ${state}`
  ].filter((condition) => condition !== false)
  const total = repo === undefined ? totalOf(state) : countOf(FAILURES, where)
  return pageText(db, { listed: FAILURES, fields: FIELDS, where, order: BY_AGE, total }, paging)
}

const totalOf = (state: FailureState | 'all'): SQL =>
  state === 'all'
    ? evidenceTotal(sql`starts_with(${evidenceTallies.measure}, ${quoted(topic('triage', 'failures'))})`)
    : evidenceTotal(sql`${evidenceTallies.measure} = ${counter('triage', 'failures', state)}`)
