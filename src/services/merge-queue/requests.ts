// Asks for a look at pull requests, commits and bases. Every change of a lane is made by a job of its own, which holds
// the lane before anything else.
import type { Deps, HostParts, Queue, Tx } from '#deps.js'
import { hasLabel, isQueueLabel } from '#domain/merge-queue/labels.js'
import type { EventOf, ListedItems } from '#registry.js'
import { QUEUE_LABEL, QUEUED_LABEL } from '#schemas/merge-queue/enums.js'
import { queueConfigOf, queueSettingsIn } from '#store/merge-queue/configs.js'
import { type EntryRow, entriesAwaiting, heldAmong } from '#store/merge-queue/entries.js'
import { lanesOf } from '#store/merge-queue/lanes.js'
import type { DeliveryContext } from '../deliveries/handle.js'
import { requestBase } from './lane/wishes.js'

interface PullLook {
  repoId: number
  number: number
  /** Whether somebody asks for the merge now, so that a blocked pull request is tried again. */
  isAsked?: boolean
  /** Whether the checks that blocked it pass now. */
  hasRecovered?: boolean
  /** The label of the queue that somebody has just removed. */
  unlabelled?: string | null
  by?: string | null
}

export function requestPullLook(deps: Pick<Deps, 'queue'>, tx: Tx, look: PullLook): Promise<void> {
  return requestPullLooks(deps, tx, [look])
}

export async function requestPullLooks(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  looks: readonly PullLook[]
): Promise<void> {
  if (looks.length > 0) await queue.enqueue(tx, 'merge-queue.pull', looks.map(lookJob))
}

/** Events come in bursts: one look answers all that come within this time. */
const GATHERED_SECONDS = 1

function lookJob({ repoId, number, isAsked = false, hasRecovered = false, ...said }: PullLook) {
  const { unlabelled = null, by = null } = said
  const payload = {
    repo_id: repoId,
    pr_number: number,
    is_asked: isAsked,
    ...(hasRecovered ? { has_recovered: true } : {}),
    ...(unlabelled === null ? {} : { unlabelled }),
    ...(by === null ? {} : { by })
  }
  const singletonKey = `${repoId} ${number} ${isAsked} ${hasRecovered} ${unlabelled}`
  return { payload, singletonKey, startAfterSeconds: GATHERED_SECONDS }
}

/** Nothing is asked of the host about pull requests that have nothing to do with the queue. */
export async function lookAfterPullEvent(
  { deps, tx }: DeliveryContext,
  { repository, pullRequest, labelling }: EventOf<'pull-request'>
): Promise<void> {
  const [repoId, number] = [repository.hostId, pullRequest.number]
  if (labelling?.isOn && hasLabel([QUEUED_LABEL], labelling.label)) return
  const isHeld = (await heldAmong(tx, repoId, [number])).length > 0
  const mayEnter = pullRequest.state === 'open' && hasLabel(pullRequest.labels, QUEUE_LABEL)
  if (!isHeld && !mayEnter) return
  await requestPullLook(deps, tx, { repoId, number, ...saidBy(labelling) })
}

function saidBy(labelling: EventOf<'pull-request'>['labelling']): Partial<PullLook> {
  if (labelling === null || !isQueueLabel(labelling.label)) return {}
  const { label, isOn, by } = labelling
  return isOn ? { isAsked: true, by } : { unlabelled: label, by }
}

/** A review admits nothing by itself where nobody has asked for the merge, unless the queue is set up that way. */
export async function lookAfterReview(
  { deps, tx }: DeliveryContext,
  { repository: { hostId: repoId }, number, labels }: EventOf<'review'>
): Promise<void> {
  const isLabelled = labels === null || hasLabel(labels, QUEUE_LABEL)
  const mayEnter = isLabelled || (await admitsByApproval(tx, repoId))
  if (mayEnter || (await heldAmong(tx, repoId, [number])).length > 0)
    await requestPullLook(deps, tx, { repoId, number })
}

async function admitsByApproval(tx: Tx, repoId: number): Promise<boolean> {
  const config = await queueConfigOf(tx, repoId)
  return config !== undefined && queueSettingsIn(config).admit_on.includes('approval')
}

type EndedChecks = Pick<EventOf<'checks'>, 'repository' | 'sha' | 'isGood'>

/** Most commits have nothing to do with the queue. Of a success only those want to know who wait for it. */
export async function lookAfterChecks(
  { deps: { queue }, tx }: DeliveryContext,
  { repository: { hostId: repoId }, sha, isGood }: EndedChecks
): Promise<void> {
  const entries = await entriesAwaiting(tx, repoId, sha)
  if (entries.some((entry) => !isGood || waitsFor(entry, sha)))
    await requestChecks(queue, tx, { repoId, sha })
}

/** A failure of quarantined tests alone may let pass what waits for the checks, or what they have blocked. */
export async function lookAfterTests(
  { queue }: Deps,
  tx: Tx,
  { repoId, headSha: sha }: { repoId: number; headSha: string }
): Promise<void> {
  const entries = await entriesAwaiting(tx, repoId, sha)
  if (entries.some((entry) => waitsFor(entry, sha))) await requestChecks(queue, tx, { repoId, sha })
}

export async function requestChecks(
  queue: Queue,
  tx: Tx,
  { repoId, sha }: { repoId: number; sha: string }
): Promise<void> {
  const job = { payload: { repo_id: repoId, sha }, singletonKey: `${repoId} ${sha}` }
  await queue.enqueue(tx, 'merge-queue.checks', [{ ...job, startAfterSeconds: GATHERED_SECONDS }])
}

/** Neither those whose head has passed, nor those whose candidate has. */
const waitsFor = ({ status, stage, candidateSha }: EntryRow, sha: string): boolean =>
  status === 'pending' || status === 'blocked' || (candidateSha === sha && stage !== 'landing')

/** A push to the base of a lane. */
export async function lookAfterPush(
  { deps, tx }: DeliveryContext,
  { repository, pushed }: EventOf<'push'>
): Promise<void> {
  if (pushed === null) return
  const lanes = await lanesOf(tx, repository.hostId)
  const lane = lanes.find(({ baseBranch }) => baseBranch === pushed.branch)
  if (lane) await requestBase(deps, tx, { ...lane, pushedBy: pushed.by })
}

/** What a sync found although no event told of it. */
export async function lookAfterListing(
  deps: Deps,
  tx: Tx,
  { repoId, items, changed }: ListedItems<HostParts['pull_requests']>
): Promise<void> {
  const isChanged = new Set(changed)
  const found = items.filter(({ hostId }) => isChanged.has(hostId))
  const numbers = found.map(({ number }) => number)
  const held = new Set(await heldAmong(tx, repoId, numbers))
  const looks = found
    .filter(({ number, labels }) => held.has(number) || hasLabel(labels, QUEUE_LABEL))
    .map(({ number }) => ({ repoId, number }))
  await requestPullLooks(deps, tx, looks)
}
