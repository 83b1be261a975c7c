// Mirrors issues, pull requests and CI runs in batches, together with their tallies.

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
import {
  issueKind,
  type MirrorDeps,
  type MirrorKind,
  type MirrorPlacement,
  pullRequestKind,
  type RowChange,
  runKind
} from './kinds.js'
import { isEnd, saveRowChanges } from './rows.js'

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

type Mirror<Incoming> = (
  deps: MirrorDeps,
  tx: Tx,
  snapshot: HostSnapshot,
  incoming: readonly Incoming[]
) => Promise<MirrorChange[]>

type EndRows = (deps: MirrorDeps, tx: Tx, removal: HostRemoval, ids: readonly number[]) => Promise<number>

export const mirrorIssues = mirrorRowsOf(issueKind)
export const mirrorPullRequests = mirrorRowsOf(pullRequestKind)
export const mirrorRuns = mirrorRowsOf(runKind)

export const endIssues = endRowsOf(issueKind)
export const endPullRequests = endRowsOf(pullRequestKind)
export const endRuns = endRowsOf(runKind)

/** Stores what the host shows; returns the items that it changed. */
function mirrorRowsOf<Incoming extends Dated, Row extends MirrorPlacement & Incoming>(
  kind: MirrorKind<Incoming, Row>
): Mirror<Incoming> {
  return async (deps, tx, { repoId, receivedAt, goneAt, ...origin }, incoming) => {
    const reportedAt = receivedAt ?? origin.shownAt
    const items = reportedAt ? incoming.map((item) => clampFutureMoments(item, reportedAt)) : incoming
    const latest = new Map(items.map((item) => [kind.idOf(item), item]))
    const repository = latest.size > 0 ? await lockRepository(tx, repoId) : undefined
    if (!repository) return []
    const place = { repoId, goneAt: goneAt ?? null, live: !goneAt && repository.live, movedFrom: null }
    const known = await kind.lock(tx, [...latest.keys()])
    const changes = [...latest]
      .map(([id, item]) => ({ item, before: known.get(id) }))
      .filter(
        ({ item, before }) => mayUpdate(repository, repoId, before) && kind.isNews(before, item, origin)
      )
      .map(({ item, before }) => ({ before, after: kind.merged(before, item, place) }))
    await handleEnds(deps, tx, changes, kind)
    const changed = await saveRowChanges(tx, changes, kind)
    await kind.onRowsSaved?.(deps, tx, { changed, knownSince: repository.createdAt })
    return changed.map(({ before, after }) => ({
      id: kind.idOf(after),
      isRelabelled: isRelabelled(before, after)
    }))
  }
}

/** Ends those of these rows that are still live; returns how many they were. */
function endRowsOf<Incoming, Row extends MirrorPlacement>(kind: MirrorKind<Incoming, Row>): EndRows {
  return async (deps, tx, { repoId, goneAt }, ids) => {
    if (ids.length === 0 || !(await lockRepository(tx, repoId))) return 0
    const known = await kind.lock(tx, [...ids])
    const left = [...known.values()].filter((row) => row.repoId === repoId && row.goneAt === null)
    const changes = left.map((before) => ({ before, after: { ...before, goneAt, live: false } }))
    await handleEnds(deps, tx, changes, kind)
    return (await saveRowChanges(tx, changes, kind)).length
  }
}

async function handleEnds<Incoming, Row extends MirrorPlacement>(
  deps: MirrorDeps,
  tx: Tx,
  changes: readonly RowChange<Row>[],
  { onRowsEnded }: MirrorKind<Incoming, Row>
): Promise<void> {
  const ended = changes.filter(isEnd).map(({ after }) => after)
  if (ended.length > 0) await onRowsEnded?.(deps, tx, ended)
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
