// The statements of a merge, which moves all rows of one repository to another.
import { inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { repositories } from '#tables/mirror/repositories.js'
import type { TalliedTx } from '../counters/tallies.js'
import { VISIBILITY_COLUMNS, type Visibility } from '../mirror/repositories.js'
import { issueTable, pullRequestTable } from '../mirror/repository-tables.js'
import { bareColumn, rowsOf, type Tx } from '../sql/database.js'
import { clashes, type RepositoryPair, type RepositoryTable } from '../sql/repository-table.js'

const r = alias(repositories, 'r')

const MERGE_LOCK = 7_310_420_002

/** Allows one merge at a time across all processes; false while another is running. */
export async function claimMerge(tx: Tx): Promise<boolean> {
  const [claim] = await rowsOf<{ isOurs: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${MERGE_LOCK}) as "isOurs"`
  )
  return claim?.isOurs === true
}

/** Locks both repositories in the order that all transactions use. */
export async function lockPair(tx: Tx, { orphan, successor }: RepositoryPair): Promise<Visibility[]> {
  return tx
    .select(VISIBILITY_COLUMNS)
    .from(repositories)
    .where(inArray(repositories.hostId, [orphan, successor]))
    .orderBy(repositories.hostId)
    .for('no key update')
}

/** Locks the rows of the orphan, which waits for work on them to finish. */
export async function lockOrphanRows(
  tx: Tx,
  { table, repoId, heldFirstBy }: RepositoryTable,
  pair: RepositoryPair
): Promise<void> {
  if (!heldFirstBy) return
  await tx.execute(sql`
    select count(*) from (
      select from ${table} where ${bareColumn(repoId)} = ${pair.orphan}
        order by ${bareColumn(heldFirstBy)} collate "C" for update
    ) as held`)
}

export async function countClashes(tx: Tx, held: RepositoryTable, pair: RepositoryPair): Promise<number> {
  const { table } = held
  const [found] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::float8 as count from ${table} o where exists (
      select from ${table} l where ${clashes(held, pair)})`
  )
  return found?.count ?? 0
}

/** Redirects references from deleted rows to those that stay, but never to the row itself. */
export async function repointReferences(
  tx: TalliedTx,
  { clashing, references }: { clashing: RepositoryTable; references: readonly Reference[] },
  pair: RepositoryPair
): Promise<void> {
  const { table } = clashing
  for (const { column, to } of references.filter((one) => one.to.table === table)) {
    const kept = sql`l.${bareColumn(to)}`
    const target = column.table === table ? sql`nullif(${kept}, c.${bareColumn(to)})` : kept
    await tx.execute(sql`
      update ${column.table} c set ${bareColumn(column)} = ${target} from ${table} o, ${table} l
      where ${clashes(clashing, pair)} and c.${bareColumn(column)} = o.${bareColumn(to)}`)
  }
}

type Reference = NonNullable<RepositoryTable['references']>[number]

export async function dropClashes(
  tx: TalliedTx,
  clashing: RepositoryTable,
  pair: RepositoryPair
): Promise<void> {
  const { table } = clashing
  await tx.execute(sql`delete from ${table} o using ${table} l where ${clashes(clashing, pair)}`)
}

/** Moves all rows of the orphan; returns how many there were, and how many contained its name. */
export async function moveRows(
  tx: Tx,
  { table, repoId, movedFrom, names = [] }: RepositoryTable,
  { orphan, successor }: RepositoryPair
): Promise<{ moved: number; renamed: number }> {
  const renamed = names.map(
    (name) => sql`, ${bareColumn(name)} = case when o.${bareColumn(name)} is not null then ${r.fullName} end`
  )
  const from = movedFrom
    ? sql`, ${bareColumn(movedFrom)} = coalesce(o.${bareColumn(movedFrom)}, o.${bareColumn(repoId)})`
    : sql``
  const [counts] = await rowsOf<{ moved: number; renamed: number }>(
    tx,
    sql`with moved as (
        update ${table} o set ${bareColumn(repoId)} = ${r.hostId} ${sql.join(renamed)} ${from}
        from ${repositories} r where ${r.hostId} = ${successor} and o.${bareColumn(repoId)} = ${orphan}
        returning ${anyOf(names)} as named
      )
      select count(*)::float8 as moved, (count(*) filter (where named))::float8 as renamed from moved`
  )
  if (!counts) throw new Error('an aggregate gives one row')
  return counts
}

/** Whether a row `o` contains the name of its repository. */
function anyOf(names: NonNullable<RepositoryTable['names']>): SQL {
  const conditions = names.map((name) => sql`o.${bareColumn(name)} is not null`)
  return conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `)
}

/** Marks clashing issues of the orphan as deleted. Their rows stay, so that a late event does not restore them. */
export function endClashingIssues(tx: TalliedTx, pair: RepositoryPair, end: { at: Date; most: number }) {
  const { state, triageType, triagePriority, triagedAt, labels, assignees, dupCheckAt } = issues
  const { createdAt, updatedAt, closedAt } = issues
  return tx
    .update(issues)
    .set({ goneAt: end.at, live: false })
    .where(clashing(issueTable, pair, end.most))
    .returning({
      state,
      triageType,
      triagePriority,
      triagedAt,
      labels,
      assignees,
      dupCheckAt,
      createdAt,
      updatedAt,
      closedAt
    })
}

export function endClashingPullRequests(
  tx: TalliedTx,
  pair: RepositoryPair,
  end: { at: Date; most: number }
) {
  const { state, draft, triageSize, triageRisk, createdAt, closedAt, mergedAt } = pullRequests
  return tx
    .update(pullRequests)
    .set({ goneAt: end.at, live: false })
    .where(clashing(pullRequestTable, pair, end.most))
    .returning({ state, draft, triageSize, triageRisk, createdAt, closedAt, mergedAt })
}

function clashing(of: RepositoryTable, pair: RepositoryPair, most: number): SQL {
  const { table } = of
  return sql`${table}.id in (
    select o.id from ${table} o where exists (select from ${table} l where ${clashes(of, pair)}) limit ${most})`
}
