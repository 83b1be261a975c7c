// How the sync of each repository stands: who runs it, and what became of it.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Standing } from '#domain/mirror/quiet.js'
import type { Part } from '#schemas/host/words.js'
import { repositories } from '#tables/mirror/repositories.js'
import { syncs } from '#tables/mirror/syncs.js'
import { type Db, rowsOf, type Tx } from '../sql/database.js'

const moment = (at: Date | null) => sql`${at?.toISOString() ?? null}::timestamptz`

const isRunning = (now: Date) => sql`(s.status = 'running' and s.leased_until > ${moment(now)})`
/** A turn that nobody has taken for a day has lost its job. */
const isWaiting = (now: Date) =>
  sql`(s.status = 'queued' and s.next_attempt_at > ${moment(now)} - interval '1 day')`

export interface SyncRequest {
  repoId: number
  jobId: string
}

/**
 * Asks for a sync of each. One that waits to begin serves this request too, and one that has begun is followed by
 * another; tells the job that will do it.
 */
export async function requestSyncs(
  tx: Tx,
  requests: readonly SyncRequest[],
  now: Date
): Promise<SyncRequest[]> {
  const isUnderWay = sql`${isRunning(now)} or ${isWaiting(now)}`
  return rowsOf(
    tx,
    sql`
    insert into syncs as s (repo_id, status, job_id, requested_at, next_attempt_at)
    select "repoId", 'queued', "jobId", ${moment(now)}, ${moment(now)}
    from json_to_recordset(${JSON.stringify(requests)}::json) as request ("repoId" bigint, "jobId" text)
    order by 1
    on conflict (repo_id) do update set
      requested_at = case when ${isWaiting(now)} and s.leased_until is null then s.requested_at else excluded.requested_at end,
      status = case when ${isUnderWay} then s.status else 'queued' end,
      job_id = case when ${isUnderWay} then s.job_id else excluded.job_id end,
      next_attempt_at = case when ${isUnderWay} then s.next_attempt_at else excluded.next_attempt_at end,
      leased_until = case when ${isUnderWay} then s.leased_until end
    returning repo_id::float8 as "repoId", job_id as "jobId"`
  )
}

/** Repositories whose sync nobody carries on: the lease is over, or nobody has taken the turn for a day. */
export async function lapsedSyncs(db: Db, now: Date): Promise<number[]> {
  const rows = await rowsOf<{ repoId: number }>(
    db,
    sql`select s.repo_id::float8 as "repoId" from syncs s join repositories r on r.host_id = s.repo_id
      where r.deleted_at is null and s.status in ('running', 'queued')
        and not ${isRunning(now)} and not ${isWaiting(now)}`
  )
  return rows.map(({ repoId }) => repoId)
}

/** Whether nobody has ever asked for a sync of it. */
export async function wasNeverRequested(tx: Tx, repoId: number): Promise<boolean> {
  const rows = await tx.select({ repoId: syncs.repoId }).from(syncs).where(eq(syncs.repoId, repoId))
  return rows.length === 0
}

export interface SyncLease extends SyncRequest {
  now: Date
  /** Until when it is this job's turn, unless it says so again. */
  leasedUntil: Date
}

export interface SyncedRepository extends Standing {
  repoId: number
  owner: string
  name: string
  installationId: number | null
  /** When the host last named it. */
  seenAt: Date
}

/** Takes the turn; nothing where another job has it, or the repository is gone. */
export async function acquireTurn(
  tx: Tx,
  { repoId, jobId, now, leasedUntil }: SyncLease
): Promise<SyncedRepository | undefined> {
  const [taken] = await rowsOf<AcquiredTurn>(
    tx,
    sql`
    with before as (
      select last_error is not null or finished_at is null or finished_at < started_at as "isUnfinished"
      from syncs where repo_id = ${repoId}
    )
    insert into syncs as s (repo_id, status, job_id, started_at, leased_until)
    select host_id, 'running', ${jobId}, ${moment(now)}, ${moment(leasedUntil)} from repositories
      where host_id = ${repoId} and deleted_at is null
    on conflict (repo_id) do update set
      status = 'running', job_id = excluded.job_id, leased_until = excluded.leased_until, next_attempt_at = null,
      started_at = case when s.leased_until is null then excluded.started_at else s.started_at end
    where s.job_id = ${jobId} or not ${isRunning(now)}
    returning s.repo_id::float8 as "repoId",
      (select to_json(r) from (
        select owner, name, installation_id as "installationId", seen_at as "seenAt", pushed_at as "pushedAt",
          s.wanted_at as "wantedAt", coalesce((select "isUnfinished" from before), true) as "isUnfinished",
          id % ${SHARES} / ${SHARES}::float8 as share, ${MISCOUNT} as miscount
        from repositories r where r.host_id = s.repo_id
      ) as r) as repository`
  )
  if (!taken) {
    await dropTurn(tx, { repoId, jobId })
    return undefined
  }
  const { repository, ...turn } = taken
  return {
    ...turn,
    ...repository,
    seenAt: new Date(repository.seenAt),
    pushedAt: dateOf(repository.pushedAt),
    wantedAt: dateOf(repository.wantedAt)
  }
}

