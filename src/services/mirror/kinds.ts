// The kinds of rows that the mirror has: how each is held, compared with what the host says, written and counted.

import type { Tally } from '#domain/counters/tally.js'
import type { HostIssue, HostPullRequest, HostRun } from '#domain/host/items.js'
import { isNews, isRunNews, sizesOf, storedBody, type Telling } from '#domain/mirror/mirror.js'
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
import { endSignalsAbout } from '../duplicates/signals.js'

export interface Place {
  repoId: number
  goneAt: Date | null
  live: boolean
  /** What the host itself tells of a row ends what a merge said of it. */
  movedFrom: number | null
}

/** What is written of a kind of rows, and what they count for. */
export interface Tallied<Row> {
  /** What hangs on rows that end, or that go to another repository: it is settled before they are written. */
  settleEnds?(tx: Tx, rows: readonly Row[]): Promise<void>
  save(tx: TalliedTx, rows: Row[]): Promise<void>
  talliesOf(row: Row): Tally[]
}

export interface Kind<Incoming, Row> extends Tallied<Row> {
  idOf(incoming: Incoming): number
  lock(tx: Tx, ids: number[]): Promise<Map<number, Row>>
  isNews(known: Row | undefined, incoming: Incoming, telling: Telling): boolean
  /** What is known and what is new, as one row. */
  merged(known: Row | undefined, incoming: Incoming, place: Place): Row
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

export const issueKind: Kind<HostIssue, IssueRow> = {
  idOf: ({ hostId }) => hostId,
  lock: lockIssues,
  isNews,
  merged: (known, issue, place) => ({
    ...(known ?? unjudgedIssue),
    ...issue,
    body: storedBody(issue.body),
    ...place
  }),
  settleEnds: (tx, rows) => endSignalsAbout(tx, rows),
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

export const pullRequestKind: Kind<HostPullRequest, PullRequestRow> = {
  idOf: ({ hostId }) => hostId,
  lock: lockPullRequests,
  isNews,
  merged: (known, pull, place) => ({
    ...(known ?? unjudgedPullRequest),
    ...pull,
    ...sizesOf(known, pull),
    body: storedBody(pull.body),
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

export const runKind: Kind<HostRun, RunRow> = {
  idOf: ({ hostRunId }) => hostRunId,
  lock: lockRuns,
  isNews: isRunNews,
  merged: (known, run, place) => ({ ...(known ?? unhealedRun), ...run, ...place }),
  save: saveRuns,
  talliesOf: talliesOfRun
}
