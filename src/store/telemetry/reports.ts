// Pages of pipeline events.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import { utcDay } from '#domain/time/day.js'
import type { Paging } from '#schemas/common.js'
import type { PipelineEvent, PipelineEventQuery } from '#schemas/telemetry/events.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { pipelineEvents } from '#tables/telemetry/pipeline-events.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, momentOf, precompiled, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { momentKey, numberKey, orderOn } from '../sql/order.js'

const t = alias(pipelineEvents, 't')
const r = alias(repositories, 'r')

const EVENTS = liveRowsOfRepositories(pipelineEvents)
const BY_AGE = orderOn([momentKey(t.occurredAt), numberKey(t.id)], 'desc')

const FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}, ${r.fullName} as repo_full_name, ${t.eventType}, ${t.actor},
  ${t.ref}, ${t.prNumber}, ${t.durationMs}, ${t.success}, ${t.metadata}, ${utcColumns(t.occurredAt)}`)

export interface EventFilter extends Pick<PipelineEventQuery, 'event_type' | 'pr_number'> {
  /** Excluded itself. */
  since?: Date
  /** Included. */
  until?: Date
}

export function pipelineEventsPage(
  db: Db,
  { filter, repo }: { filter: EventFilter; repo: string | undefined },
  paging: Paging
): Promise<JsonPage<PipelineEvent>> {
  return withinRepository(db, repo, (repoId) => {
    const within = conditionsOf(filter, repoId)
    const where = [...within, ...betweenMoments(filter)]
    const total = totalOf(filter, repoId, within)
    return pageText(db, { listed: EVENTS, fields: FIELDS, where, order: BY_AGE, total }, paging)
  })
}

function conditionsOf(
  { event_type: eventType, pr_number: prNumber }: EventFilter,
  repoId: SQL | undefined
): SQL[] {
  return [
    repoId !== undefined && sql`${t.repoId} = ${repoId}`,
    eventType !== undefined && sql`${t.eventType} = ${eventType}`,
    prNumber !== undefined && sql`${t.prNumber} = ${prNumber}`
  ].filter((condition) => condition !== false)
}

function betweenMoments({ since, until }: EventFilter): SQL[] {
  return [
    since !== undefined && sql`${t.occurredAt} > ${momentOf(since)}`,
    until !== undefined && sql`${t.occurredAt} <= ${momentOf(until)}`
  ].filter((condition) => condition !== false)
}

/** A pull request has few events, which are counted; all other totals come from counters. */
function totalOf(filter: EventFilter, repoId: SQL | undefined, within: readonly SQL[]): SQL {
  const { event_type: eventType, pr_number: prNumber, since, until } = filter
  if (prNumber !== undefined) return countOf(EVENTS, [...within, ...betweenMoments(filter)])
  const scope = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
  const measure =
    eventType === undefined ? counter('telemetry', 'events') : counter('telemetry', 'type', eventType)
  return since === undefined && until === undefined
    ? totalSum(scope, [measure])
    : totalBetween({ scope, measure, within }, filter)
}

interface CountedScope {
  scope: SQL
  measure: Parameters<typeof totalSum>[1][number]
  within: readonly SQL[]
}

/** The sums of the whole days, and the rows of the days on which the time begins and ends. */
function totalBetween({ scope, measure, within }: CountedScope, filter: EventFilter): SQL {
  const { since, until } = filter
  if (since && until && utcDay(since) === utcDay(until))
    return countOf(EVENTS, [...within, ...betweenMoments(filter)])
  const edges = [...(since ? [edgeAfter(since)] : []), ...(until ? [edgeUpTo(until)] : [])]
  const days = [
    sql`${tallies.day} > '-infinity' and ${tallies.day} < 'infinity'`,
    ...edges.map((edge) => edge.days)
  ]
  const whole = sql`select coalesce(sum(${tallies.amount}), 0) from ${tallies}
    where ${scope} and ${tallies.measure} = ${measure} and ${sql.join(days, sql` and `)}`
  const parts = [whole, ...edges.map(({ rows }) => countOf(EVENTS, [...within, ...rows]))]
  return sql`select ${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` + `
  )}`
}

interface Edge {
  /** The days between the edges. */
  days: SQL
  /** The rows of its day. */
  rows: SQL[]
}

function edgeAfter(since: Date): Edge {
  const day = utcDay(since)
  const end = sql`(${beginningOf(day)} + interval '24 hours')`
  return {
    days: sql`${tallies.day} > ${day}::date`,
    rows: [sql`${t.occurredAt} > ${momentOf(since)}`, sql`${t.occurredAt} < ${end}`]
  }
}

function edgeUpTo(until: Date): Edge {
  const day = utcDay(until)
  return {
    days: sql`${tallies.day} < ${day}::date`,
    rows: [sql`${t.occurredAt} >= ${beginningOf(day)}`, sql`${t.occurredAt} <= ${momentOf(until)}`]
  }
}

const beginningOf = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`
