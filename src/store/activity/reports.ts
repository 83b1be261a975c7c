// Reads about the feed: its pages and its summary.
import { type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { HOUR_MS } from '#domain/time/durations.js'
import {
  type Activity,
  type ActivitySource,
  type ActivitySummary,
  SOURCE_META
} from '#schemas/activity/activity.js'
import type { Paging } from '#schemas/common.js'
import { activity } from '#tables/activity/activity.js'
import { activitySums } from '#tables/activity/activity-sums.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, momentOf, precompiled, rowsOf, utc, valueList } from '../sql/database.js'
import { firstWholeHour } from '../sql/hours.js'
import { countOf, type JsonPage, pageText, rowsOfRepositories } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'
import { isNamed } from '../sql/repository-name.js'
import { ALL_REPOSITORIES } from './activity.js'

const t = alias(activity, 't')
const s = alias(activitySums, 's')
const r = alias(repositories, 'r')

const FEED = rowsOfRepositories(activity)
const BY_AGE = newestFirst(t)

export interface ActivityFilter {
  /** The sources that can have matching items. */
  sources: readonly ActivitySource[]
  /** Whether these are not all sources. */
  isNarrow: boolean
  repo?: string
  status?: string
  since?: Date
}

const META = sql.raw(`'${JSON.stringify(SOURCE_META)}'::jsonb`)

const FIELDS =
  precompiled(sql`${t.source}, ${t.sourceId}, ${r.fullName} as repo, ${t.targetNumber}, ${t.targetUrl},
  ${t.actionType}, ${t.status}, ${t.detail}, ${utc(t.createdAt)} as created_at, ${META} -> ${t.source} as meta`)

export function activityPage(db: Db, filter: ActivityFilter, paging: Paging): Promise<JsonPage<Activity>> {
  const { where, alternatives } = conditionsOf(filter)
  return pageText(
    db,
    {
      listed: FEED,
      fields: FIELDS,
      where,
      alternatives,
      order: BY_AGE,
      total: totalOf(filter, where)
    },
    paging
  )
}

/** Partial indexes hold the few items that are not processed webhooks; a query must repeat their condition. */
function conditionsOf({ sources, isNarrow, repo, status, since }: ActivityFilter) {
  const isRare = status !== undefined && status !== 'processed'
  const base = [
    repo !== undefined && sql`${t.repoId} = ${repositoryIdSql(repo)}`,
    repo !== undefined && !sources.includes('webhook') && sql`${t.source} <> 'webhook'`,
    status !== undefined && sql`${t.status} = ${status}`,
    isRare && sql`${t.status} <> 'processed'`,
    since !== undefined && sql`${t.createdAt} >= ${momentOf(since)}`
  ].filter((condition) => condition !== false)
  const ways = sources.map((source) => sql`${t.source} = ${source}`)
  if (ways.length === 0) return { where: [sql`false`], alternatives: [] }
  if (!isNarrow) return { where: base, alternatives: [] }
  if (repo === undefined && !isRare) return { where: base, alternatives: ways }
  return { where: [...base, sql`(${sql.join(ways, sql` or `)})`], alternatives: [] }
}

/** A single value, so that the index is read in its order: of several repositories with one name, the live one. */
function repositoryIdSql(repo: string): SQL {
  return sql`(select ${r.hostId} from ${repositories} r where ${isNamed(r, repo)}
    order by ${r.deletedAt} is not null, ${r.seenAt} desc, ${r.id} desc limit 1)`
}

/** Read from the sums; rows are counted only for a repository since a moment, and in the hour of that moment. */
function totalOf(filter: ActivityFilter, where: SQL[]): SQL {
  const { sources, isNarrow, repo, status, since } = filter
  if (sources.length === 0) return sql`select 0`
  const narrowed = (source: PgColumn) => (isNarrow ? [sql`${source} in (${valueList(sources)})`] : [])
  const rows = [...where, ...narrowed(t.source)]
  if (repo !== undefined && since !== undefined) return countOf(FEED, rows)
  const scope = [
    sql`${s.repoId} = ${repo === undefined ? ALL_REPOSITORIES : repositoryIdSql(repo)}`,
    ...narrowed(s.source),
    ...(status === undefined ? [] : [sql`${s.status} = ${status}`])
  ]
  const summed = (hours: SQL) => sql`select coalesce(sum(${s.amount}), 0) from ${activitySums} s
    where ${sql.join([...scope, hours], sql` and `)}`
  if (since === undefined) return summed(sql`${s.hour} = '-infinity'`)
  const next = firstWholeHour(momentOf(since))
  return sql`select (${summed(sql`${s.hour} >= ${next}`)})
    + (${countOf(FEED, [...rows, sql`${t.createdAt} < ${next}`])})`
}

export interface SummedActivity {
  sums: { source: ActivitySource; status: string; amount: number }[]
  recent: ActivitySummary['recent']
}

/** The sums in total or since a moment, and the recent numbers. */
export async function summedActivity(db: Db, now: Date, since?: Date): Promise<SummedActivity> {
  const lately = (hours: number) => countedSince(new Date(now.getTime() - hours * HOUR_MS))
  const rows = await rowsOf<SummedActivity['sums'][number]>(
    db,
    sql`select source, status, sum(amount)::float8 as amount from (${sumsSince(since)}) as sums group by source,
      status
      union all select '', 'last_24h', (${lately(24)})::float8
      union all select '', 'last_7d', (${lately(24 * 7)})::float8
      union all select '', 'last_30d', (${lately(24 * 30)})::float8`
  )
  const of = (name: keyof SummedActivity['recent']) =>
    rows.find(({ source, status }) => String(source) === '' && status === name)?.amount ?? 0
  return {
    sums: rows.filter(({ source }) => String(source) !== ''),
    recent: { last_24h: of('last_24h'), last_7d: of('last_7d'), last_30d: of('last_30d') }
  }
}

function sumsSince(since: Date | undefined): SQL {
  const summed = sql`select ${s.source}, ${s.status}, ${s.amount} from ${activitySums} s
    where ${s.repoId} = ${ALL_REPOSITORIES}`
  if (since === undefined) return sql`${summed} and ${s.hour} = '-infinity'`
  const next = firstWholeHour(momentOf(since))
  return sql`${summed} and ${s.hour} >= ${next}
    union all select ${activity.source}, ${activity.status}, 1 from ${activity}
      where ${activity.createdAt} >= ${momentOf(since)} and ${activity.createdAt} < ${next}`
}

function countedSince(since: Date): SQL {
  return sql`select coalesce(sum(amount), 0) from (${sumsSince(since)}) as since`
}
