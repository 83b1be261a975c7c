// Issues and pull requests that a sync found although no event reported them: they are triaged too.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { ListedItems, ListingHandlers } from '#registry.js'
import { TRACKING_LABEL } from '#schemas/host/enums.js'
import type { TriageTarget } from '#schemas/triage/enums.js'
import { workObstacles } from '#store/configuration/obstacles.js'
import { issueByNumber, lockRepository, pullByNumber } from '#store/mirror/mirror.js'
import { filterUntriaged, triagesOf } from '#store/triage/triages.js'

/** People have already looked at older ones. */
const OLDEST_MS = DAY_MS
/** An event may still arrive within this time. */
const EVENT_WAIT_SECONDS = 600

interface Item {
  hostId: number
  number: number
  state: string
  createdAt: Date
  labels: readonly string[]
}

interface MissedItems {
  repoId: number
  targetType: TriageTarget
  items: readonly Item[]
}

/** Call this in the transaction that mirrors them. */
async function requestMissed(deps: Deps, tx: Tx, { repoId, targetType, items }: MissedItems): Promise<void> {
  const earliest = deps.now().getTime() - OLDEST_MS
  const recent = items.filter(
    ({ state, createdAt, labels }) =>
      state === 'open' && createdAt.getTime() >= earliest && !labels.includes(TRACKING_LABEL)
  )
  if (recent.length === 0) return
  const untriaged = await filterUntriaged(tx, { targetType, ids: recent.map(({ hostId }) => hostId) })
  const jobs = recent
    .filter(({ hostId }) => untriaged.has(hostId))
    .map(({ hostId, number }) => ({
      payload: { repo_id: repoId, target_type: targetType, number },
      singletonKey: `${targetType}:${hostId}`,
      startAfterSeconds: EVENT_WAIT_SECONDS
    }))
  if (jobs.length > 0) await deps.queue.enqueue(tx, 'triage.missed', jobs)
}

export async function handleMissedTarget(deps: Deps, job: JobPayload<'triage.missed'>): Promise<void> {
  await deps.transaction(async (tx) => {
    const hostId = await findUntriaged(tx, job)
    if (hostId === undefined) return
    const { repo_id: repoId, target_type: targetType, number } = job
    for (const pillar of deps.registry.pillars)
      await pillar.requestMissed(deps, tx, { repoId, targetType, number, hostId })
  })
}

/** Skipped if rules may apply: rules only run for events, and one of them might say `skip`. */
async function findUntriaged(
  tx: Tx,
  { repo_id: repoId, target_type: targetType, number }: JobPayload<'triage.missed'>
): Promise<number | undefined> {
  const repository = await lockRepository(tx, repoId)
  if (repository?.live !== true || (await workObstacles(tx, { repoId, orUnread: true })).rules)
    return undefined
  const found = await (targetType === 'issue' ? issueByNumber : pullByNumber)(tx, repoId, number)
  if (found?.state !== 'open') return undefined
  const { hostId: targetId } = found
  return (await triagesOf(tx, { targetType, targetId })).length === 0 ? targetId : undefined
}

/** Items that no event reported, if the mirror was complete before. */
function missedHandler(targetType: TriageTarget) {
  return async (deps: Deps, tx: Tx, { repoId, items, wasEqual }: ListedItems<Item>) => {
    if (wasEqual) await requestMissed(deps, tx, { repoId, targetType, items })
  }
}

export const triageListings: ListingHandlers = {
  issues: missedHandler('issue'),
  pull_requests: missedHandler('pr')
}
