// Open pull requests that ask for their merge.
import { and, asc, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { QUEUE_LABEL } from '#schemas/merge-queue/enums.js'
import { decisions } from '#tables/decisions/decisions.js'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import type { Db, Tx } from '../sql/database.js'
import { isHeld } from './entries.js'

/** More are found by the next sync. */
const MOST = 500

const isLabelled = sql`exists (select from unnest(${pullRequests.labels}) as label where lower(label) = ${QUEUE_LABEL})`

/** The oldest first; without those that the queue holds or has blocked. */
function openPulls(db: Db | Tx, repoId: number, which: SQL | undefined) {
  const isEntry = and(eq(queueEntries.repoId, repoId), eq(queueEntries.prNumber, pullRequests.number), isHeld)
  return db
    .select({ number: pullRequests.number })
    .from(pullRequests)
    .where(
      and(
        eq(pullRequests.repoId, repoId),
        eq(pullRequests.state, 'open'),
        eq(pullRequests.live, true),
        notExists(db.select({ id: queueEntries.id }).from(queueEntries).where(isEntry)),
        which
      )
    )
    .orderBy(asc(pullRequests.createdAt), asc(pullRequests.id))
    .limit(MOST)
}

export async function labelledPulls(db: Db | Tx, repoId: number): Promise<number[]> {
  const rows = await openPulls(db, repoId, isLabelled)
  return rows.map(({ number }) => number)
}

interface TurnedAway {
  repoId: number
  /** Whether an approval alone asks for a merge. */
  isByApproval: boolean
}

/** Those for which there was no room when they were last looked at. */
export async function pullsTurnedAway(db: Db | Tx, { repoId, isByApproval }: TurnedAway): Promise<number[]> {
  const last = sql`(select ${decisions.plan} from ${decisions}
    where ${decisions.repoId} = ${repoId} and ${decisions.targetType} = 'pr'
      and ${decisions.targetNumber} = ${pullRequests.number} and ${decisions.pillar} = 'merge_queue'
    order by ${decisions.createdAt} desc nulls first, ${decisions.id} desc nulls first
    limit 1)`
  const isFull = sql`${last}::jsonb ->> 'refusal' = 'queue_full'`
  const rows = await openPulls(db, repoId, and(isByApproval ? undefined : isLabelled, isFull))
  return rows.map(({ number }) => number)
}
