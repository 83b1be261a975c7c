// Reads about pull requests: the list, and facts for rules.

import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import type { RulePullFacts } from '#domain/host/events.js'
import type { Paging } from '#schemas/common.js'
import { PULL_REQUEST_STATES, type PullRequestState } from '#schemas/host/enums.js'
import type { ItemParams } from '#schemas/mirror/items.js'
import {
  MOST_HEAD_RUNS,
  type PullRequest,
  type PullRequestDetail,
  type PullRequestQuery
} from '#schemas/mirror/pull-requests.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { repositories } from '#tables/mirror/repositories.js'
import { totalSum } from '../counters/tallies.js'
import { type Db, precompiled, rowsOf, type Tx, utc } from '../sql/database.js'
import {
  countOf,
  type JsonPage,
  liveRowsOfRepositories,
  pageText,
  scopeConditions,
  scopedRows
} from '../sql/list.js'
import { byRank, newestFirst } from '../sql/order.js'
import { searchTexts } from '../sql/search.js'
import { RUN_FIELDS } from './ci.js'
import { itemText, type ShownItem } from './item-text.js'

const t = alias(pullRequests, 't')
const r = alias(repositories, 'r')
const run = alias(ciRuns, 't')

const PULLS = liveRowsOfRepositories(pullRequests)

const FIELDS =
  precompiled(sql`${t.id}, ${t.hostId}, ${t.number}, ${t.title}, ${t.state}, ${t.draft}, ${t.headBranch},
  ${t.baseBranch}, ${t.headSha}, ${t.labels}, ${t.author}, ${t.additions}, ${t.deletions}, ${t.changedFiles},
  ${t.triageType}, ${t.triageSize}, ${t.triageRisk}, ${t.triageSummary}, ${utc(t.triagedAt)} as triaged_at,
  ${utc(t.createdAt)} as created_at, ${utc(t.updatedAt)} as updated_at,
  ${utc(t.closedAt)} as closed_at, ${utc(t.mergedAt)} as merged_at, ${r.fullName} as repo_full_name,
    ${r.owner} as repo_owner, ${r.name} as repo_name`)

const BY_AGE = newestFirst(t)
const BY_RISK = byRank(t.riskRank, t)
const ALL = PULL_REQUEST_STATES.map((state) => counter('prs', state))

export interface PullRequestList {
  query: PullRequestQuery
  /** Limits the list to one repository, the newest first. */
  repoId?: number
}

export function pullRequestsPage(
  db: Db,
  { query, repoId }: PullRequestList,
  paging: Paging
): Promise<JsonPage<PullRequest>> {
  const within = scopeConditions(t, query, ALL, repoId)
  const filters = filtersOf(query)
  const order = repoId === undefined ? BY_RISK : BY_AGE
  const total = totalOf(query, within.sums, [...within.where, ...filters])
  const rows = scopedRows(within, filters)
  const texts = searchTexts([t.title, query.search])
  return pageText(db, { listed: PULLS, fields: FIELDS, ...rows, order, total, texts }, paging)
}

/** Within it, `t` is the run. The branch leads to the index; it may have runs of other commits. */
const RUNS_OF_HEAD = precompiled(sql`(select coalesce(json_agg(shown), '[]')
  from (select ${t.repoId} as its_repository, ${t.headBranch} as its_branch, ${t.headSha} as its_head) as pull
  cross join lateral (
    select ${RUN_FIELDS} from ${ciRuns} t join ${repositories} r on ${r.hostId} = ${run.repoId}
    where ${run.branch} = its_branch and ${run.repoId} = its_repository and ${run.headSha} = its_head and ${run.live}
    order by ${run.createdAt} desc, ${run.id} desc limit ${sql.raw(String(MOST_HEAD_RUNS))}
  ) as shown) as runs`)

/** A live pull request; undefined if there is none of this number. */
export function pullRequestShown(
  db: Db,
  item: ItemParams
): Promise<ShownItem<PullRequestDetail> | undefined> {
  return itemText(db, { listed: PULLS, row: t, fields: sql`${FIELDS}, ${RUNS_OF_HEAD}` }, item)
}

