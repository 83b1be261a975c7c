// Takes over what the host says of issues, pull requests and CI runs: a set at a time, with the sums they count for.

import { isDeepStrictEqual } from 'node:util'
import type { Priority } from '../../schemas/issues.js'
import type { HostIssue, HostPullRequest, HostRun, Tally } from '../../schemas/mirror.js'
import { isNews, isRunNews, sizesOf, storedBody } from '../domain/mirror.js'
import { differenceOf, talliesOfIssue, talliesOfPullRequest, talliesOfRun } from '../domain/tallies.js'
import type { Tx } from '../store/database.js'
import {
  type IssueRow,
  issueNumbered,
  lockIssues,
  lockPullRequests,
  lockRepository,
  lockRuns,
  type PullRequestRow,
  type RunRow,
  saveIssues,
  saveIssueTriage,
  savePullRequests,
  savePullTriage,
  saveRuns
} from '../store/mirror.js'
import { addTallies } from '../store/tallies.js'
import { endSignalsAbout } from './duplicates/signals.js'

export interface Account {
  repoId: number
  /** When the host was asked, if this is what it showed; otherwise it is an event. */
  shownAt?: Date
  /** When the things ended on the host, if that is what it says of them. */
  goneAt?: Date
}

/** What ended on the host, and when. */
export interface Ending {
  repoId: number
  goneAt: Date
}

/** Says how many rows this changed, as all of these do. */
export function mirrorIssues(tx: Tx, account: Account, incoming: readonly HostIssue[]): Promise<number> {
  return mirror(tx, account, incoming, issueKind)
}

export function mirrorPullRequests(
  tx: Tx,
  account: Account,
  incoming: readonly HostPullRequest[]
): Promise<number> {
  return mirror(tx, account, incoming, pullRequestKind)
}

export function mirrorRuns(tx: Tx, account: Account, incoming: readonly HostRun[]): Promise<number> {
  return mirror(tx, account, incoming, runKind)
}

export function endIssues(tx: Tx, ending: Ending, ids: readonly number[]): Promise<number> {
  return retire(tx, ending, ids, issueKind)
}

export function endPullRequests(tx: Tx, ending: Ending, ids: readonly number[]): Promise<number> {
  return retire(tx, ending, ids, pullRequestKind)
}

export function endRuns(tx: Tx, ending: Ending, ids: readonly number[]): Promise<number> {
  return retire(tx, ending, ids, runKind)
}

interface Place {
  repoId: number
  goneAt: Date | null
  live: boolean
}

