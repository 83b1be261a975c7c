// Reads about issues: lists and statistics.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import { EVER, EVER_BY_NAME, type Sums } from '#domain/counters/tally.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { Paging } from '#schemas/common.js'
import { ISSUE_STATES, type IssueState } from '#schemas/host/enums.js'
import {
  type Issue,
  type IssueDetail,
  type IssueQuery,
  PRIORITIES,
  STALE_DAYS
} from '#schemas/mirror/issues.js'
import type { ItemParams } from '#schemas/mirror/items.js'
import { issues } from '#tables/mirror/issues.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { quoted } from '../counters/quoted-name.js'
import { FLEET, ofFleet, sumsOf, totalSum } from '../counters/tallies.js'
import { type Db, momentOf, precompiled, utc } from '../sql/database.js'
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
import { itemText, type ShownItem } from './item-text.js'

const t = alias(issues, 't')
const r = alias(repositories, 'r')
const i = alias(issues, 'i')
const original = alias(issues, 'original')

const ISSUES = liveRowsOfRepositories(issues)

const FIELDS =
  precompiled(sql`${t.id}, ${t.hostId}, ${t.number}, ${t.title}, ${t.state}, ${t.labels}, ${t.assignees}, ${t.author},
  ${t.triageType}, ${t.triagePriority}, ${t.triageSummary}, ${utc(t.triagedAt)} as triaged_at,
  ${t.duplicateOf}, ${utc(t.dupCheckAt)} as dup_check_at, ${t.dupCheckAt} is not null as embedded,
  ${utc(t.createdAt)} as created_at, ${utc(t.updatedAt)} as updated_at, ${utc(t.closedAt)} as closed_at,
  ${r.fullName} as repo_full_name, ${r.owner} as repo_owner, ${r.name} as repo_name`)

const BY_AGE = newestFirst(t)
const BY_PRIORITY = byRank(t.priorityRank, t)
const ALL = ISSUE_STATES.map((state) => counter('issues', state))

export interface IssueList {
  query: IssueQuery
  /** Limits the list to one repository, the newest first. */
  repoId?: number
  now: Date
}

export function issuesPage(
  db: Db,
  { query, repoId, now }: IssueList,
  paging: Paging
): Promise<JsonPage<Issue>> {
  const within = scopeConditions(t, query, ALL, repoId)
  const filters = filtersOf({ query, now }, repoId)
  const order = repoId === undefined ? BY_PRIORITY : BY_AGE
  const total = isAboutStale(query, repoId)
    ? staleCount(now)
    : totalOf(query, within.sums, [...within.where, ...filters])
  const rows = scopedRows(within, filters)
  const texts = searchTexts([t.title, query.search])
  return pageText(db, { listed: ISSUES, fields: FIELDS, ...rows, order, total, texts }, paging)
}

const DUPLICATE_OF = precompiled(sql`(select ${original.number} from ${issues} original
  where ${original.hostId} = ${t.duplicateOf} and ${original.repoId} = ${t.repoId}) as duplicate_of_number`)

/** A live issue; undefined if there is none of this number. */
export function issueShown(db: Db, item: ItemParams): Promise<ShownItem<IssueDetail> | undefined> {
  return itemText(db, { listed: ISSUES, row: t, fields: sql`${FIELDS}, ${DUPLICATE_OF}` }, item)
}

/** The fleet has partial indexes by state, which need a literal; for one repository the planner would misuse them. */
function filtersOf({ query, now }: Pick<IssueList, 'query' | 'now'>, repoId: number | undefined): SQL[] {
  const { state = 'all', type, priority, unassigned, stale, label = [] } = query
  return [
    state !== 'all' &&
      (repoId === undefined ? sql`${t.state} = ${sql.raw(`'${state}'`)}` : sql`${t.state} = ${state}`),
    type !== undefined &&
      (type === 'untriaged' ? sql`${t.triagedAt} is null` : sql`${t.triageType} = ${type}`),
    priority !== undefined && sql`${t.priorityRank} = ${rankOf(priority)}`,
    unassigned !== undefined && (unassigned ? sql`${t.assignees} = '{}'` : sql`${t.assignees} <> '{}'`),
    stale !== undefined &&
      sql`${stale ? sql`` : sql`not`} (${t.state} = 'open' and ${t.updatedAt} < ${staleBefore(now)})`,
    ...label.map((name) => sql`${t.labels} @> array[${name}]::text[]`)
  ].filter((condition) => condition !== false)
}