/** A repository that went away while it waited may come back, and must not wait for a job that is over. */
async function dropTurn(tx: Tx, { repoId, jobId }: SyncRequest): Promise<void> {
  await tx
    .update(syncs)
    .set({ status: 'idle', leasedUntil: null, nextAttemptAt: null })
    .where(and(eq(syncs.repoId, repoId), eq(syncs.jobId, jobId), eq(syncs.status, 'queued')))
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

interface AcquiredTurn {
  repoId: number
  repository: Omit<SyncedRepository, 'repoId' | 'seenAt' | 'pushedAt' | 'wantedAt'> & {
    seenAt: string
    pushedAt: string | null
    wantedAt: string | null
  }
}

/** Repositories that were first heard of one after the other fall into so many groups of the same size. */
const SHARES = 8

/** Of a row of repositories `r`. */
const MISCOUNT = sql`r.host_open_count - r.open_issues - r.open_prs`

/** How many more open issues and pull requests the host counts than the mirror; null where it has not said. */
export async function miscountOf(tx: Tx | Db, repoId: number): Promise<number | null> {
  const [row] = await rowsOf<{ miscount: number | null }>(
    tx,
    sql`select ${MISCOUNT} as miscount from repositories r where r.host_id = ${repoId}`
  )
  return row?.miscount ?? null
}

/** Somebody wants to see what the host has now of these. */
export async function wantNews(tx: Tx, repoIds: readonly number[], now: Date): Promise<void> {
  if (repoIds.length === 0) return
  await tx.update(syncs).set({ wantedAt: now }).where(inArray(syncs.repoId, repoIds))
}

/** Whether it is still this job's turn; holds it until the end of the transaction, and a while longer. */
export async function renewTurn(
  tx: Tx,
  { repoId, jobId, leasedUntil }: SyncLease,
  phase: Part
): Promise<boolean> {
  return updateTurn(tx, { repoId, jobId }, sql`leased_until = ${moment(leasedUntil)}, phase = ${phase}`)
}

export interface NextTurn {
  nextJobId: string
  nextAttemptAt: Date
  lastError: string | null
}

/** Gives the turn to the job that goes on. */
export async function handOverTurn(tx: Tx, request: SyncRequest, wait: NextTurn): Promise<boolean> {
  return updateTurn(
    tx,
    request,
    sql`status = 'queued', job_id = ${wait.nextJobId}, next_attempt_at = ${moment(wait.nextAttemptAt)},
      last_error = ${wait.lastError}`
  )
}

export interface TurnResult {
  now: Date
  /** Why it went wrong, if it did. */
  error: string | null
}

/** Ends the turn; true where a sync was asked for since it began. */
export async function finishTurn(
  tx: Tx,
  { repoId, jobId }: SyncRequest,
  { now, error }: TurnResult
): Promise<boolean> {
  const ended = error === null
  const [row] = await rowsOf<{ again: boolean }>(
    tx,
    sql`update syncs set status = ${ended ? 'idle' : 'failed'}, last_error = ${error},
        phase = null, leased_until = null,
        finished_at = case when ${ended} then ${moment(now)} else finished_at end
      where repo_id = ${repoId} and job_id = ${jobId} and status = 'running'
      returning coalesce(requested_at > started_at, false) as again`
  )
  return row?.again ?? false
}

async function updateTurn(tx: Tx, { repoId, jobId }: SyncRequest, set: SQL): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update syncs set ${set} where repo_id = ${repoId} and job_id = ${jobId} and status = 'running' returning 1`
  )
  return rows.length > 0
}

/** Says of these repositories why they cannot be synced now. */
export async function recordSyncFailure(tx: Tx, which: SQL, error: string): Promise<void> {
  await tx.execute(sql`
    insert into syncs as s (repo_id, status, last_error)
    select host_id, 'failed', ${error} from repositories where deleted_at is null and ${which} order by host_id
    on conflict (repo_id) do update set status = 'failed', last_error = excluded.last_error
    where s.status in ('idle', 'failed')`)
}

export const allRepositories = sql`true`
export const ofInstallation = (installationId: number) => sql`installation_id = ${installationId}`
/** Left out of the last complete list, but not yet of two. */
export const missingFromListing = (installationId: number) =>
  sql`${ofInstallation(installationId)} and missed_at is not null`

export async function markSynced(tx: Tx, repoId: number, now: Date): Promise<void> {
  await tx.update(repositories).set({ lastSyncedAt: now }).where(eq(repositories.hostId, repoId))
}

export async function syncStateOf(db: Db, repoId: number): Promise<typeof syncs.$inferSelect | undefined> {
  const [state] = await db.select().from(syncs).where(eq(syncs.repoId, repoId))
  return state
}
