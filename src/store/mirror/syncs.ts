// The sync of each repository: the job that runs it, and its result.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SyncHistory } from '#domain/mirror/quiet.js'
import type { Part } from '#schemas/host/enums.js'
import { repositories } from '#tables/mirror/repositories.js'
import { syncs } from '#tables/mirror/syncs.js'
import { bareColumns, type Db, excluded, momentOf, rowsOf, type Tx } from '../sql/database.js'

const s = alias(syncs, 's')
const r = alias(repositories, 'r')
const column = bareColumns(syncs)

const isRunning = (now: Date) => sql`(${s.status} = 'running' and ${s.leasedUntil} > ${momentOf(now)})`
/** A turn that was not taken for a day has lost its job. */
const isWaiting = (now: Date) =>
  sql`(${s.status} = 'queued' and ${s.nextAttemptAt} > ${momentOf(now)} - interval '1 day')`

export interface SyncRequest {
  repoId: number
  jobId: string
}

/**
 * Requests a sync of each repository and returns the jobs that will do it. A waiting sync also serves this request; a
 * running one is followed by another.
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
    insert into ${syncs} as s (${column.repoId}, ${column.status}, ${column.jobId}, ${column.requestedAt},
      ${column.nextAttemptAt})
    select "repoId", 'queued', "jobId", ${momentOf(now)}, ${momentOf(now)}
    from json_to_recordset(${JSON.stringify(requests)}::json) as request ("repoId" bigint, "jobId" text)
    order by 1
    on conflict (${column.repoId}) do update set
      ${column.requestedAt} = case when ${isWaiting(now)} and ${s.leasedUntil} is null then ${s.requestedAt}
      else ${excluded(syncs.requestedAt)} end, ${column.status} = case when ${isUnderWay} then ${s.status}
      else 'queued' end, ${column.jobId} = case when ${isUnderWay} then ${s.jobId} else ${excluded(syncs.jobId)} end,
      ${column.nextAttemptAt} = case when ${isUnderWay} then ${s.nextAttemptAt}
      else ${excluded(syncs.nextAttemptAt)} end, ${column.leasedUntil} = case when ${isUnderWay} then ${s.leasedUntil} end
    returning ${s.repoId}::float8 as "repoId", ${s.jobId} as "jobId"`
  )
}

/** Repositories whose sync was abandoned: the lease has expired, or the turn was not taken for a day. */
export async function lapsedSyncs(db: Db, now: Date): Promise<number[]> {
  const rows = await rowsOf<{ repoId: number }>(
    db,
    sql`select ${s.repoId}::float8 as "repoId" from ${syncs} s join ${repositories} r on ${r.hostId} = ${s.repoId}
      where ${r.deletedAt} is null and ${s.status} in ('running', 'queued')
        and not ${isRunning(now)} and not ${isWaiting(now)}`
  )
  return rows.map(({ repoId }) => repoId)
}

/** Whether a sync was never requested. */
export async function wasNeverRequested(tx: Tx, repoId: number): Promise<boolean> {
  const rows = await tx.select({ repoId: syncs.repoId }).from(syncs).where(eq(syncs.repoId, repoId))
  return rows.length === 0
}

export interface SyncLease extends SyncRequest {
  now: Date
  /** The end of the turn unless the job renews it. */
  leasedUntil: Date
}

export interface SyncedRepository extends SyncHistory {
  repoId: number
  owner: string
  name: string
  installationId: number | null
  /** When an event or a list of the host last contained it. */
  seenAt: Date
}

