// The rows of attempts to heal runs: written by comparing and setting, and what is known of others like them.

import { and, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import { EVER } from '#domain/counters/tally.js'
import type { HealStatus } from '#schemas/mirror/ci.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { tallies } from '#tables/mirror/tallies.js'
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

/** The row, held for this transaction; the caller holds its repository. */
export async function lockHeal(tx: Tx, id: number): Promise<HealRow | undefined> {
  const [found] = await tx.select().from(heals).where(eq(heals.id, id)).for('no key update')
  return found
}

/** The attempt at a run that has not come to its end. */
export async function openHealOf(tx: Tx, ciRunId: number): Promise<HealRow | undefined> {
  const [found] = await tx
    .select()
    .from(heals)
    .where(and(eq(heals.ciRunId, ciRunId), isNull(heals.finishedAt)))
    .for('no key update')
  return found
}

/** How many attempts at a run there have been. */
export async function countHeals(tx: Tx, ciRunId: number): Promise<number> {
  const [last] = await tx
    .select({ attempt: heals.attempt })
    .from(heals)
    .where(eq(heals.ciRunId, ciRunId))
    .orderBy(desc(heals.attempt))
    .limit(1)
  return last?.attempt ?? 0
}

/** The attempt by which a run is healed, as of a later one; those that came to nothing have changed nothing of it. */
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
  // What passed when it was run again may have failed in another attempt of the run since.
  const isHealed = last?.strategy === 'patch_pr' || last?.settledRunAttempt === runAttempt
  return isHealed && last?.status === 'healed' ? last : undefined
}

/** Nothing where one is under way, or nobody asked for it and there was one for this attempt of the run. */
export async function insertHeal(tx: TalliedTx, row: NewHealRow): Promise<HealRow | undefined> {
  const [inserted] = await tx.insert(heals).values(row).onConflictDoNothing().returning()
  return inserted
}

/** False where the attempt has another status by now: then nothing is written. */
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

/** What an attempt on which nobody has decided came to last. */
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

/** The run, held for this transaction; the caller holds its repository. */
export async function lockRun(tx: Tx, which: RunRef): Promise<HealedRunRow | undefined> {
  const [found] = await tx.select().from(ciRuns).where(isRun(which)).for('no key update')
  return found
}

/** Whether the branch of a run is one that the repository does not have. */
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

/** What healing makes of a run. */
export async function saveRunHealing(
  tx: TalliedTx,
  runId: number,
  healing: Partial<RunHealing>
): Promise<void> {
  await tx.update(ciRuns).set(healing).where(eq(ciRuns.id, runId))
}

/** Of these runs those that have failed as nobody has looked at yet, or that show how a re-run went. */
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

/** Whether an attempt `h` is about how a run `r` has ended; one that somebody asked for before that is not. */
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

/** Those who ask about one signature ask one after the other, each with what the one before has found. */
export async function lockSignature(tx: Tx, signature: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`heal ${signature}`}, 0))`)
}

export interface HealFactsQuery {
  heal: HealRow
  run: HealedRunRow
  /** Of the failure that was found. */
  signature: string | null
  type: string | null
  /** What is planned to mend it; nothing where there is no plan. */
  repair: { name: string; paths: readonly string[] } | null
  /** Whether somebody asked for it. */
  isAsked: boolean
  now: Date
}

export interface HealFacts {
  isSuperseded: boolean
  wasRunAgain: boolean
  /** Failures of healing itself among the last three attempts of the branch that ended within 24 hours. */
  faults: number
  isCoolingDown: boolean
  /** Repairs of the branch in 24 hours. */
  attempts: number
  hasFailed: boolean
  /** Whether the same repair of a file that is planned to be mended was proposed on the branch within seven days. */
  wasProposed: boolean
  /** Repositories that fail like this within an hour, this one among them. */
  repositories: number
  isToldAsIncident: boolean
}

const HOUR_MS = 3_600_000

/** All that the guards ask of other attempts and runs, as of one moment. */
export async function healFacts(tx: Tx, around: HealFactsQuery): Promise<HealFacts> {
  const { heal, run, signature, type, repair, isAsked, now } = around
  const ago = (hours: number) => momentOf(new Date(now.getTime() - hours * HOUR_MS))
  const other = sql`${h.id} <> ${heal.id}`
  // The branch of a fork is another, whatever its name.
  const ofBranchIn = (hours: number) =>
    sql`${h.repoId} = ${run.repoId} and ${h.branch} = ${heal.branch} and ${h.createdAt} > ${ago(hours)} and ${other}
      and (select ${b.forkId} from ${ciRuns} b where ${b.id} = ${h.ciRunId}) is not distinct
        from ${run.forkId}::bigint`
  const ofBranch = ofBranchIn(24)
  const isRepair = sql`${h.strategy} in ('rerun', 'patch_pr') and ${h.status} <> 'skipped'`
  const wasActed = sql`exists (select from ${managedActions} a where ${a.id} = ${h.actionId} and (
    ${a.status} not in ('failed', 'blocked', 'cancelled') or ${a.evidence}->'done_all_the_same' is not null))`
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
          and (${!isAsked} or (${h.runAttempt} = ${heal.runAttempt} and ${wasActed}))) as "wasRunAgain",
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
            and (${!isAsked} or ${h.ciRunId} <> ${run.id})) as "hasFailed",
        exists (select from ${healAttempts} h where ${ofBranchIn(7 * 24)} and ${h.strategy} = 'patch_pr'
          and (${h.prNumber} is not null or ${h.finishedAt} is null)
          and ${h.failureType} = ${type} and ${h.repair} = ${repair?.name ?? null}
          and ${h.filesChanged} && array(select jsonb_array_elements_text(${JSON.stringify(repair?.paths ?? [])}::jsonb))) as "wasProposed",
        (select count(distinct ${h.repoId})::int ${alike} and ${h.repoId} <> ${run.repoId}) + 1 as repositories,
        exists (select ${alike} and ${h.skipReason} = 'incident') as "isToldAsIncident"`
  )
  if (!facts) throw new Error('a select without a table is one row')
  return facts
}

/** How often heals by a rule of the diagnosis, or by a repair, have helped in a repository. */
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

/** Attempts whose action came to nothing, or that have been open since before that moment. */
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
