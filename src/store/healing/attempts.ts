// The rows of attempts to heal runs. Statuses change by compare-and-set.

import { and, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import { EVER } from '#domain/counters/tally.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { HealStatus } from '#schemas/mirror/ci.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { tallies } from '#tables/mirror/tallies.js'
import { mayHaveEffect } from '../actions/outcomes.js'
import type { TalliedTx } from '../counters/tallies.js'
import { type Db, idsIn, momentOf, rowsOf, type Tx } from '../sql/database.js'

const r = alias(ciRuns, 'r')
const h = alias(healAttempts, 'h')
const b = alias(ciRuns, 'b')
const a = alias(managedActions, 'a')
const x = alias(ciRuns, 'x')

export type HealRow = typeof healAttempts.$inferSelect
export type NewHealRow = typeof healAttempts.$inferInsert
export type HealedRunRow = typeof ciRuns.$inferSelect

const heals = healAttempts

export async function findHeal(db: Db, id: number): Promise<HealRow | undefined> {
  const [found] = await db.select().from(heals).where(eq(heals.id, id))
  return found
}

/** Locks the row; the caller has locked its repository. */
export async function lockHeal(tx: Tx, id: number): Promise<HealRow | undefined> {
  const [found] = await tx.select().from(heals).where(eq(heals.id, id)).for('no key update')
  return found
}

/** Locks the unfinished attempt at a run. */
export async function openHealOf(tx: Tx, ciRunId: number): Promise<HealRow | undefined> {
  const [found] = await tx
    .select()
    .from(heals)
    .where(and(eq(heals.ciRunId, ciRunId), isNull(heals.finishedAt)))
    .for('no key update')
  return found
}

/** The number of the last attempt at a run; 0 if there was none. */
export async function lastHealAttempt(tx: Tx, ciRunId: number): Promise<number> {
  const [last] = await tx
    .select({ attempt: heals.attempt })
    .from(heals)
    .where(eq(heals.ciRunId, ciRunId))
    .orderBy(desc(heals.attempt))
    .limit(1)
  return last?.attempt ?? 0
}

/** The previous attempt, if it healed the run and still counts; skipped attempts changed nothing. */
export async function earlierHealOf(
  tx: Tx,
  { id, ciRunId, runAttempt }: Pick<HealRow, 'id' | 'ciRunId' | 'runAttempt'>
): Promise<HealRow | undefined> {
  const [last] = await tx
    .select()
    .from(heals)
    .where(and(eq(heals.ciRunId, ciRunId), lt(heals.id, id), ne(heals.status, 'skipped')))
    .orderBy(desc(heals.id))
    .limit(1)
  // A run that passed when it was re-run may have failed in another attempt since.
  const isHealed = last?.strategy === 'patch_pr' || last?.settledRunAttempt === runAttempt
  return isHealed && last?.status === 'healed' ? last : undefined
}

/** Undefined if one is in progress, or if an automatic one exists for this attempt of the run. */
export async function insertHeal(tx: TalliedTx, row: NewHealRow): Promise<HealRow | undefined> {
  const [inserted] = await tx.insert(heals).values(row).onConflictDoNothing().returning()
  return inserted
}

/** False, and nothing is written, if the attempt has another status by now. */
export async function saveHeal(
  tx: TalliedTx,
  id: number,
  from: HealStatus,
  set: Partial<NewHealRow>
): Promise<boolean> {
  const saved = await tx
    .update(heals)
    .set(set)
    .where(and(eq(heals.id, id), eq(heals.status, from)))
    .returning({ id: heals.id })
  return saved.length > 0
}

/** Records the last failure of an undecided attempt. */
export async function recordHealFault(tx: Tx, id: number, error: string): Promise<void> {
  await tx
    .update(heals)
    .set({ error })
    .where(and(eq(heals.id, id), isNull(heals.finishedAt), isNull(heals.decisionId)))
}

export interface RunRef {
  id?: number
  hostRunId?: number
}

const isRun = ({ id, hostRunId }: RunRef) =>
  id === undefined ? eq(ciRuns.hostRunId, hostRunId ?? 0) : eq(ciRuns.id, id)

/** The repository of a run. */
export async function repositoryOfRun(db: Db, which: RunRef): Promise<number | undefined> {
  const [found] = await db.select({ repoId: ciRuns.repoId }).from(ciRuns).where(isRun(which))
  return found?.repoId
}

/** Locks the run; the caller has locked its repository. */
export async function lockRun(tx: Tx, which: RunRef): Promise<HealedRunRow | undefined> {
  const [found] = await tx.select().from(ciRuns).where(isRun(which)).for('no key update')
  return found
}

/** Whether the branch of a run belongs to a fork. */
export async function isOfFork(db: Db, ciRunId: number): Promise<boolean> {
  const [found] = await db.select({ forkId: ciRuns.forkId }).from(ciRuns).where(eq(ciRuns.id, ciRunId))
  return found !== undefined && found.forkId !== null
}

export type RunHealing = Pick<
  HealedRunRow,
  | 'healStatus'
  | 'healFailureType'
  | 'healRootCause'
  | 'healFixApplied'
  | 'healConfidence'
  | 'healPrUrl'
  | 'healPrNumber'
  | 'healedAt'
>

/** Stores the state of healing in a run. */
export async function saveRunHealing(
  tx: TalliedTx,
  runId: number,
  healing: Partial<RunHealing>
): Promise<void> {
  await tx.update(ciRuns).set(healing).where(eq(ciRuns.id, runId))
}

/** Those of these runs that failed and have no attempt yet, or that show the result of a re-run. */
export async function unhandledRuns(tx: Tx, hostRunIds: readonly number[]): Promise<number[]> {
  const rows = await rowsOf<{ hostRunId: number }>(
    tx,
    sql`select ${r.hostRunId}::float8 as "hostRunId" from ${ciRuns} r
      where ${r.hostRunId} in ${idsIn(hostRunIds)} and ${r.live} and ${r.status} = 'completed' and (
        (${r.conclusion} = 'failure' and not exists (
          select from ${healAttempts} h where ${h.ciRunId} = ${r.id} and ${isHandled}))
        or exists (select from ${healAttempts} h
          where ${h.ciRunId} = ${r.id} and ${h.finishedAt} is null and ${h.runAttempt} < ${r.attempt}))`
  )
  return rows.map(({ hostRunId }) => hostRunId)
}

/** Whether an attempt `h` is about the result of a run `r`; one requested before the run failed is not. */
const isHandled = sql`((${h.runAttempt} = ${r.attempt} and ${h.skipReason} is distinct from 'run_not_failed')
  or ${h.settledRunAttempt} = ${r.attempt})`

export async function isRunHandled(tx: Tx, runId: number): Promise<boolean> {
  const found = await rowsOf(
    tx,
    sql`select from ${ciRuns} r join ${healAttempts} h on ${h.ciRunId} = ${r.id}
      where ${r.id} = ${runId} and ${isHandled} limit 1`
  )
  return found.length > 0
}

/** Serialises transactions about one signature, so that each sees the result of the previous one. */
export async function lockSignature(tx: Tx, signature: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`heal ${signature}`}, 0))`)
}

export interface HealFactsQuery {
  heal: HealRow
  run: HealedRunRow
  /** The signature of the failure. */
  signature: string | null
  type: string | null
  /** The planned repair; null without a plan. */
  repair: { name: string; paths: readonly string[] } | null
  /** Whether it was requested through the API. */
  isRequested: boolean
  now: Date
}

export interface HealFacts {
  isSuperseded: boolean
  wasRunAgain: boolean
  /** Failures of healing itself among the last three attempts on the branch that ended within 24 hours. */
  faults: number
  isCoolingDown: boolean
  /** Repairs on the branch within 24 hours. */
  attempts: number
  hasFailed: boolean
  /** Whether the same repair was proposed on the branch within seven days for a file that is to be changed. */
  wasProposed: boolean
  /** Repositories with the same failure within an hour, including this one. */
  repositories: number
  isIncidentReported: boolean
}

/** All facts about other attempts and runs that the guards need, in one snapshot. */
export async function healFacts(tx: Tx, around: HealFactsQuery): Promise<HealFacts> {
  const { heal, run, signature, type, repair, isRequested, now } = around
  const ago = (hours: number) => momentOf(new Date(now.getTime() - hours * HOUR_MS))
  const other = sql`${h.id} <> ${heal.id}`
  // The branch of a fork differs from a branch of the same name in the repository.
  const ofBranchIn = (hours: number) =>
    sql`${h.repoId} = ${run.repoId} and ${h.branch} = ${heal.branch} and ${h.createdAt} > ${ago(hours)} and ${other}
      and (select ${b.forkId} from ${ciRuns} b where ${b.id} = ${h.ciRunId}) is not distinct
        from ${run.forkId}::bigint`
  const ofBranch = ofBranchIn(24)
  const isRepair = sql`${h.strategy} in ('rerun', 'patch_pr') and ${h.status} <> 'skipped'`
  const wasActed = sql`exists (select from ${managedActions} a where ${a.id} = ${h.actionId}
    and ${mayHaveEffect(a)})`
  const alike = sql`from ${healAttempts} h where ${h.signature} = ${signature} and ${h.createdAt} > ${ago(1)}
    and ${other}`
  const [facts] = await rowsOf<HealFacts>(
    tx,
    sql`select exists (select from ${ciRuns} x where ${x.repoId} = ${run.repoId} and ${x.live}
          and ${x.branch} = ${heal.branch}
          and ${x.createdAt} > ${momentOf(run.createdAt)} and ${x.workflowName} = ${heal.workflowName}
          and ${x.forkId} is not distinct from ${run.forkId}::bigint
          and ${x.conclusion} = 'success') as "isSuperseded",
        exists (select from ${healAttempts} h where ${h.ciRunId} = ${run.id} and ${other} and ${h.strategy} = 'rerun'
          and ${h.status} <> 'skipped'
          and (${!isRequested} or (${h.runAttempt} = ${heal.runAttempt} and ${wasActed}))) as "wasRunAgain",
        (select count(*) filter (where last.status = 'failed' and last.error is not null)::int from (
          select ${h.status}, ${h.error} from ${healAttempts} h
            where ${ofBranchIn(48)} and ${h.finishedAt} > ${ago(24)}
            and ${h.status} in ('healed', 'failed')
          order by ${h.finishedAt} desc, ${h.id} desc limit 3) as last) as faults,
        exists (select from ${healAttempts} h where ${ofBranch}
          and ${h.skipReason} = 'attempt_cap') as "isCoolingDown",
        (select count(*)::int from ${healAttempts} h where ${ofBranch} and ${isRepair}) as attempts,
        exists (select from ${healAttempts} h where ${ofBranch} and ${h.signature} = ${signature}
          and (${h.outcome} = 'ineffective' or (${h.repair} = 'model' and ${h.status} = 'failed'))
            and (${!isRequested} or ${h.ciRunId} <> ${run.id})) as "hasFailed",
        exists (select from ${healAttempts} h where ${ofBranchIn(7 * 24)} and ${h.strategy} = 'patch_pr'
          and (${h.prNumber} is not null or ${h.finishedAt} is null)
          and ${h.failureType} = ${type} and ${h.repair} = ${repair?.name ?? null}
          and ${h.filesChanged} && array(select jsonb_array_elements_text(${JSON.stringify(repair?.paths ?? [])}::jsonb))) as "wasProposed",
        (select count(distinct ${h.repoId})::int ${alike} and ${h.repoId} <> ${run.repoId}) + 1 as repositories,
        exists (select ${alike} and ${h.skipReason} = 'incident') as "isIncidentReported"`
  )
  if (!facts) throw new Error('a select without a table is one row')
  return facts
}

/** How often heals by a diagnosis rule or a repair helped in a repository. */
export async function healTrackRecord(tx: Tx, repoId: number, of: { kind: 'rule' | 'repair'; name: string }) {
  const measureOf = (word: 'healed' | 'failed') => counter('heals', of.kind, word, of.name)
  const asked = [measureOf('healed'), measureOf('failed')]
  const rows = await tx
    .select({ measure: tallies.measure, amount: tallies.amount })
    .from(tallies)
    .where(and(eq(tallies.repoId, repoId), eq(tallies.day, EVER), inArray(tallies.measure, asked)))
  const amountOf = (word: 'healed' | 'failed') =>
    rows.find(({ measure }) => measure === measureOf(word))?.amount ?? 0
  return { healed: amountOf('healed'), failed: amountOf('failed') }
}

/** Attempts whose action failed, or that were created before a moment and are still unfinished. */
export async function overdueHeals(
  db: Db,
  since: Date,
  most: number
): Promise<{ id: number; reason: string | null }[]> {
  const { id, status, resolvedAt, errorMessage } = managedActions
  const reason = sql<string | null>`case
    when ${resolvedAt} is not null and ${status} not in ('succeeded', 'reconciled')
    then coalesce(${errorMessage}, 'Its action is ' || ${status} || '.') end`
  return db
    .select({ id: heals.id, reason })
    .from(heals)
    .leftJoin(managedActions, eq(id, heals.actionId))
    .where(
      and(
        isNull(heals.finishedAt),
        or(lt(heals.createdAt, since), sql`${status} in ('failed', 'blocked', 'cancelled')`)
      )
    )
    .orderBy(heals.createdAt)
    .limit(most)
}