interface Kind<Incoming, Row> {
  idOf(incoming: Incoming): number
  lock(tx: Tx, ids: number[]): Promise<Map<number, Row>>
  isNews(known: Row | undefined, incoming: Incoming, shownAt?: Date): boolean
  /** What is known and what is new, as one row. */
  merged(known: Row | undefined, incoming: Incoming, place: Place): Row
  /** What hangs on rows that end, or that go to another repository: it is settled before they are written. */
  settleEnds?(tx: Tx, rows: readonly Row[]): Promise<void>
  save(tx: Tx, rows: Row[]): Promise<void>
  talliesOf(row: Row): Tally[]
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

const issueKind: Kind<HostIssue, IssueRow> = {
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

const pullRequestKind: Kind<HostPullRequest, PullRequestRow> = {
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

const runKind: Kind<HostRun, RunRow> = {
  idOf: ({ hostRunId }) => hostRunId,
  lock: lockRuns,
  isNews: isRunNews,
  merged: (known, run, place) => ({ ...(known ?? unhealedRun), ...run, ...place }),
  save: saveRuns,
  talliesOf: talliesOfRun
}

interface Change<Row> {
  before: Row | undefined
  after: Row
}

async function mirror<Incoming, Row extends Place>(
  tx: Tx,
  { repoId, shownAt, goneAt }: Account,
  incoming: readonly Incoming[],
  kind: Kind<Incoming, Row>
): Promise<number> {
  const latest = new Map(incoming.map((one) => [kind.idOf(one), one]))
  const repository = latest.size > 0 ? await lockRepository(tx, repoId) : undefined
  if (!repository) return 0
  const place = { repoId, goneAt: goneAt ?? null, live: !goneAt && repository.live }
  const known = await kind.lock(tx, [...latest.keys()])
  const changes = [...latest]
    .filter(
      ([id, one]) => mayTell(repository, repoId, known.get(id)) && kind.isNews(known.get(id), one, shownAt)
    )
    .map(([id, one]) => ({ before: known.get(id), after: kind.merged(known.get(id), one, place) }))
  return take(tx, changes, kind)
}

/** Of these, whatever is still there has ended on the host. */
async function retire<Incoming, Row extends Place>(
  tx: Tx,
  { repoId, goneAt }: Ending,
  ids: readonly number[],
  kind: Kind<Incoming, Row>
): Promise<number> {
  if (ids.length === 0 || !(await lockRepository(tx, repoId))) return 0
  const known = await kind.lock(tx, [...ids])
  const left = [...known.values()].filter((row) => row.repoId === repoId && row.goneAt === null)
  const changes = left.map((before) => ({ before, after: { ...before, goneAt, live: false } }))
  return take(tx, changes, kind)
}

async function take<Incoming, Row extends Place>(
  tx: Tx,
  changes: readonly Change<Row>[],
  kind: Kind<Incoming, Row>
): Promise<number> {
  const real = changes.filter(({ before, after }) => !isDeepStrictEqual(before, after))
  if (real.length === 0) return 0
  const before = real.map((change) => change.before).filter((row) => row !== undefined)
  const after = real.map((change) => change.after)
  const ended = real.filter(isEnd).map((change) => change.after)
  if (ended.length > 0) await kind.settleEnds?.(tx, ended)
  await kind.save(tx, after)
  await addDifference(tx, { before, after, talliesOf: kind.talliesOf })
  return real.length
}

function isEnd<Row extends Place>({ before, after }: Change<Row>): boolean {
  if (!before || before.goneAt !== null) return false
  return after.goneAt !== null || after.repoId !== before.repoId
}

interface Urgency {
  repoId: number
  number: number
  priority: Priority
}

/** What somebody decided on how urgent an issue is; the caller holds its repository. */
export async function setPriority(tx: Tx, { repoId, number, priority }: Urgency): Promise<void> {
  const before = await issueNumbered(tx, repoId, number)
  const change = before && { before, after: { ...before, triagePriority: priority } }
  await take(tx, change ? [change] : [], { ...issueKind, save: saveIssueTriage })
}

type IssueFindings = Pick<IssueRow, 'triageType' | 'triagePriority' | 'triageSummary' | 'triagedAt'>
type PullFindings = Pick<
  PullRequestRow,
  'triageType' | 'triageSize' | 'triageRisk' | 'triageSummary' | 'triagedAt'
>

/** What was found out about an issue; the caller holds it and its repository. */
export async function noteIssueTriage(
  tx: Tx,
  before: IssueRow,
  found: Partial<IssueFindings>
): Promise<void> {
  await take(tx, [{ before, after: { ...before, ...found } }], { ...issueKind, save: saveIssueTriage })
}

export async function notePullTriage(tx: Tx, before: PullRequestRow, found: PullFindings): Promise<void> {
  await take(tx, [{ before, after: { ...before, ...found } }], { ...pullRequestKind, save: savePullTriage })
}

/** A repository that is gone says nothing of what belongs to another by now. */
function mayTell(repository: { live: boolean }, repoId: number, known: Place | undefined): boolean {
  return repository.live || known === undefined || known.repoId === repoId
}

interface Difference<Row> {
  before: readonly Row[]
  after: readonly Row[]
  talliesOf(row: Row): Tally[]
}

/** Rows mostly stay in their repository; one that went to another repository counts there from now on. */
async function addDifference<Row extends Place>(tx: Tx, { before, after, talliesOf }: Difference<Row>) {
  const repoIds = new Set([...before, ...after].map(({ repoId }) => repoId))
  for (const repoId of [...repoIds].sort((a, b) => a - b)) {
    // What is gone counts for nothing.
    const counted = (rows: readonly Row[]) =>
      rows.filter((row) => row.repoId === repoId && row.goneAt === null).flatMap(talliesOf)
    await addTallies(tx, repoId, differenceOf(counted(before), counted(after)))
  }
}
