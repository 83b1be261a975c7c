// Reads about decisions: lists, single decisions, counters.

import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure, topic } from '#domain/counters/counter.js'
import type { Sums } from '#domain/counters/tally.js'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import type { JsonObject, Paging } from '#schemas/common.js'
import type { Decision, DecisionQuery } from '#schemas/decisions/decisions.js'
import { decisions } from '#tables/decisions/decisions.js'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { repositories } from '#tables/mirror/repositories.js'
import { waivers } from '#tables/waivers/waivers.js'
import { evidenceTotal } from '../counters/evidence-tallies.js'
import { quoted } from '../counters/quoted-name.js'
import { FLEET } from '../counters/tallies.js'
import { type Db, momentOf, precompiled, rowsOf, utc } from '../sql/database.js'
import { countOf, type JsonPage, pageText, rowsOfRepositories } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'
import { idsNamed } from '../sql/repository-name.js'
import { searchTexts } from '../sql/search.js'
import type { DecisionRow } from './decisions.js'

const t = alias(decisions, 't')
const r = alias(repositories, 'r')
const d = alias(decisions, 'd')
const last = alias(decisions, 'last')
const w = alias(waivers, 'w')

const DECISIONS = rowsOfRepositories(decisions)
const BY_AGE = newestFirst(t)

/** A field that a higher capability shows of a decision `t`. */
export type DecisionField = SQL

const FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}, ${r.fullName} as repo, ${t.source}, ${t.triggerEvent}, ${t.targetType},
  ${t.targetNumber}, ${t.targetBranch}, ${t.pillar}, ${t.decision}, ${t.reason}, ${t.conditions}::json as conditions,
  ${t.configUsed}::json as config_used, ${t.configVersion}, ${t.waiverId}, ${t.commitSha}, ${t.actor}`)
const CREATED_AT = precompiled(sql`${utc(t.createdAt)} as created_at`)

const fieldsWith = (others: readonly DecisionField[]) => sql.join([FIELDS, ...others, CREATED_AT], sql`, `)

export interface DecisionList {
  query: DecisionQuery
  fields: readonly DecisionField[]
  from?: Date
  to?: Date
}

export function decisionsPage(db: Db, list: DecisionList, paging: Paging): Promise<JsonPage<Decision>> {
  const where = filtersOf(list)
  const fields = fieldsWith(list.fields)
  const texts = searchTexts([t.reason, list.query.q])
  return pageText(
    db,
    { listed: DECISIONS, fields, where, order: BY_AGE, total: totalOf(list.query, where), texts },
    paging
  )
}

function filtersOf({ query, from, to }: Omit<DecisionList, 'fields'>): SQL[] {
  const { repo, waiver_id: waiverId } = query
  const equal = [
    [t.source, query.source],
    [t.targetType, query.target_type],
    [t.targetNumber, query.target_number],
    [t.decision, query.decision],
    [t.pillar, query.pillar],
    [t.triggerEvent, query.trigger_event]
  ] as const
  const others = [
    repo !== undefined && sql`${t.repoId} in ${idsNamed(repo)}`,
    from !== undefined && sql`${t.createdAt} >= ${momentOf(from)}`,
    to !== undefined && sql`${t.createdAt} <= ${momentOf(to)}`,
    waiverId !== undefined && ofWaiver(waiverId)
  ]
  return [
    ...equal.flatMap(([column, wanted]) => (wanted === undefined ? [] : [sql`${column} = ${wanted}`])),
    ...others.filter((condition) => condition !== false)
  ]
}

/** Looked for among the decisions about its repository while it was in force: no index has the waivers of decisions. */
function ofWaiver(id: number): SQL {
  const of = (what: SQL) => sql`(select ${what} from ${waivers} w where ${w.id} = ${id})`
  const end = sql`coalesce(${w.revokedAt}, ${w.expiresAt}, 'infinity')`
  return sql`${t.waiverId} = ${id} and ${t.repoId} = ${of(sql`${w.repoId}`)}
    and ${t.createdAt} between ${of(sql`${w.createdAt}`)} and ${of(end)}`
}

const FILTERS_WITHOUT_SUMS = [
  'repo',
  'target_type',
  'target_number',
  'trigger_event',
  'waiver_id',
  'from',
  'to'
] as const

/** Read from the counters for all, for a source, a result or both, and for a pillar; otherwise counted. */
function totalOf(query: DecisionQuery, where: SQL[]): SQL {
  const { source, decision, pillar } = query
  const isFine = FILTERS_WITHOUT_SUMS.some((name) => query[name] !== undefined)
  if (isFine || (pillar !== undefined && (source ?? decision) !== undefined)) return countOf(DECISIONS, where)
  if (pillar !== undefined)
    return evidenceTotal(sql`${evidenceTallies.measure} = ${counter('decisions', 'in', pillar)}`)
  // One pattern is cheaper than a list of sixty parameters, with each of which every row is compared.
  const measures = `${topic('decisions', 'of')}${source ?? '%'}.${decision ?? '%'}`.replaceAll('_', '\\_')
  return evidenceTotal(sql`${evidenceTallies.measure} like ${measures}`)
}

/** A decision with its repository and its actions. */
export interface DecisionRecord {
  row: DecisionRow
  /** The fields of lists. */
  shown: JsonText<Decision>
  /** The recorded inputs of the evaluator. */
  inputs: JsonText<JsonObject | null>
}

export async function findDecision(
  db: Db,
  id: number,
  fields: readonly DecisionField[]
): Promise<DecisionRecord | undefined> {
  const [row] = await db.select().from(decisions).where(eq(decisions.id, id))
  if (!row) return undefined
  const [found] = await rowsOf<{ text: string }>(
    db,
    sql`select row_to_json(shown)::text as text from (
      select ${fieldsWith(fields)} from ${decisions} t join ${repositories} r on ${r.hostId} = ${t.repoId}
        where ${t.id} = ${id}) as shown`
  )
  if (!found) return undefined
  return { row, shown: fromDatabase(found.text), inputs: fromDatabase(row.inputs ?? 'null') }
}

export interface LastDecision {
  source: string
  decision: string
  at: string
}

/** When each kind was last decided, with one index lookup per kind. */
export async function lastDecisions(
  db: Db,
  kinds: readonly (readonly [string, string])[],
  repoId: number | undefined
): Promise<LastDecision[]> {
  if (kinds.length === 0) return []
  const wanted = JSON.stringify(kinds.map(([source, decision]) => ({ source, decision })))
  const within = repoId === undefined ? sql`` : sql`and ${d.repoId} = ${repoId}`
  return rowsOf(
    db,
    sql`select kind.source, kind.decision, ${utc(last.createdAt)} as at
      from json_to_recordset(${wanted}::json) as kind (source text, decision text)
      cross join lateral (
        select ${d.createdAt} from ${decisions} d
        where ${d.source} = kind.source and ${d.decision} = kind.decision ${within}
        order by ${d.createdAt} desc limit 1
      ) as last`
  )
}

export interface DecisionSumsQuery {
  repoId: number | undefined
  since: Date | undefined
}

/** Whole days are read from the counters; decisions of the first, partial day are counted. */
export async function decisionSums(db: Db, { repoId, since }: DecisionSumsQuery): Promise<Sums> {
  const days =
    since === undefined
      ? sql`${evidenceTallies.day} = '-infinity'`
      : sql`${evidenceTallies.day} > (${momentOf(since)} at time zone 'UTC')::date`
  const rows = await rowsOf<{ measure: Measure; amount: number }>(
    db,
    sql`select measure, sum(amount)::float8 as amount from (
        select ${evidenceTallies.measure}, ${evidenceTallies.amount} from ${evidenceTallies}
        where ${evidenceTallies.repoId} = ${repoId ?? FLEET} and ${days}
          and starts_with(${evidenceTallies.measure}, ${quoted(topic('decisions', 'of'))})
        ${since === undefined ? sql`` : sql`union all ${sinceWithinDay(since, repoId)}`}
      ) as counted group by measure`
  )
  return new Map(rows.map(({ measure, amount }) => [measure, amount]))
}

function sinceWithinDay(since: Date, repoId: number | undefined): SQL {
  const moment = momentOf(since)
  const within = repoId === undefined ? sql`` : sql`and ${decisions.repoId} = ${repoId}`
  return sql`select ${quoted(topic('decisions', 'of'))} || ${decisions.source} || '.' || ${decisions.decision}, 1 from ${decisions}
    where ${decisions.createdAt} >= ${moment} and ${decisions.createdAt} < date_trunc('day', ${moment},
      'UTC') + interval '1 day' ${within}`
}
