// Pairs of issues that may be duplicates.
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { SIMILARITY_PARTS } from '#schemas/duplicates/duplicates.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { issues } from '#tables/mirror/issues.js'
import type { TalliedTx } from '../counters/tallies.js'
import { issueTable } from '../mirror/repository-tables.js'
import { bareColumns, type Db, idsIn, rowsOf, type Tx } from '../sql/database.js'
import { clashes, type RepositoryPair } from '../sql/repository-table.js'

const s = alias(duplicateSignals, 's')
const o = alias(issues, 'o')
const l = alias(issues, 'l')
const column = bareColumns(issues)

export type SignalRow = typeof duplicateSignals.$inferSelect
export type NewSignal = Omit<SignalRow, 'id'>

const signals = duplicateSignals

const among = (column: typeof signals.sourceIssueId | typeof signals.targetIssueId, ids: readonly number[]) =>
  sql`${column} in ${idsIn(ids)}`

/** Locks the current signals in which these issues are the newer ones. */
export async function lockSignalsOf(tx: Tx, sourceIds: readonly number[]): Promise<SignalRow[]> {
  return tx
    .select()
    .from(signals)
    .where(and(among(signals.sourceIssueId, sourceIds), isNull(signals.goneAt)))
    .orderBy(asc(signals.id))
    .for('update')
}

/** All signals about these issues, ended ones last. */
export async function signalsAbout(db: Db | Tx, issueIds: readonly number[]): Promise<SignalRow[]> {
  return db
    .select()
    .from(signals)
    .where(or(among(signals.sourceIssueId, issueIds), among(signals.targetIssueId, issueIds)))
    .orderBy(sql`${signals.goneAt} is not null`, desc(signals.id))
}

export async function insertSignals(tx: TalliedTx, rows: readonly NewSignal[]): Promise<SignalRow[]> {
  return rows.length === 0
    ? []
    : tx
        .insert(signals)
        .values([...rows])
        .returning()
}

export async function saveSignal(tx: TalliedTx, { id, ...row }: SignalRow): Promise<void> {
  await tx.update(signals).set(row).where(eq(signals.id, id))
}

/** Ends signals and returns their last state. */
export async function endSignals(tx: TalliedTx, ids: readonly number[], at: Date): Promise<SignalRow[]> {
  if (ids.length === 0) return []
  return tx
    .update(signals)
    .set({ goneAt: at, live: false, updatedAt: at })
    .where(and(inArray(signals.id, [...ids]), isNull(signals.goneAt)))
    .returning()
}

export async function linkDecision(tx: Tx, ids: readonly number[], decisionId: number): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(signals)
      .set({ decisionId })
      .where(inArray(signals.id, [...ids]))
}

export async function signalById(db: Db | Tx, id: number): Promise<SignalRow | undefined> {
  const [found] = await db.select().from(signals).where(eq(signals.id, id))
  return found
}

export interface SignalAnswer {
  similarity: number
  confirmed: boolean
}

/** The latest answers of people. */
export async function signalAnswers(db: Db | Tx, repoId: number, most: number): Promise<SignalAnswer[]> {
  const rows = await db
    .select({ similarity: signals.similarity, status: signals.status })
    .from(signals)
    .where(and(eq(signals.repoId, repoId), eq(signals.byPerson, true)))
    .orderBy(desc(signals.resolvedAt))
    .limit(most)
  return rows.map(({ similarity, status }) => ({
    similarity: similarity / SIMILARITY_PARTS,
    confirmed: status === 'confirmed'
  }))
}

export interface ClusterMember {
  id: number
  number: number
  createdAt: Date
  state: 'open' | 'closed'
  duplicateOf: number | null
}

export interface ConfirmedPair {
  source: number
  target: number
}

/** The confirmed pairs that are connected with an issue, up to a maximum. */
export async function confirmedPairsAround(tx: Tx, issueId: number, most: number): Promise<ConfirmedPair[]> {
  return rowsOf(
    tx,
    sql`with recursive reached (id) as (
        select ${issueId}::bigint
        union
        select case ${s.sourceIssueId} when reached.id then ${s.targetIssueId} else ${s.sourceIssueId} end
        from reached join ${duplicateSignals} s
          on ${s.sourceIssueId} = reached.id or ${s.targetIssueId} = reached.id
        where ${s.status} = 'confirmed' and ${s.goneAt} is null
      )
      select ${duplicateSignals.sourceIssueId}::float8 as source, ${duplicateSignals.targetIssueId}::float8 as target
        from ${duplicateSignals}
      where ${duplicateSignals.sourceIssueId} in (select id from reached) and ${duplicateSignals.status} = 'confirmed'
        and ${duplicateSignals.goneAt} is null
      order by ${duplicateSignals.id} limit ${most}`
  )
}

export async function clusterMembers(tx: Tx, issueIds: readonly number[]): Promise<ClusterMember[]> {
  const { hostId: id, number, createdAt, state, duplicateOf } = issues
  return tx
    .select({ id, number, createdAt, state, duplicateOf })
    .from(issues)
    .where(sql`${issues.hostId} in ${idsIn(issueIds)}`)
    .orderBy(asc(issues.hostId))
    .for('update')
}

export async function saveDuplicatesOf(
  tx: Tx,
  members: readonly Pick<ClusterMember, 'id' | 'duplicateOf'>[]
): Promise<void> {
  if (members.length === 0) return
  await tx.execute(sql`
    update ${issues} set ${column.duplicateOf} = member."duplicateOf"
    from json_to_recordset(${JSON.stringify(members)}::json) as member (id bigint, "duplicateOf" bigint)
    where ${issues.hostId} = member.id`)
}

/** Clashing issues of two repositories that have signals, and their counterparts. */
export async function clashingSources(tx: Tx, pair: RepositoryPair): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`with c as (${clashing(pair)}), touched as (
        select ${s.sourceIssueId} as id from ${duplicateSignals} s join c
        on ${s.sourceIssueId} in (c.lost, c.kept) or ${s.targetIssueId} in (c.lost, c.kept)
        where ${s.goneAt} is null
      )
      select id::float8 as id from touched
      union select c.kept::float8 from touched join c on c.lost = touched.id order by 1`
  )
  return rows.map(({ id }) => id)
}

/** Signals of the orphan whose pair also exists in the live repository, after the replacement of its issues. */
export async function clashingSignals(tx: Tx, pair: RepositoryPair): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`with c as (${clashing(pair)}), moved as (
        select ${s.id}, coalesce(a.kept, ${s.sourceIssueId}) as one, coalesce(b.kept, ${s.targetIssueId}) as other
        from ${duplicateSignals} s left join c a on a.lost = ${s.sourceIssueId}
          left join c b on b.lost = ${s.targetIssueId}
        where ${s.repoId} = ${pair.orphan} and ${s.goneAt} is null
      )
      select moved.id::float8 as id from moved join ${duplicateSignals} s on ${s.goneAt} is null and ${s.id} <> moved.id
        and ${s.repoId} = ${pair.successor}
        and least(${s.sourceIssueId}, ${s.targetIssueId}) = least(moved.one, moved.other)
        and greatest(${s.sourceIssueId}, ${s.targetIssueId}) = greatest(moved.one, moved.other)
      order by 1`
  )
  return rows.map(({ id }) => id)
}

function clashing(pair: RepositoryPair): SQL {
  return sql`select ${o.hostId} as lost, ${l.hostId} as kept from ${issues} o, ${issues} l
    where ${clashes(issueTable, pair)}`
}
