// Takes over what the host says of issues, pull requests and CI runs: a set at a time, with the sums they count for.
import type { HostIssue, HostPullRequest, HostRun, Tally } from '../../schemas/mirror.js'
import { isNews, isRunNews, type Source, sizesOf, storedBody } from '../domain/mirror.js'
import { differenceOf, talliesOfIssue, talliesOfPullRequest, talliesOfRun } from '../domain/tallies.js'
import type { Tx } from '../store/database.js'
import {
  type IssueRow,
  lockIssues,
  lockPullRequests,
  lockRepository,
  lockRuns,
  type PullRequestRow,
  type RunRow,
  saveIssues,
  savePullRequests,
  saveRuns
} from '../store/mirror.js'
import { addTallies } from '../store/tallies.js'

export interface Account {
  repoId: number
  source: Source
  /** When the things ended on the host, if that is what it says of them. */
  goneAt?: Date
}

/** Says how many of them were news. */
export function mirrorIssues(tx: Tx, account: Account, incoming: readonly HostIssue[]): Promise<number> {
  return mirror<HostIssue, IssueRow>(tx, account, incoming, {
    idOf: ({ hostId }) => hostId,
    lock: lockIssues,
    isNews,
    merged: (known, issue, place) => ({
      ...(known ?? unjudgedIssue),
      ...issue,
      body: storedBody(issue.body),
      ...place
    }),
    save: saveIssues,
    talliesOf: talliesOfIssue
  })
}

const unjudgedIssue = {
  triageType: null,
  triagePriority: null,
  triageSummary: null,
  triagedAt: null,
  duplicateOf: null,
  dupCheckAt: null
}

export function mirrorPullRequests(
  tx: Tx,
  account: Account,
  incoming: readonly HostPullRequest[]
): Promise<number> {
  return mirror<HostPullRequest, PullRequestRow>(tx, account, incoming, {
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
  })
}

const unjudgedPullRequest = {
  triageType: null,
  triageSize: null,
  triageRisk: null,
  triageSummary: null,
  triagedAt: null
}

export function mirrorRuns(tx: Tx, account: Account, incoming: readonly HostRun[]): Promise<number> {
  return mirror<HostRun, RunRow>(tx, account, incoming, {
    idOf: ({ hostRunId }) => hostRunId,
    lock: lockRuns,
    isNews: isRunNews,
    merged: (known, run, place) => ({ ...(known ?? unhealedRun), ...run, ...place }),
    save: saveRuns,
    talliesOf: talliesOfRun
  })
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

interface Place {
  repoId: number
  goneAt: Date | null
  live: boolean
}

interface Kind<Incoming, Row> {
  idOf(incoming: Incoming): number
  lock(tx: Tx, ids: number[]): Promise<Map<number, Row>>
  isNews(known: Row | undefined, incoming: Incoming, source: Source): boolean
  /** What is known and what is new, as one row. */
  merged(known: Row | undefined, incoming: Incoming, place: Place): Row
  save(tx: Tx, rows: Row[]): Promise<void>
  talliesOf(row: Row): Tally[]
}

async function mirror<Incoming, Row extends Place>(
  tx: Tx,
  { repoId, source, goneAt }: Account,
  incoming: readonly Incoming[],
  kind: Kind<Incoming, Row>
): Promise<number> {
  const latest = new Map(incoming.map((one) => [kind.idOf(one), one]))
  const repository = latest.size > 0 ? await lockRepository(tx, repoId) : undefined
  if (!repository) return 0
  const known = await kind.lock(tx, [...latest.keys()])
  const news = [...latest].filter(([id, one]) => kind.isNews(known.get(id), one, source))
  if (news.length === 0) return 0
  const place = { repoId, goneAt: goneAt ?? null, live: !goneAt && repository.live }
  const before = news.map(([id]) => known.get(id)).filter((row) => row !== undefined)
  const after = news.map(([id, one]) => kind.merged(known.get(id), one, place))
  // What is gone counts for nothing.
  const counted = (rows: Row[]) => rows.filter((row) => row.goneAt === null).flatMap(kind.talliesOf)
  await kind.save(tx, after)
  await addTallies(tx, repoId, differenceOf(counted(before), counted(after)))
  return news.length
}
