// Reads about pull requests: lists and statistics.
import { type SQL, sql } from 'drizzle-orm'
import type { Paging } from '../../schemas/common.js'
import type { PullFacts } from '../../schemas/events.js'
import { PULL_REQUEST_STATES } from '../../schemas/mirror.js'
import type { PullRequest, PullRequestQuery } from '../../schemas/pull-requests.js'
import { type Db, rowsOf, settled, type Tx, utc } from './database.js'
import { contains, countOf, pageText, rowsWithin, type WrittenPage, withinScope } from './lists.js'
import { byRank, newestFirst } from './orders.js'
import { totalSum } from './tallies.js'

const FIELDS =
  settled(sql`t.id, t.host_id, t.number, t.title, t.state, t.draft, t.head_branch, t.base_branch, t.head_sha,
  t.labels, t.author, t.additions, t.deletions, t.changed_files, t.triage_type, t.triage_size, t.triage_risk,
  t.triage_summary, ${utc(sql`t.triaged_at`)} as triaged_at, ${utc(sql`t.created_at`)} as created_at,
  ${utc(sql`t.updated_at`)} as updated_at, ${utc(sql`t.closed_at`)} as closed_at,
  ${utc(sql`t.merged_at`)} as merged_at, r.full_name as repo_full_name, r.owner as repo_owner, r.name as repo_name`)

const RANKED = byRank('risk_rank')
const ALL = PULL_REQUEST_STATES.map((state) => `prs.${state}`)

export interface PullRequestList {
  query: PullRequestQuery
  /** Only of this repository, and then the newest first. */
  repoId?: number
}

export function pullRequestsPage(
  db: Db,
  { query, repoId }: PullRequestList,
  paging: Paging
): Promise<WrittenPage<PullRequest>> {
  const within = withinScope(query, ALL, repoId)
  const filters = filtersOf(query)
  const order = repoId === undefined ? RANKED : newestFirst
  const total = totalOf(query, within.sums, [...within.where, ...filters])
  const rows = rowsWithin(within, filters)
  return pageText(db, { table: 'pull_requests', fields: FIELDS, ...rows, order, total }, paging)
}

function filtersOf({ state = 'all', draft, risk, size, search }: PullRequestQuery): SQL[] {
  return [
    state !== 'all' && sql`t.state = ${state}`,
    draft !== undefined && sql`t.draft = ${draft}`,
    risk !== undefined && sql`t.triage_risk = ${risk}`,
    size !== undefined && sql`t.triage_size = ${size}`,
    search !== undefined && contains(sql`t.title`, search)
  ].filter((condition) => condition !== false)
}

/** Read from the sums where they know it: all of them, those of a state, and of either by one word. The rest is counted. */
function totalOf(query: PullRequestQuery, sums: SQL, where: SQL[]): SQL {
  const words = wordsOf(query)
  if (words.length > 1 || query.search !== undefined) return countOf('pull_requests', where)
  const states = query.state === undefined || query.state === 'all' ? PULL_REQUEST_STATES : [query.state]
  const of = (word: string[]) =>
    totalSum(
      sums,
      states.map((state) => ['prs', state, ...word].join('.'))
    )
  return query.draft === false ? sql`(${of([])}) - (${of(words)})` : of(words)
}

/** The filters as the sums call them. */
function wordsOf({ draft, risk, size }: PullRequestQuery): string[] {
  return [
    draft !== undefined && 'draft',
    risk !== undefined && `risk.${risk}`,
    size !== undefined && `size.${size}`
  ].filter((word) => word !== false)
}

/** The head and the base of a pull request, as far as it is known. */
export async function branchesOfPullRequest(db: Db | Tx, repoId: number, number: number): Promise<string[]> {
  const rows = await rowsOf<{ branch: string }>(
    db,
    sql`select unnest(array[head_branch, base_branch]) as branch from pull_requests
      where repo_id = ${repoId} and number = ${number} and live`
  )
  return rows.map(({ branch }) => branch)
}

/** What rules ask of a pull request, as far as it is known. */
export async function pullFactsOf(db: Db, repoId: number, number: number): Promise<PullFacts | undefined> {
  const [facts] = await rowsOf<PullFacts>(
    db,
    sql`select head_branch as "headBranch", base_branch as "baseBranch", head_sha as "headSha", draft, additions,
        deletions, changed_files as "changedFiles"
      from pull_requests where repo_id = ${repoId} and number = ${number} and live`
  )
  return facts
}

const TITLES = 10

/** Of the last pull requests of a repository. */
export async function lastTitles(db: Db, repoId: number): Promise<string[]> {
  const rows = await rowsOf<{ title: string }>(
    db,
    sql`select title from pull_requests where repo_id = ${repoId} and live
      order by created_at desc nulls first, id desc nulls first limit ${sql.raw(String(TITLES))}`
  )
  return rows.map(({ title }) => title)
}
