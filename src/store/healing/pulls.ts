// Pull requests with proposed repairs, and the attempts that wait for them.

import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HealPrStatus } from '#schemas/healing/enums.js'
import type { RunConclusion } from '#schemas/host/enums.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { type Db, rowsOf, type Tx } from '../sql/database.js'
import type { HealRow } from './attempts.js'

const p = alias(pullRequests, 'p')
const r = alias(ciRuns, 'r')

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The attempts whose repair is in a pull request. */
export async function healsOfPull(tx: Tx, repoId: number, number: number): Promise<number[]> {
  const { id, prNumber } = healAttempts
  return idsOf(
    await tx
      .select({ id })
      .from(healAttempts)
      .where(and(eq(healAttempts.repoId, repoId), eq(prNumber, number)))
  )
}

/** A partial index serves a query only if the query repeats its condition. */
const isProposed = sql`${healAttempts.outcome} = 'pending' and ${healAttempts.prNumber} is not null`

/** Attempts whose repair was merged into a branch and has no outcome yet. */
export async function healsWaitingOn(tx: Tx, repoId: number, branch: string): Promise<number[]> {
  const isMerged = eq(healAttempts.prStatus, 'merged')
  return idsOf(
    await tx
      .select({ id: healAttempts.id })
      .from(healAttempts)
      .where(and(eq(healAttempts.repoId, repoId), eq(healAttempts.branch, branch), isProposed, isMerged))
  )
}

/** Attempts whose pull request has changed in the mirror, or is merged without an outcome. */
export async function proposedHeals(db: Db, most: number): Promise<number[]> {
  const { id, repoId, prNumber, prStatus } = healAttempts
  const pull = and(
    eq(pullRequests.repoId, repoId),
    eq(pullRequests.number, prNumber),
    isNull(pullRequests.goneAt)
  )
  return idsOf(
    await db
      .select({ id })
      .from(healAttempts)
      .innerJoin(pullRequests, pull)
      .where(and(isProposed, or(eq(prStatus, 'merged'), ne(pullRequests.state, prStatus))))
      .orderBy(id)
      .limit(most)
  )
}

interface Facts {
  state: HealPrStatus
  closedAt: string | null
  mergedAt: string | null
  nextConclusion: RunConclusion | null
}

/** Undefined while the mirror lacks the pull request. */
export async function healPullFacts(tx: Tx, heal: HealRow) {
  const { repoId, prNumber, branch, workflowName, headSha } = heal
  const [facts] = await rowsOf<Facts>(
    tx,
    sql`select ${p.state}, ${p.closedAt}::text as "closedAt", ${p.mergedAt}::text as "mergedAt", (
        select ${r.conclusion} from ${ciRuns} r where ${r.repoId} = ${repoId} and ${r.live}
          and ${r.branch} = ${branch} and ${r.forkId} is null
          and ${r.workflowName} = ${workflowName} and ${r.createdAt} >= ${p.mergedAt} and ${r.headSha} <> ${headSha}
          and ${r.conclusion} in ('success', 'failure', 'timed_out', 'startup_failure')
        order by ${r.createdAt}, ${r.id} limit 1) as "nextConclusion"
      from ${pullRequests} p where ${p.repoId} = ${repoId} and ${p.number} = ${prNumber} and ${p.goneAt} is null`
  )
  if (!facts) return undefined
  const { state, nextConclusion } = facts
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  return { state, nextConclusion, closedAt: moment(facts.closedAt), mergedAt: moment(facts.mergedAt) }
}

/** Removes the log lines of old attempts; returns the number of attempts. */
export async function dropExtracts(
  tx: Tx,
  { before, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const { id, extract, createdAt } = healAttempts
  const old = tx
    .select({ id })
    .from(healAttempts)
    .where(and(sql`${extract} <> '[]'`, lt(createdAt, before)))
    .orderBy(createdAt)
    .limit(most)
    .for('update', { skipLocked: true })
  const rows = await tx.update(healAttempts).set({ extract: '[]' }).where(inArray(id, old)).returning({ id })
  return rows.length
}
