// The rows of the mirror: locked while they are compared with the host, and written in sets.
import { and, arrayContains, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ResourceLocked } from '#errors/locked.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { repositories } from '#tables/mirror/repositories.js'
import type { TalliedTx } from '../counters/tallies.js'
import { tryLockAgainstMerge } from '../deliveries/merging.js'
import { bareColumn, excluded, idsIn, type Tx } from '../sql/database.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export type IssueRow = Omit<typeof issues.$inferSelect, 'id' | 'priorityRank' | 'revision'>
export type PullRequestRow = Omit<typeof pullRequests.$inferSelect, 'id' | 'riskRank'>
export type RunRow = Omit<typeof ciRuns.$inferSelect, 'id'>

export interface LockedRepository {
  live: boolean
  /** When the service first saw it. */
  createdAt: Date
}

/**
 * Locks a repository, so that one writer at a time compares and writes. Rows that refer to it can still be written, or
 * the holder of such a row would deadlock. It waits for other writers, which are short, but not for a merge.
 */
export async function lockRepository(tx: Tx, repoId: number): Promise<LockedRepository | undefined> {
  const [found] = await tx
    .select({ live: sql<boolean>`${repositories.deletedAt} is null`, createdAt: repositories.createdAt })
    .from(repositories)
    .where(and(eq(repositories.hostId, repoId), tryLockAgainstMerge(repositories.hostId)))
    .for('no key update')
  if (!found && (await tx.$count(repositories, eq(repositories.hostId, repoId))) > 0)
    throw new ResourceLocked('The repository')
  return found
}

export async function lockIssues(tx: Tx, hostIds: number[]): Promise<Map<number, IssueRow>> {
  const rows = await tx
    .select()
    .from(issues)
    .where(inArray(issues.hostId, hostIds))
    .orderBy(issues.hostId)
    .for('update')
  return new Map(rows.map((row) => [row.hostId, row]))
}

/** Locks an issue that is not deleted; the caller has locked its repository. */
export async function issueByNumber(tx: Tx, repoId: number, number: number): Promise<IssueRow | undefined> {
  const [row] = await tx
    .select()
    .from(issues)
    .where(and(eq(issues.repoId, repoId), eq(issues.number, number), isNull(issues.goneAt)))
    .for('update')
  return row
}

/** Locks a pull request that is not deleted; the caller has locked its repository. */
export async function pullByNumber(
  tx: Tx,
  repoId: number,
  number: number
): Promise<PullRequestRow | undefined> {
  const [row] = await tx
    .select()
    .from(pullRequests)
    .where(and(eq(pullRequests.repoId, repoId), eq(pullRequests.number, number), isNull(pullRequests.goneAt)))
    .for('update')
  return row
}

export async function saveIssueTriage(tx: TalliedTx, rows: IssueRow[]): Promise<void> {
  for (const { hostId, triageType, triagePriority, triageSummary, triagedAt } of rows)
    await tx
      .update(issues)
      .set({ triageType, triagePriority, triageSummary, triagedAt })
      .where(eq(issues.hostId, hostId))
}

export async function savePullTriage(tx: TalliedTx, rows: PullRequestRow[]): Promise<void> {
  for (const { hostId, triageType, triageSize, triageRisk, triageSummary, triagedAt } of rows)
    await tx
      .update(pullRequests)
      .set({ triageType, triageSize, triageRisk, triageSummary, triagedAt })
      .where(eq(pullRequests.hostId, hostId))
}

export async function lockPullRequests(tx: Tx, hostIds: number[]): Promise<Map<number, PullRequestRow>> {
  const pulls = pullRequests
  const rows = await tx
    .select()
    .from(pulls)
    .where(inArray(pulls.hostId, hostIds))
    .orderBy(pulls.hostId)
    .for('update')
  return new Map(rows.map((row) => [row.hostId, row]))
}

export async function lockRuns(tx: Tx, hostIds: number[]): Promise<Map<number, RunRow>> {
  const runs = ciRuns
  const rows = await tx
    .select()
    .from(runs)
    .where(inArray(runs.hostRunId, hostIds))
    .orderBy(runs.hostRunId)
    .for('update')
  return new Map(rows.map((row) => [row.hostRunId, row]))
}

export async function saveIssues(tx: TalliedTx, rows: IssueRow[]): Promise<void> {
  await tx
    .insert(issues)
    .values(rows)
    .onConflictDoUpdate({
      target: issues.hostId,
      set: excludedOf(issues, ['triage', 'dup', 'revision'])
    })
}

export async function savePullRequests(tx: TalliedTx, rows: PullRequestRow[]): Promise<void> {
  await tx
    .insert(pullRequests)
    .values(rows)
    .onConflictDoUpdate({ target: pullRequests.hostId, set: excludedOf(pullRequests, ['triage']) })
}

export async function saveRuns(tx: TalliedTx, rows: RunRow[]): Promise<void> {
  await tx
    .insert(ciRuns)
    .values(rows)
    .onConflictDoUpdate({ target: ciRuns.hostRunId, set: excludedOf(ciRuns, ['heal']) })
}

/** Any items of a repository with a label, up to a maximum. */
export interface LabelledQuery {
  repoId: number
  label: string
  most: number
}

export async function lockLabelledIssues(
  tx: Tx,
  { repoId, label, most }: LabelledQuery
): Promise<IssueRow[]> {
  return tx
    .select()
    .from(issues)
    .where(and(eq(issues.repoId, repoId), arrayContains(issues.labels, [label])))
    .orderBy(issues.hostId)
    .limit(most)
    .for('update')
}

export async function lockLabelledPulls(
  tx: Tx,
  { repoId, label, most }: LabelledQuery
): Promise<PullRequestRow[]> {
  const pulls = pullRequests
  return tx
    .select()
    .from(pulls)
    .where(and(eq(pulls.repoId, repoId), arrayContains(pulls.labels, [label])))
    .orderBy(pulls.hostId)
    .limit(most)
    .for('update')
}

/** Updates the columns of the host and keeps the service's own, which have these prefixes. */
function excludedOf(table: PgTable, own: readonly string[]): Record<string, SQL> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table))
  const taken = columns.filter(
    ([name, column]) => name !== 'id' && !column.generated && !own.some((prefix) => name.startsWith(prefix))
  )
  return Object.fromEntries(taken.map(([name, column]) => [name, excluded(column)]))
}

/** Shows or hides all rows of these repositories, except rows that are deleted themselves. */
export async function setRowsShown(
  tx: Tx,
  tables: readonly RepositoryTable[],
  { repoIds, shown }: { repoIds: readonly number[]; shown: boolean }
): Promise<void> {
  for (const { table, repoId, live } of tables) {
    if (!live) continue
    const { column, unless } = live
    const isPresent = unless ? sql`and ${unless} is null` : sql``
    await tx.execute(sql`
      update ${table} set ${bareColumn(column)} = ${shown}
      where ${repoId} in ${idsIn(repoIds)} ${isPresent} and ${column} <> ${shown}`)
  }
}

/** Writes the current name of these repositories into the rows that contain it. */
export async function renameRows(
  tx: Tx,
  tables: readonly RepositoryTable[],
  repoIds: readonly number[]
): Promise<void> {
  const { hostId, fullName } = repositories
  for (const { table, repoId, names = [] } of tables.filter(({ namesFollow }) => namesFollow))
    for (const name of names)
      await tx.execute(sql`
        update ${table} set ${bareColumn(name)} = ${fullName} from ${repositories}
        where ${repoId} = ${hostId} and ${hostId} in ${idsIn(repoIds)} and ${name} <> ${fullName}`)
}