/** Takes the turn; undefined if another job has it or the repository is deleted. */
export async function acquireTurn(
  tx: Tx,
  { repoId, jobId, now, leasedUntil }: SyncLease
): Promise<SyncedRepository | undefined> {
  const [taken] = await rowsOf<AcquiredTurn>(
    tx,
    sql`
    with before as (
      select ${syncs.lastError} is not null or ${syncs.finishedAt} is null
        or ${syncs.finishedAt} < ${syncs.startedAt} as "isUnfinished"
      from ${syncs} where ${syncs.repoId} = ${repoId}
    )
    insert into ${syncs} as s (${column.repoId}, ${column.status}, ${column.jobId}, ${column.startedAt},
      ${column.leasedUntil})
    select ${repositories.hostId}, 'running', ${jobId}, ${momentOf(now)}, ${momentOf(leasedUntil)} from ${repositories}
      where ${repositories.hostId} = ${repoId} and ${repositories.deletedAt} is null
    on conflict (${column.repoId}) do update set
      ${column.status} = 'running', ${column.jobId} = ${excluded(syncs.jobId)},
        ${column.leasedUntil} = ${excluded(syncs.leasedUntil)}, ${column.nextAttemptAt} = null,
      ${column.startedAt} = case when ${s.leasedUntil} is null then ${excluded(syncs.startedAt)}
        else ${s.startedAt} end
    where ${s.jobId} = ${jobId} or not ${isRunning(now)}
    returning ${s.repoId}::float8 as "repoId",
      (select to_json(r) from (
        select ${r.owner}, ${r.name}, ${r.installationId} as "installationId", ${r.seenAt} as "seenAt",
          ${r.pushedAt} as "pushedAt", ${s.wantedAt} as "wantedAt",
            coalesce((select "isUnfinished" from before), true) as "isUnfinished",
          ${r.id} % ${SHARES} / ${SHARES}::float8 as share, ${MISCOUNT} as miscount
        from ${repositories} r where ${r.hostId} = ${s.repoId}
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

/** A repository that was deleted while it waited may return and must not wait for a finished job. */
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

/** The number of equal groups into which repositories are divided by id. */
const SHARES = 8

/** Of a repository `r`. */
const MISCOUNT = sql`${r.hostOpenCount} - ${r.openIssues} - ${r.openPrs}`

/** How many more open issues and pull requests the host counts than the mirror; null if its count is unknown. */
export async function miscountOf(tx: Tx | Db, repoId: number): Promise<number | null> {
  const [row] = await rowsOf<{ miscount: number | null }>(
    tx,
    sql`select ${MISCOUNT} as miscount from ${repositories} r where ${r.hostId} = ${repoId}`
  )
  return row?.miscount ?? null
}

/** Has the next sync ask the host again, even if it asked recently. */
export async function requestFreshListing(tx: Tx, repoIds: readonly number[], now: Date): Promise<void> {
  if (repoIds.length === 0) return
  await tx.update(syncs).set({ wantedAt: now }).where(inArray(syncs.repoId, repoIds))
}

/** Extends the turn; false if the job has lost it. The row stays locked until the commit. */
export async function renewTurn(
  tx: Tx,
  { repoId, jobId, leasedUntil }: SyncLease,
  phase: Part
): Promise<boolean> {
  return updateTurn(tx, { repoId, jobId }, { leasedUntil, phase })
}

export interface NextTurn {
  nextJobId: string
  nextAttemptAt: Date
  lastError: string | null
}

/** Passes the turn to the job that continues. */
export async function handOverTurn(
  tx: Tx,
  request: SyncRequest,
  { nextJobId, ...wait }: NextTurn
): Promise<boolean> {
  return updateTurn(tx, request, { status: 'queued', jobId: nextJobId, ...wait })
}

export interface TurnResult {
  now: Date
  /** Why the sync failed, if it did. */
  error: string | null
}

/** Ends the turn; true if another sync was requested since it began. */
export async function finishTurn(
  tx: Tx,
  { repoId, jobId }: SyncRequest,
  { now, error }: TurnResult
): Promise<boolean> {
  const set = { lastError: error, phase: null, leasedUntil: null }
  const [row] = await tx
    .update(syncs)
    .set(error === null ? { ...set, status: 'idle', finishedAt: now } : { ...set, status: 'failed' })
    .where(isTurnOf({ repoId, jobId }))
    .returning({ again: sql<boolean>`coalesce(${syncs.requestedAt} > ${syncs.startedAt}, false)` })
  return row?.again ?? false
}

const isTurnOf = ({ repoId, jobId }: SyncRequest) =>
  and(eq(syncs.repoId, repoId), eq(syncs.jobId, jobId), eq(syncs.status, 'running'))

async function updateTurn(
  tx: Tx,
  request: SyncRequest,
  set: Partial<typeof syncs.$inferInsert>
): Promise<boolean> {
  const rows = await tx.update(syncs).set(set).where(isTurnOf(request)).returning({ repoId: syncs.repoId })
  return rows.length > 0
}

/** Records why these repositories cannot be synced now. */
export async function recordSyncFailure(tx: Tx, which: SQL, error: string): Promise<void> {
  await tx.execute(sql`
    insert into ${syncs} as s (${column.repoId}, ${column.status}, ${column.lastError})
    select ${repositories.hostId}, 'failed', ${error} from ${repositories}
      where ${repositories.deletedAt} is null and ${which} order by ${repositories.hostId}
    on conflict (${column.repoId}) do update set ${column.status} = 'failed',
      ${column.lastError} = ${excluded(syncs.lastError)}
    where ${s.status} in ('idle', 'failed')`)
}

export const allRepositories = sql`true`
export const ofInstallation = (installationId: number) =>
  sql`${repositories.installationId} = ${installationId}`
/** Missing from the last complete list, but not yet from two. */
export const missingFromListing = (installationId: number) =>
  sql`${ofInstallation(installationId)} and ${repositories.missedAt} is not null`

export async function markSynced(tx: Tx, repoId: number, now: Date): Promise<void> {
  await tx.update(repositories).set({ lastSyncedAt: now }).where(eq(repositories.hostId, repoId))
}

export async function syncStateOf(db: Db, repoId: number): Promise<typeof syncs.$inferSelect | undefined> {
  const [state] = await db.select().from(syncs).where(eq(syncs.repoId, repoId))
  return state
}
