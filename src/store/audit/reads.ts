// Reads of the audit trail: pages, ranges, and its end.
import { and, eq, gte, lte, max, min, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { ChainedEntry } from '#domain/audit/entry.js'
import { isObject } from '#domain/json/path.js'
import { type JsonText, textOf } from '#domain/json/text.js'
import { isDataError } from '#errors/store.js'
import { AUDIT_CATEGORIES, type AuditEntry, type AuditQuery, type Framework } from '#schemas/audit/audit.js'
import { CONTROLS } from '#schemas/audit/controls.js'
import type { Json, Page, Paging } from '#schemas/common.js'
import { auditDays } from '#tables/audit/audit-days.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { auditHead } from '#tables/audit/audit-head.js'
import { auditParties } from '#tables/audit/audit-parties.js'
import { type Db, momentOf, rowsOf, utc, valueList } from '../sql/database.js'
import { countOf, type JsonPage, listedRows, pageText } from '../sql/list.js'
import { numberKey, orderOn } from '../sql/order.js'

const t = alias(auditEntries, 't')
const d = alias(auditDays, 'd')
const p = alias(auditParties, 'p')

export interface AuditFilter extends Omit<AuditQuery, 'since' | 'until' | 'page' | 'per_page' | 'limit'> {
  since?: Date
  until?: Date
}

const fieldsWith = (payload: SQL) => sql`${t.seq} as id, ${t.seq}, ${t.category}, ${t.eventType}, ${t.actor},
  ${t.actorType}, ${t.repoFullName}, ${t.prNumber}, ${t.commitSha}, ${payload} as payload, ${t.framework},
  ${t.controlId}, ${t.payloadHash}, ${t.prevHash}, ${t.entryHash}, ${utc(t.occurredAt)} as occurred_at`
const FIELDS = fieldsWith(sql`case json_typeof(${t.payload}::json) when 'object' then ${t.payload}::json
  else json_build_object('unreadable', ${t.payload}) end`)
const RAW_FIELDS = fieldsWith(sql`${t.payload}`)

const ENTRIES = listedRows(auditEntries, auditEntries.seq)
const NEWEST_FIRST = orderOn([numberKey(t.seq)], 'desc')

export async function entriesPage(
  db: Db,
  filter: AuditFilter,
  paging: Paging
): Promise<JsonPage<AuditEntry>> {
  const where = [...kindOf(filter, t), ...evidenceOf(filter), ...partyOf(filter), ...timeOf(filter)]
  const list = { listed: ENTRIES, where, order: NEWEST_FIRST, total: totalOf(filter, where) }
  try {
    return await pageText<AuditEntry>(db, { ...list, fields: FIELDS }, paging)
  } catch (error) {
    // Tampering may make a payload invalid JSON, which must not hide the page that shows it.
    if (!isDataError(error)) throw error
    const { text, meta } = await pageText<RawEntry>(db, { ...list, fields: RAW_FIELDS }, paging)
    return { text: withPayloads(text), meta }
  }
}

type RawEntry = Omit<AuditEntry, 'payload'> & { payload: string }

function withPayloads(text: JsonText<Page<RawEntry>>): JsonText<Page<AuditEntry>> {
  // Cast: the database has just written this page.
  const { data, meta } = JSON.parse(text) as Page<RawEntry>
  return textOf({ data: data.map((entry) => ({ ...entry, payload: payloadIn(entry.payload) })), meta })
}

function payloadIn(text: string): AuditEntry['payload'] {
  try {
    const payload: Json = JSON.parse(text)
    if (isObject(payload)) return payload
  } catch {}
  return { unreadable: text }
}

/** Literals, as in the conditions of the indexes. */
const EVIDENCE: Record<Framework, SQL> = {
  soc2: sql`'soc2' = any(${t.framework})`,
  iso27001: sql`'iso27001' = any(${t.framework})`
}

function evidenceOf({ framework }: AuditFilter): SQL[] {
  return framework === undefined ? [] : [EVIDENCE[framework]]
}

/** The same condition for the sums: the category of an entry determines its frameworks. */
function evidenceByCategory({ framework }: AuditFilter, of: Kinds): SQL[] {
  if (framework === undefined) return []
  const categories = AUDIT_CATEGORIES.filter((one) => CONTROLS[one].frameworks.includes(framework))
  return [sql`${of.category} in (${valueList(categories)})`]
}

/** The columns that entries and their sums by day share. */
interface Kinds {
  category: PgColumn
  eventType: PgColumn
  actorType: PgColumn
}

/** Conditions on these. */
function kindOf({ category, event_type, actor_type }: AuditFilter, of: Kinds): SQL[] {
  return [
    category !== undefined && sql`${of.category} = ${category}`,
    event_type !== undefined && sql`${of.eventType} = ${event_type}`,
    actor_type !== undefined && sql`${of.actorType} = ${actor_type}`
  ].filter((condition) => condition !== false)
}

function partyOf({ actor, repo, pr }: AuditFilter): SQL[] {
  return [
    actor !== undefined && sql`${t.actor} = ${actor}`,
    repo !== undefined && sql`lower(${t.repoFullName}) = lower(${repo})`,
    pr !== undefined && sql`${t.prNumber} = ${pr}`
  ].filter((condition) => condition !== false)
}

/** The days narrow the range, because few entries are recorded long after they happened. */
function timeOf({ since, until }: AuditFilter): SQL[] {
  const from = since && momentOf(since)
  const to = until && momentOf(until)
  return [
    from && sql`${t.occurredAt} >= ${from}`,
    from &&
      sql`${t.seq} >= (select coalesce(min(${auditDays.firstSeq}), 0) from ${auditDays}
        where ${auditDays.latest} >= ${from})`,
    to && sql`${t.occurredAt} <= ${to}`,
    to &&
      sql`${t.seq} <= (select coalesce(max(${auditDays.lastSeq}), 0) from ${auditDays}
        where ${auditDays.earliest} <= ${to})`
  ].filter((condition) => condition !== undefined)
}

/** Read from the sums; rows are counted for an actor or repository with other filters, and on partial days. */
function totalOf(filter: AuditFilter, where: readonly SQL[]): SQL {
  const { actor, repo, since, until } = filter
  const kinds = summedKinds(filter, d)
  const parties = partyOf(filter)
  if (parties.length === 0) return since || until ? daysTotal(filter, kinds) : sumOf(kinds)
  const name = actor ?? repo
  const isOne = parties.length === 1 && kinds.length === 0 && !since && !until && name !== undefined
  if (!isOne) return countOf(ENTRIES, where)
  const whose =
    actor === undefined
      ? sql`'repo' and lower(${p.name}) = lower(${name})`
      : sql`'actor' and ${p.name} = ${name}`
  return sql`select coalesce(sum(${p.entries}), 0) from ${auditParties} p where ${p.kind} = ${whose}`
}

const summedKinds = (filter: AuditFilter, of: Kinds) => [
  ...kindOf(filter, of),
  ...evidenceByCategory(filter, of)
]

const all = (conditions: readonly SQL[]) => sql.join([sql`true`, ...conditions], sql` and `)

function sumOf(kinds: readonly SQL[]): SQL {
  return sql`select coalesce(sum(${d.entries}), 0) from ${auditDays} d where ${all(kinds)}`
}

function daysTotal(filter: AuditFilter, kinds: readonly SQL[]): SQL {
  const since = filter.since ? momentOf(filter.since) : sql`'-infinity'::timestamptz`
  const until = filter.until ? momentOf(filter.until) : sql`'infinity'::timestamptz`
  const rows = sql`select count(*) from ${auditEntries} t where ${t.seq} between ${d.firstSeq} and ${d.lastSeq}
    and ${t.occurredAt} between ${since} and ${until} and ${all(summedKinds(filter, t))}`
  return sql`select coalesce(sum(case when ${d.earliest} >= ${since} and ${d.latest} <= ${until} then ${d.entries}
    else (${rows}) end), 0)
    from (
      select sum(${d.entries}) as entries, min(${d.firstSeq}) as first_seq, max(${d.lastSeq}) as last_seq,
        min(${d.earliest}) as earliest, max(${d.latest}) as latest
      from ${auditDays} d where ${all(kinds)} group by ${d.day}
    ) as d where ${d.latest} >= ${since} and ${d.earliest} <= ${until}`
}

export interface EntryRange {
  after: number
  upTo: number
  most: number
}

/** The next entries of a range of the trail, in order. */
export async function entriesAfter(db: Db, { after, upTo, most }: EntryRange): Promise<ChainedEntry[]> {
  const rows = await rowsOf<Omit<ChainedEntry, 'framework'> & { framework: string }>(
    db,
    sql`select seq::float8 as seq, category, ${auditEntries.eventType}, actor, ${auditEntries.actorType},
        ${auditEntries.repoFullName}, ${auditEntries.prNumber}, ${auditEntries.commitSha},
        payload, array_to_string(framework, ',') as framework, ${auditEntries.controlId}, ${auditEntries.payloadHash},
        ${auditEntries.prevHash}, ${auditEntries.entryHash}, ${utc(auditEntries.occurredAt)} as occurred_at
      from ${auditEntries} where seq > ${after} and seq <= ${upTo} order by ${auditEntries.seq} limit ${most}`
  )
  return rows.map((row) => ({ ...row, framework: row.framework === '' ? [] : row.framework.split(',') }))
}

/** The hash of one entry, if it exists. */
export async function entryHashAt(db: Db, seq: number): Promise<string | undefined> {
  const [row] = await db
    .select({ hash: auditEntries.entryHash })
    .from(auditEntries)
    .where(eq(auditEntries.seq, seq))
  return row?.hash
}

export interface TrailEnd {
  /** The entry that the next one will refer to; 0 if there is none. */
  seq: number
  hash: string | null
  /** The last entry that exists. */
  lastSeq: number
}

export async function trailEnd(db: Db): Promise<TrailEnd> {
  const [row] = await rowsOf<TrailEnd>(
    db,
    sql`select coalesce((select seq from ${auditHead}), 0)::float8 as seq,
      (select ${auditHead.entryHash} from ${auditHead}) as hash,
        coalesce((select max(seq) from ${auditEntries}), 0)::float8 as "lastSeq"`
  )
  if (!row) throw new Error('a row of scalars is one row')
  return row
}

/** The range that contains all entries about a period, by the days under which they were filed. */
export async function seqRangeOf(db: Db, from: Date, to: Date): Promise<{ first: number; last: number }> {
  const [row] = await db
    .select({ first: min(auditDays.firstSeq), last: max(auditDays.lastSeq) })
    .from(auditDays)
    .where(and(gte(auditDays.latest, from), lte(auditDays.earliest, to)))
  return { first: row?.first ?? 1, last: row?.last ?? 0 }
}
