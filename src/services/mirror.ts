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
  const news = [...latest].filter(
    ([id, one]) => mayTell(repository, repoId, known.get(id)) && kind.isNews(known.get(id), one, source)
  )
  if (news.length === 0) return 0
  const place = { repoId, goneAt: goneAt ?? null, live: !goneAt && repository.live }
  const before = news.map(([id]) => known.get(id)).filter((row) => row !== undefined)
  const after = news.map(([id, one]) => kind.merged(known.get(id), one, place))
  await kind.save(tx, after)
  await addDifference(tx, { before, after, talliesOf: kind.talliesOf })
  return news.length
}

/** A repository that is gone says nothing of what belongs to another by now. */
function mayTell(repository: { live: boolean }, repoId: number, known: Place | undefined): boolean {
  return repository.live || known === undefined || known.repoId === repoId
}

interface Change<Row> {
  before: readonly Row[]
  after: readonly Row[]
  talliesOf(row: Row): Tally[]
}

/** Rows mostly stay in their repository; one that went to another repository counts there from now on. */
async function addDifference<Row extends Place>(tx: Tx, { before, after, talliesOf }: Change<Row>) {
  const repoIds = new Set([...before, ...after].map(({ repoId }) => repoId))
  for (const repoId of [...repoIds].sort((a, b) => a - b)) {
    // What is gone counts for nothing.
    const counted = (rows: readonly Row[]) =>
      rows.filter((row) => row.repoId === repoId && row.goneAt === null).flatMap(talliesOf)
    await addTallies(tx, repoId, differenceOf(counted(before), counted(after)))
  }
}
