// The kinds of mirrored rows: how each is locked, compared with the host, written and tallied.

import type { Deps } from '#deps.js'
import type { Tally } from '#domain/counters/tally.js'
import type { HostIssue, HostPullRequest, HostRun } from '#domain/host/items.js'
import {
  isNewer,
  isNewerRun,
  mergePullSizes,
  truncateBody,
  type UpdateOrigin
} from '#domain/mirror/freshness.js'
import { talliesOfIssue, talliesOfPullRequest, talliesOfRun } from '#domain/mirror/tallies.js'
import type { TalliedTx } from '#store/counters/tallies.js'
import {
  type IssueRow,
  lockIssues,
  lockPullRequests,
  lockRuns,
  type PullRequestRow,
  type RunRow,
  saveIssues,
  savePullRequests,
  saveRuns
} from '#store/mirror/mirror.js'
import type { Tx } from '#store/sql/database.js'

export type MirrorDeps = Pick<Deps, 'registry' | 'queue' | 'now' | 'host'>

export interface RowChange<Row> {
  before: Row | undefined
  after: Row
}

export interface MirrorPlacement {
  repoId: number
  goneAt: Date | null
  live: boolean
  /** Data from the host replaces the mark that a merge left on the row. */
  movedFrom: number | null
}

/** How rows of a kind are written and tallied. */
export interface TalliedRows<Row> {
  save(tx: TalliedTx, rows: Row[]): Promise<void>
  talliesOf(row: Row): Tally[]
}

export interface SavedRows<Row> {
  changed: readonly RowChange<Row>[]
  /** When the service first saw their repository. */
  knownSince: Date
}

export interface MirrorKind<Incoming, Row> extends TalliedRows<Row> {
  idOf(incoming: Incoming): number
  lock(tx: Tx, ids: number[]): Promise<Map<number, Row>>
  isNews(known: Row | undefined, incoming: Incoming, origin: UpdateOrigin): boolean
  /** The stored row updated with the incoming data. */
  merged(known: Row | undefined, incoming: Incoming, place: MirrorPlacement): Row
  /** Ends what depends on rows that end or move to another repository; runs before they are written. */
  onRowsEnded?(deps: MirrorDeps, tx: Tx, rows: readonly Row[]): Promise<void>
  /** Tells others what has changed; runs after the rows are written. */
  onRowsSaved?(deps: MirrorDeps, tx: Tx, saved: SavedRows<Row>): Promise<void>
}

const unjudgedIssue = {
  triageType: null,
  triagePriority: null,
  triageSummary: null,
  triagedAt: null,
  duplicateOf: null,
  dupCheckAt: null,
  dupRevision: null,
  dupJobId: null
}

export const issueKind: MirrorKind<HostIssue, IssueRow> = {
  idOf: ({ hostId }) => hostId,
  lock: lockIssues,
  isNews: isNewer,
  merged: (known, issue, place) => ({
    ...(known ?? unjudgedIssue),
    ...issue,
    body: truncateBody(issue.body),
    ...place
  }),
  async onRowsEnded({ registry }, tx, rows) {
    for (const { issuesEnded } of registry.mirrors) await issuesEnded?.(tx, rows)
  },
  save: saveIssues,
  talliesOf: talliesOfIssue
}

const unjudgedPullRequest = {
  triageType: null,
  triageSize: null,
  triageRisk: null,
  triageSummary: null,
  triagedAt: null
}

export const pullRequestKind: MirrorKind<HostPullRequest, PullRequestRow> = {
  idOf: ({ hostId }) => hostId,
  lock: lockPullRequests,
  isNews: isNewer,
  merged: (known, pull, place) => ({
    ...(known ?? unjudgedPullRequest),
    ...pull,
    ...mergePullSizes(known, pull),
    body: truncateBody(pull.body),
    ...place
  }),
  save: savePullRequests,
  talliesOf: talliesOfPullRequest
}

const unhealedRun = {
  healStatus: 'pending' as const,
  healFailureType: null,
  healRootCause: null,
  healFixApplied: null,
  healConfidence: null,
  healPrUrl: null,
  healPrNumber: null,
  healedAt: null
}

export const runKind: MirrorKind<HostRun, RunRow> = {
  idOf: ({ hostRunId }) => hostRunId,
  lock: lockRuns,
  isNews: isNewerRun,
  merged: (known, run, place) => ({ ...(known ?? unhealedRun), ...run, ...place }),
  save: saveRuns,
  talliesOf: talliesOfRun,
  async onRowsSaved(deps, tx, { changed, knownSince }) {
    const runs = changed.filter(isCompletion).map(({ after }) => after)
    if (runs.length === 0) return
    for (const { runsCompleted } of deps.registry.mirrors)
      await runsCompleted?.(deps, tx, { runs, knownSince })
  }
}

/** Whether an attempt of the run was not known to have completed. */
function isCompletion({ before, after }: RowChange<RunRow>): boolean {
  if (after.status !== 'completed') return false
  return before?.status !== 'completed' || before.attempt < after.attempt
}