function filtersOf({ state = 'all', draft, risk, size }: PullRequestQuery): SQL[] {
  return [
    state !== 'all' && sql`${t.state} = ${state}`,
    draft !== undefined && sql`${t.draft} = ${draft}`,
    risk !== undefined && sql`${t.triageRisk} = ${risk}`,
    size !== undefined && sql`${t.triageSize} = ${size}`
  ].filter((condition) => condition !== false)
}

/** Read from the counters for all or one state, with at most one other filter; otherwise counted. */
function totalOf(query: PullRequestQuery, sums: SQL, where: SQL[]): SQL {
  const words = measuresFor(query)
  if (words.length > 1) return countOf(PULLS, where)
  const states = query.state === undefined || query.state === 'all' ? PULL_REQUEST_STATES : [query.state]
  const of = ([one = stateMeasure]: StateMeasure[]) => totalSum(sums, states.map(one))
  return query.draft === false ? sql`(${of([])}) - (${of(words)})` : of(words)
}

/** A counter of the pull requests of a state. */
type StateMeasure = (state: PullRequestState) => Measure
const stateMeasure: StateMeasure = (state) => counter('prs', state)

/** The counters of the filters. */
function measuresFor({ draft, risk, size }: PullRequestQuery): StateMeasure[] {
  const words: (StateMeasure | false)[] = [
    draft !== undefined && ((state) => counter('prs', state, 'draft')),
    risk !== undefined && ((state) => counter('prs', state, 'risk', risk)),
    size !== undefined && ((state) => counter('prs', state, 'size', size))
  ]
  return words.filter((one) => one !== false)
}

const isPull = (repoId: number, number: number) =>
  and(eq(pullRequests.repoId, repoId), eq(pullRequests.number, number), sql`${pullRequests.live}`)

/** The head and base branches of a known pull request. */
export async function branchesOfPullRequest(db: Db | Tx, repoId: number, number: number): Promise<string[]> {
  const { headBranch, baseBranch } = pullRequests
  const rows = await db.select({ headBranch, baseBranch }).from(pullRequests).where(isPull(repoId, number))
  return rows.flatMap((row) => [row.headBranch, row.baseBranch])
}

/** Undefined if it is not known yet. */
export async function pullStateOf(db: Db | Tx, repoId: number, number: number) {
  const { state } = pullRequests
  const [found] = await db.select({ state }).from(pullRequests).where(isPull(repoId, number))
  return found?.state
}

/** The branches of an open pull request with this head; undefined if it was closed or has another head by now. */
export async function branchesAtHead(
  db: Db | Tx,
  repoId: number,
  { number, headSha: sha }: { number: number; headSha: string }
): Promise<{ headBranch: string; baseBranch: string } | undefined> {
  const { headBranch, baseBranch, headSha, state } = pullRequests
  const [found] = await db
    .select({ headBranch, baseBranch })
    .from(pullRequests)
    .where(and(isPull(repoId, number), eq(state, 'open'), eq(headSha, sha)))
  return found
}

/** The number of the newest open pull request with this head; null if there is none. */
export async function openPullAt(db: Db | Tx, repoId: number, sha: string): Promise<number | null> {
  const { number, headSha, state, live } = pullRequests
  const [found] = await db
    .select({ number })
    .from(pullRequests)
    .where(and(eq(pullRequests.repoId, repoId), eq(state, 'open'), eq(headSha, sha), live))
    .orderBy(desc(number))
    .limit(1)
  return found?.number ?? null
}

/** The facts about a known pull request that rules need. */
export async function pullFactsOf(
  db: Db,
  repoId: number,
  number: number
): Promise<RulePullFacts | undefined> {
  const { headBranch, baseBranch, headSha, draft, additions, deletions, changedFiles } = pullRequests
  const [facts] = await db
    .select({ headBranch, baseBranch, headSha, draft, additions, deletions, changedFiles })
    .from(pullRequests)
    .where(isPull(repoId, number))
  return facts
}

const MAX_TITLES = 10

/** The titles of the latest pull requests of a repository. */
export async function lastPullTitles(db: Db, repoId: number): Promise<string[]> {
  const rows = await rowsOf<{ title: string }>(
    db,
    sql`select ${t.title} from ${pullRequests} t where ${t.repoId} = ${repoId} and ${t.live}
      order by ${t.createdAt} desc, ${t.id} desc limit ${sql.raw(String(MAX_TITLES))}`
  )
  return rows.map(({ title }) => title)
}
