// Mirrors issues, pull requests and CI runs in batches, together with their tallies.

import type { HostIssue, HostPullRequest, HostRun } from '#domain/host/items.js'
import { clampFutureMoments, isRelabelled, type UpdateOrigin } from '#domain/mirror/freshness.js'
import type { Priority } from '#schemas/mirror/issues.js'
import {
  type IssueRow,
  issueByNumber,
  lockRepository,
  type PullRequestRow,
  saveIssueTriage,
  savePullTriage
} from '#store/mirror/mirror.js'
import type { Tx } from '#store/sql/database.js'
import { issueKind, type MirrorKind, type MirrorPlacement, pullRequestKind, runKind } from './kinds.js'
import { saveRowChanges } from './rows.js'

export interface HostSnapshot extends UpdateOrigin {
  repoId: number
  /** When the event arrived; its timestamps can hardly be later. */
  receivedAt?: Date
  /** When the items were deleted on the host, if the snapshot reports that. */
  goneAt?: Date
}

/** Items that were deleted on the host, and when. */
export interface HostRemoval {
  repoId: number
  goneAt: Date
}

interface Dated {
  updatedAt: Date
  labels?: string[]
}

/** An item that a snapshot changed. */
export interface MirrorChange {
  id: number
  /** One of its labels was renamed or deleted; other carriers may need the same change. */
  isRelabelled: boolean
}

/** Returns the changed items, like the functions below. */
export function mirrorIssues(
  tx: Tx,
  snapshot: HostSnapshot,
  incoming: readonly HostIssue[]
): Promise<MirrorChange[]> {
  return mirrorItems(tx, snapshot, incoming, issueKind)
}

export function mirrorPullRequests(
  tx: Tx,
  snapshot: HostSnapshot,
  incoming: readonly HostPullRequest[]
): Promise<MirrorChange[]> {
  return mirrorItems(tx, snapshot, incoming, pullRequestKind)
}

export function mirrorRuns(
  tx: Tx,
  snapshot: HostSnapshot,
  incoming: readonly HostRun[]
): Promise<MirrorChange[]> {
  return mirrorItems(tx, snapshot, incoming, runKind)
}

/** Returns how many rows ended, like the functions below. */
export function endIssues(tx: Tx, removal: HostRemoval, ids: readonly number[]): Promise<number> {
  return endItems(tx, removal, ids, issueKind)
}

export function endPullRequests(tx: Tx, removal: HostRemoval, ids: readonly number[]): Promise<number> {
  return endItems(tx, removal, ids, pullRequestKind)
}

export function endRuns(tx: Tx, removal: HostRemoval, ids: readonly number[]): Promise<number> {
  return endItems(tx, removal, ids, runKind)
}

async function mirrorItems<Incoming extends Dated, Row extends MirrorPlacement & Incoming>(
  tx: Tx,
  { repoId, receivedAt, goneAt, ...origin }: HostSnapshot,
  incoming: readonly Incoming[],
  kind: MirrorKind<Incoming, Row>
): Promise<MirrorChange[]> {
  const reportedAt = receivedAt ?? origin.shownAt
  const items = reportedAt ? incoming.map((item) => clampFutureMoments(item, reportedAt)) : incoming
  const latest = new Map(items.map((item) => [kind.idOf(item), item]))
  const repository = latest.size > 0 ? await lockRepository(tx, repoId) : undefined
  if (!repository) return []
  const place = { repoId, goneAt: goneAt ?? null, live: !goneAt && repository.live, movedFrom: null }
  const known = await kind.lock(tx, [...latest.keys()])
  const changes = [...latest]
    .filter(
      ([id, item]) => mayUpdate(repository, repoId, known.get(id)) && kind.isNews(known.get(id), item, origin)
    )
    .map(([id, item]) => ({ before: known.get(id), after: kind.merged(known.get(id), item, place) }))
  const changed = await saveRowChanges(tx, changes, kind)
  return changed.map(({ before, after }) => ({
    id: kind.idOf(after),
    isRelabelled: isRelabelled(before, after)
  }))
}

/** Ends those of these rows that are still live. */
async function endItems<Incoming, Row extends MirrorPlacement>(
  tx: Tx,
  { repoId, goneAt }: HostRemoval,
  ids: readonly number[],
  kind: MirrorKind<Incoming, Row>
): Promise<number> {
  if (ids.length === 0 || !(await lockRepository(tx, repoId))) return 0
  const known = await kind.lock(tx, [...ids])
  const left = [...known.values()].filter((row) => row.repoId === repoId && row.goneAt === null)
  const changes = left.map((before) => ({ before, after: { ...before, goneAt, live: false } }))
  return (await saveRowChanges(tx, changes, kind)).length
}

interface PriorityChange {
  repoId: number
  number: number
  priority: Priority
}

/** Stores a decided priority of an issue; the caller holds its repository. */
export async function savePriority(tx: Tx, { repoId, number, priority }: PriorityChange): Promise<void> {
  const before = await issueByNumber(tx, repoId, number)
  const change = before && { before, after: { ...before, triagePriority: priority } }
  await saveRowChanges(tx, change ? [change] : [], { ...issueKind, save: saveIssueTriage })
}

type IssueFindings = Pick<IssueRow, 'triageType' | 'triagePriority' | 'triageSummary' | 'triagedAt'>
type PullFindings = Pick<
  PullRequestRow,
  'triageType' | 'triageSize' | 'triageRisk' | 'triageSummary' | 'triagedAt'
>

/** Stores the findings about an issue; the caller holds it and its repository. */
export async function saveIssueFindings(
  tx: Tx,
  before: IssueRow,
  found: Partial<IssueFindings>
): Promise<void> {
  await saveRowChanges(tx, [{ before, after: { ...before, ...found } }], {
    ...issueKind,
    save: saveIssueTriage
  })
}

export async function savePullFindings(tx: Tx, before: PullRequestRow, found: PullFindings): Promise<void> {
  await saveRowChanges(tx, [{ before, after: { ...before, ...found } }], {
    ...pullRequestKind,
    save: savePullTriage
  })
}

/** A deleted repository does not update rows that have moved to another one. */
function mayUpdate(
  repository: { live: boolean },
  repoId: number,
  known: MirrorPlacement | undefined
): boolean {
  return repository.live || known === undefined || known.repoId === repoId
}
