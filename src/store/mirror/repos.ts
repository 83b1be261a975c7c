// Reads about repositories: the list, and one repository with its counts.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import type { Paging } from '#schemas/common.js'
import {
  PASS_RATE_DAYS,
  RECENT_RUNS,
  type Repo,
  type RepoDetail,
  type RepoQuery,
  type RepoSort
} from '#schemas/mirror/repos.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { installations } from '#tables/mirror/installations.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { quoted } from '../counters/quoted-name.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { type Db, precompiled, rowsOf, utc } from '../sql/database.js'
import { countOf, type JsonPage, listedRows, pageText } from '../sql/list.js'
import { momentKey, numberKey, type OrderKey, orderOn } from '../sql/order.js'
import { nameKey } from '../sql/repository-name.js'
import { searchTexts } from '../sql/search.js'
import { isSuspended } from './repositories.js'

const t = alias(repositories, 't')
const i = alias(installations, 'i')
const run = alias(ciRuns, 'run')

/** Repositories that are not deleted. */
export const REPOSITORIES = listedRows(repositories, repositories.id, sql`${t.deletedAt} is null`)

/** The fields that all lists of repositories share. */
export const REPO_IDENTITY = sql`${t.fullName}, ${t.owner}, ${t.name}, ${t.language}, ${t.stars}, ${t.openIssues},
  ${t.openPrs}, ${utc(t.lastSyncedAt)} as last_synced_at`

const REPO_DETAILS = sql`${t.id}::float8 as id, ${t.hostId}::float8 as host_id,
  ${t.installationId}::float8 as installation_id, ${REPO_IDENTITY}, ${t.private},
  coalesce(${t.defaultBranch}, 'main') as default_branch, ${t.archived}, ${isSuspended(t)} as suspended,
  ${utc(t.hostCreatedAt)} as created_at, ${utc(t.createdAt)} as first_seen_at,
  ${utc(t.seenAt)} as updated_at`

/** To four decimals; null without runs. */
const passRate = (success: SQL, failure: SQL) =>
  sql`round((${success})::numeric / nullif(${success} + ${failure}, 0), 4)::float8`

const withConclusion = (conclusion: 'success' | 'failure') =>
  sql`count(*) filter (where ${run.conclusion} = ${sql.raw(`'${conclusion}'`)})`

/**
 * Reads only the latest finished runs. The limit is a literal: for a parameter the planner expects many rows and sorts
 * all runs of the repository.
 */
const RECENT = precompiled(sql`cross join lateral (
  select ${passRate(withConclusion('success'), withConclusion('failure'))} as ci_pass_rate,
    (array_agg(${run.conclusion} order by ${run.createdAt} desc, ${run.id} desc))[1] as last_ci_conclusion,
    count(*) filter (where ${run.healStatus} = 'healed') as healed_runs,
    count(*) filter (where ${run.healStatus} = 'failed') as failed_heal_runs
  from (
    select ${run.id}, ${run.createdAt}, ${run.conclusion}, ${run.healStatus} from ${ciRuns} run
    where ${run.repoId} = ${t.hostId} and ${run.live} and ${run.conclusion} is not null
    order by ${run.createdAt} desc, ${run.id} desc limit ${sql.raw(String(RECENT_RUNS))}
  ) as run
) as recent`)

const id = numberKey(t.id)
/** The id keeps the order unique while two repositories share a name. */
export const byRepoName: readonly OrderKey[] = [{ value: nameKey(t), kind: 'text' }, id]

/** Each has an index except `updated_at`, whose index every event would update. */
const ORDERS = {
  full_name: byRepoName,
  stars: [numberKey(t.stars), id],
  open_issues: [numberKey(t.openIssues), id],
  open_prs: [numberKey(t.openPrs), id],
  last_synced_at: [{ value: sql`coalesce(${t.lastSyncedAt}, 'epoch'::timestamptz)`, kind: 'moment' }, id],
  updated_at: [momentKey(t.seenAt), id]
} satisfies Record<RepoSort, readonly OrderKey[]>

export const repoOrder = (sort: RepoSort, order: 'asc' | 'desc') => orderOn(ORDERS[sort], order)

export function reposPage(db: Db, query: RepoQuery, paging: Paging): Promise<JsonPage<Repo>> {
  const { installation_id, sort = 'full_name', order = 'asc' } = query
  const installed = installation_id === undefined ? [] : [sql`${t.installationId} = ${installation_id}`]
  const where = [...repoConditions(query), ...installed]
  return pageText(
    db,
    {
      listed: REPOSITORIES,
      fields: sql`${REPO_DETAILS}, recent.*`,
      lookups: RECENT,
      where,
      order: repoOrder(sort, order),
      total: reposTotal(where),
      texts: repoTexts(query)
    },
    paging
  )
}

/** Filters that all lists of repositories share. */
export function repoConditions({ owner, language }: Pick<RepoQuery, 'owner' | 'language'>): SQL[] {
  return [
    owner !== undefined && sql`lower(${t.owner}) = lower(${owner})`,
    language !== undefined && sql`${t.language} = ${language}`
  ].filter((condition) => condition !== false)
}

/** What the names of repositories are searched for. */
export const repoTexts = ({ search }: Pick<RepoQuery, 'search'>) => searchTexts([t.fullName, search])

/** Read from the counters without filters. */
export function reposTotal(where: readonly SQL[]): SQL {
  return where.length === 0 ? totalSum(ofFleet, ['repos']) : countOf(REPOSITORIES, where)
}

/** Of an existing repository. */
export async function repoDetail(db: Db, repoId: number, today: string): Promise<Omit<RepoDetail, 'sync'>> {
  const own = sql`${tallies.repoId} = ${repoId}`
  const [success, failure] = [counter('ci', 'conclusion', 'success'), counter('ci', 'conclusion', 'failure')]
  const ofDays = (measure: Measure) =>
    sql`coalesce(sum(${tallies.amount}) filter (where ${tallies.measure} = ${measure}), 0)`
  const [found] = await rowsOf<Omit<RepoDetail, 'sync'>>(
    db,
    sql`select ${REPO_DETAILS}, coalesce(${i.accountLogin}, ${t.owner}) as org,
        ${t.openIssues} as open_issue_count, (${totalSum(own, [counter('issues', 'closed')])})::int as closed_issue_count,
        ${t.openPrs} as open_pr_count, (${totalSum(own, [counter('prs', 'merged')])})::int as merged_pr_count,
        (select ${passRate(ofDays(success), ofDays(failure))} from ${tallies}
          where ${own} and ${tallies.measure} in (${quoted(success)}, ${quoted(failure)})
            and ${tallies.day} between ${today}::date - ${PASS_RATE_DAYS - 1}::int and ${today}::date
        ) as ci_pass_rate
      from ${repositories} t left join ${installations} i on ${i.hostId} = ${t.installationId}
      where ${t.hostId} = ${repoId}`
  )
  if (!found) throw new Error('the row of a repository stays')
  return found
}
