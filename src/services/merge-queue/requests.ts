// Asks for a look at pull requests, commits and bases. Every change of a lane is made by a job of its own, which holds
// the lane before anything else.
import type { Deps, HostParts, Queue, Tx } from '#deps.js'
import { hasLabel, isQueueLabel } from '#domain/merge-queue/labels.js'
import type { EventOf, ListedItems } from '#registry.js'
import { QUEUE_LABEL } from '#schemas/merge-queue/enums.js'
import { entriesAwaiting, entryOfPull } from '#store/merge-queue/entries.js'
import { lanesOf } from '#store/merge-queue/lanes.js'
import type { DeliveryContext } from '../deliveries/handle.js'
import { requestBase } from './lane/wishes.js'

interface PullLook {
  repoId: number
  number: number
  /** Whether somebody asks for the merge now, so that a blocked pull request is tried again. */
  isAsked?: boolean
  /** The label of the queue that somebody has just removed. */
  unlabelled?: string | null
  by?: string | null
}

export async function requestPullLook({ queue }: Pick<Deps, 'queue'>, tx: Tx, look: PullLook): Promise<void> {
  const { repoId, number, isAsked = false, unlabelled = null, by = null } = look
  const payload = {
    repo_id: repoId,
    pr_number: number,
    is_asked: isAsked,
    ...(unlabelled === null ? {} : { unlabelled }),
    ...(by === null ? {} : { by })
  }
  const singletonKey = `${repoId} ${number} ${isAsked} ${unlabelled}`
  await queue.enqueue(tx, 'merge-queue.pull', [{ payload, singletonKey }])
}

/** Nothing is asked of the host about pull requests that have nothing to do with the queue. */
export async function lookAfterPullEvent(
  { deps, tx }: DeliveryContext,
  { repository, pullRequest, labelling }: EventOf<'pull-request'>
): Promise<void> {
  const [repoId, number] = [repository.hostId, pullRequest.number]
  const isAboutLabel = labelling !== null && isQueueLabel(labelling.label)
  const entry = await entryOfPull(tx, repoId, number)
  const isActive = entry !== undefined && entry.position > 0
  if (!isActive && !isAboutLabel && !hasLabel(pullRequest.labels, QUEUE_LABEL)) return
  const isOwn = labelling?.by?.endsWith('[bot]') === true
  const isAsked = isAboutLabel && labelling.isOn && labelling.label.toLowerCase() === QUEUE_LABEL
  const unlabelled = isAboutLabel && !labelling.isOn && !isOwn ? labelling.label : null
  await requestPullLook(deps, tx, { repoId, number, isAsked, unlabelled, by: labelling?.by ?? null })
}

export async function lookAfterReview(
  { deps, tx }: DeliveryContext,
  { repository, number }: EventOf<'review'>
): Promise<void> {
  await requestPullLook(deps, tx, { repoId: repository.hostId, number })
}

export async function lookAfterChecks(
  { deps, tx }: DeliveryContext,
  { repository, sha }: { repository: { hostId: number }; sha: string }
): Promise<void> {
  await requestChecks(deps.queue, tx, { repoId: repository.hostId, sha })
}

/** Most commits have nothing to do with the queue. */
export async function requestChecks(
  queue: Queue,
  tx: Tx,
  { repoId, sha }: { repoId: number; sha: string }
): Promise<void> {
  if ((await entriesAwaiting(tx, repoId, sha)).length === 0) return
  const payload = { repo_id: repoId, sha }
  await queue.enqueue(tx, 'merge-queue.checks', [{ payload, singletonKey: `${repoId} ${sha}` }])
}

/** A push to the base of a lane. */
export async function lookAfterPush(
  { deps, tx }: DeliveryContext,
  { repository, pushed }: EventOf<'push'>
): Promise<void> {
  if (pushed === null) return
  const lanes = await lanesOf(tx, repository.hostId)
  const lane = lanes.find(({ baseBranch }) => baseBranch === pushed.branch)
  if (lane) await requestBase(deps, tx, lane)
}

/** What a sync found although no event told of it. */
export async function lookAfterListing(
  deps: Deps,
  tx: Tx,
  { repoId, items, changed }: ListedItems<HostParts['pull_requests']>
): Promise<void> {
  const isChanged = new Set(changed)
  for (const { hostId, number, labels } of items) {
    if (!isChanged.has(hostId)) continue
    const entry = hasLabel(labels, QUEUE_LABEL) ? undefined : await entryOfPull(tx, repoId, number)
    if (hasLabel(labels, QUEUE_LABEL) || (entry && entry.position > 0))
      await requestPullLook(deps, tx, { repoId, number })
  }
}
