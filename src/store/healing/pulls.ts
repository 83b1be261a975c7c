// Proposed repairs and their pull requests: which attempts wait for what, and what the mirror knows of it.

import { and, eq, sql } from 'drizzle-orm'
import type { HealPrStatus } from '#schemas/healing/words.js'
import type { RunConclusion } from '#schemas/host/words.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { type Db, rowsOf, type Tx } from '../sql/database.js'
import type { HealRow } from './attempts.js'

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The attempts whose repair a pull request holds. */
export async function healsOfPull(tx: Tx, repoId: number, number: number): Promise<number[]> {
  const { id, prNumber } = healAttempts
  return idsOf(
    await tx
      .select({ id })
      .from(healAttempts)
      .where(and(eq(healAttempts.repoId, repoId), eq(prNumber, number)))
  )
}

/** The attempts whose repair was merged into a branch, and of which nobody knows yet whether it helps. */
export async function healsWaitingOn(tx: Tx, repoId: number, branch: string): Promise<number[]> {
  return idsOf(
    await rowsOf<{ id: number }>(
      tx,
      sql`select id::float8 as id from heal_attempts where repo_id = ${repoId} and branch = ${branch}
        and outcome = 'pending' and pr_number is not null and pr_status = 'merged'`
    )
  )
}

/** The attempts of which the mirror knows something new, or that are merged and wait. */
export async function proposedHeals(db: Db, most: number): Promise<number[]> {
  return idsOf(
    await rowsOf<{ id: number }>(
      db,
      sql`select h.id::float8 as id from heal_attempts h
        join pull_requests p on p.repo_id = h.repo_id and p.number = h.pr_number and p.gone_at is null
        where h.outcome = 'pending' and h.pr_number is not null and (h.pr_status = 'merged' or p.state <> h.pr_status)
        order by h.id limit ${most}`
    )
  )
}

interface Facts {
  state: HealPrStatus
  closedAt: string | null
  mergedAt: string | null
  nextConclusion: RunConclusion | null
}

/** Nothing while the mirror does not have the pull request. */
export async function healPullFacts(tx: Tx, heal: HealRow) {
  const { repoId, prNumber, branch, workflowName, headSha } = heal
  const [facts] = await rowsOf<Facts>(
    tx,
    sql`select p.state, p.closed_at::text as "closedAt", p.merged_at::text as "mergedAt", (
        select r.conclusion from ci_runs r where r.repo_id = ${repoId} and r.live and r.branch = ${branch} and r.fork_id is null
          and r.workflow_name = ${workflowName} and r.created_at >= p.merged_at and r.head_sha <> ${headSha}
          and r.conclusion in ('success', 'failure', 'timed_out', 'startup_failure')
        order by r.created_at, r.id limit 1) as "nextConclusion"
      from pull_requests p where p.repo_id = ${repoId} and p.number = ${prNumber} and p.gone_at is null`
  )
  if (!facts) return undefined
  const { state, nextConclusion } = facts
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  return { state, nextConclusion, closedAt: moment(facts.closedAt), mergedAt: moment(facts.mergedAt) }
}

/** Takes the lines of logs out of attempts that began before that moment; says of how many. */
export async function dropExtracts(
  tx: Tx,
  { before, atOnce: most }: { before: Date; atOnce: number }
): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`update heal_attempts set extract = '[]' where id in (
      select id from heal_attempts where extract <> '[]' and created_at < ${before.toISOString()}::timestamptz
      order by created_at limit ${most} for update skip locked) returning 1`
  )
  return rows.length
}