const rankOf = (priority: string) => [...PRIORITIES, 'untriaged'].indexOf(priority) + 1

const staleBefore = (now: Date) => momentOf(new Date(now.getTime() - STALE_DAYS * DAY_MS))

const FILTERS_BESIDE_STALE = ['owner', 'repo', 'type', 'priority', 'unassigned', 'label', 'search'] as const

/** Whether the list contains exactly the stale issues, whose number is known. */
function isAboutStale(query: IssueQuery, repoId: number | undefined): boolean {
  const isWhole = repoId === undefined && FILTERS_BESIDE_STALE.every((name) => query[name] === undefined)
  return query.stale === true && query.state !== 'closed' && isWhole
}

/** Read from the counters for all issues or those of a state, with at most one other filter; otherwise counted. */
function totalOf(query: IssueQuery, sums: SQL, where: SQL[]): SQL {
  const words = measuresFor(query)
  if (words.length > 1 || query.stale !== undefined) return countOf(ISSUES, where)
  const states = query.state === undefined || query.state === 'all' ? ISSUE_STATES : [query.state]
  const of = ([one = stateMeasure]: StateMeasure[], day?: string) => totalSum(sums, states.map(one), day)
  if (query.unassigned === false) return sql`(${of([])}) - (${of(words)})`
  return of(words, query.label?.length ? EVER_BY_NAME : EVER)
}

/** A counter of the issues of a state. */
type StateMeasure = (state: IssueState) => Measure
const stateMeasure: StateMeasure = (state) => counter('issues', state)

/** The counters of the filters. */
function measuresFor({ type, priority, unassigned, label = [] }: IssueQuery): StateMeasure[] {
  const ofPriority = priority === 'untriaged' ? 'none' : priority
  const isOfBoth = type !== undefined && type !== 'untriaged' && ofPriority !== undefined
  const judged: (StateMeasure | false)[] = isOfBoth
    ? [(state) => counter('issues', state, 'of', type, ofPriority)]
    : [
        type === 'untriaged' && ((state) => counter('issues', state, type)),
        type !== undefined &&
          type !== 'untriaged' &&
          ((state: IssueState) => counter('issues', state, 'type', type)),
        ofPriority !== undefined && ((state) => counter('issues', state, 'priority', ofPriority))
      ]
  const others: (StateMeasure | false)[] = [
    unassigned !== undefined && ((state) => counter('issues', state, 'unassigned')),
    ...[...new Set(label)].map(
      (name): StateMeasure =>
        (state) =>
          counter('issues', state, 'label', name)
    )
  ]
  return [...judged, ...others].filter((one) => one !== false)
}

/** The fleet's counters, and the number of stale issues. */
export async function issueSums(db: Db, now: Date): Promise<Sums> {
  return sumsOf(db, FLEET, sql`union all select ${quoted(counter('issues', 'stale'))}, ${staleCount(now)}`)
}

/** Open issues without the few that were touched since that day, plus those touched on that day before the moment. */
function staleCount(now: Date): SQL {
  return sql`((${totalSum(ofFleet, [counter('issues', 'open')])})
    - (select coalesce(sum(${tallies.amount}), 0) from ${tallies} where ${tallies.repoId} = ${FLEET}
      and ${tallies.day} >= (${staleBefore(now)} at time zone 'UTC')::date
      and ${tallies.measure} = ${quoted(counter('issues', 'touched'))})
    + ${staleOfLastDay(now)})::int`
}

/** Counts stale issues `i` that were last touched on the day of the limit. */
export function staleOfLastDay(now: Date, within = sql``): SQL {
  const before = staleBefore(now)
  return sql`(select count(*) from ${issues} i where ${i.live} and ${i.state} = 'open' ${within}
    and ${i.updatedAt} >= date_trunc('day', ${before}, 'UTC') and ${i.updatedAt} < ${before})`
}
