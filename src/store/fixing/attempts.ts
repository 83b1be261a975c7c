// The rows of attempts to fix issues. Statuses change by compare-and-set.
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DAY_MS } from '#domain/time/durations.js'
import type { FixError } from '#schemas/fixing/enums.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { fixAttempts } from '#tables/fixing/fix-attempts.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { type Db, momentOf, rowsOf, type Tx, valueList } from '../sql/database.js'
import type { RepositoryPair } from '../sql/repository-table.js'

const f = alias(fixAttempts, 'f')
const o = alias(fixAttempts, 'o')
const l = alias(fixAttempts, 'l')

export type FixRow = typeof fixAttempts.$inferSelect
export type NewFixRow = typeof fixAttempts.$inferInsert

const fixes = fixAttempts

export async function findFix(db: Db | Tx, id: number): Promise<FixRow | undefined> {
  const [found] = await db.select().from(fixes).where(eq(fixes.id, id))
  return found
}

/** Locks the row; the caller has locked its repository. */
export async function lockFix(tx: Tx, id: number): Promise<FixRow | undefined> {
  const [found] = await tx.select().from(fixes).where(eq(fixes.id, id)).for('no key update')
  return found
}

/** The attempt in progress at an issue. */
export async function openFixOf(tx: Tx, repoId: number, issueNumber: number): Promise<FixRow | undefined> {
  const [found] = await tx
    .select()
    .from(fixes)
    .where(and(eq(fixes.repoId, repoId), eq(fixes.issueNumber, issueNumber), isNull(fixes.finishedAt)))
  return found
}

/** The number of attempts at an issue so far. */
export async function countFixes(tx: Tx, repoId: number, issueNumber: number): Promise<number> {
  const [last] = await tx
    .select({ attempt: fixes.attempt })
    .from(fixes)
    .where(and(eq(fixes.repoId, repoId), eq(fixes.issueNumber, issueNumber)))
    .orderBy(desc(fixes.attempt))
    .limit(1)
  return last?.attempt ?? 0
}

export async function insertFix(tx: Tx, row: NewFixRow): Promise<FixRow> {
  const [inserted] = await tx.insert(fixes).values(row).returning()
  if (!inserted) throw new Error('an insert without conflicts gives its row')
  return inserted
}

/** Undefined, and nothing is written, if the attempt has another status by now. */
export async function saveFix(
  tx: Tx,
  { id, status }: Pick<FixRow, 'id' | 'status'>,
  set: Partial<NewFixRow>
): Promise<FixRow | undefined> {
  const [saved] = await tx
    .update(fixes)
    .set(set)
    .where(and(eq(fixes.id, id), eq(fixes.status, status)))
    .returning()
  return saved
}

/** Records why an undecided attempt failed last, and releases it if another job continues. */
export async function recordFixFault(
  tx: Tx,
  id: number,
  set: { reason: string; heldBy?: null }
): Promise<void> {
  await tx
    .update(fixes)
    .set(set)
    .where(and(eq(fixes.id, id), isNull(fixes.finishedAt), isNull(fixes.decisionId)))
}

export interface FixFacts {
  /** Open proposals for the issue, and closed ones of the last 24 hours. */
  ofIssue: number
  /** Attempts of the last 24 hours that wait or passed the guards, without technical failures. */
  ofRepository: number
}

/** These say nothing about the issue. The daily limit of tokens bounds their cost. */
const TECHNICAL_FAILURES = [
  'model_failed',
  'model_budget',
  'not_submitted',
  'lost'
] as const satisfies readonly FixError[]

/** The facts about other attempts that the guards need. Dry runs propose nothing but cost the same. */
export async function fixFacts(
  tx: Tx,
  { id, repoId, issueNumber }: Pick<FixRow, 'repoId' | 'issueNumber'> & { id: number | null },
  now: Date
): Promise<FixFacts> {
  const since = momentOf(new Date(now.getTime() - DAY_MS))
  const other = sql`${f.repoId} = ${repoId} and ${f.id} is distinct from ${id}::bigint`
  const [facts] = await rowsOf<FixFacts>(
    tx,
    sql`select
        (select count(*)::int from ${fixAttempts} f
          where ${other} and ${f.issueNumber} = ${issueNumber} and not ${f.dryRun}
          and (${f.status} = 'submitted' or (${f.status} in ('merged', 'closed')
            and ${f.createdAt} > ${since}))) as "ofIssue",
        (select count(*)::int from ${fixAttempts} f where ${other} and ${f.createdAt} > ${since}
          and (${f.status} = 'pending' or (${f.startedAt} is not null
            and (${f.error} is null or ${f.error} not in (${valueList(TECHNICAL_FAILURES)}))))) as "ofRepository"`
  )
  if (!facts) throw new Error('a select without a table is one row')
  return facts
}

/** Whether a model works on another attempt of the repository. */
export async function isRepositoryBusy(
  tx: Tx,
  { id, repoId }: Pick<FixRow, 'id' | 'repoId'>
): Promise<boolean> {
  const found = await tx
    .select({ id: fixAttempts.id })
    .from(fixAttempts)
    .where(
      and(
        ...[eq(fixAttempts.repoId, repoId), ne(fixAttempts.id, id), isNull(fixAttempts.finishedAt)],
        ...[inArray(fixAttempts.status, ['analyzing', 'generating']), isNull(fixAttempts.decisionId)]
      )
    )
    .limit(1)
  return found.length > 0
}

/** The longest waiting attempt of a repository. */
export async function nextFix(tx: Tx, repoId: number): Promise<number | undefined> {
  const [found] = await tx
    .select({ id: fixes.id })
    .from(fixes)
    .where(and(eq(fixes.repoId, repoId), eq(fixes.status, 'pending'), isNull(fixes.decisionId)))
    .orderBy(asc(fixes.id))
    .limit(1)
  return found?.id
}

/** Locks the attempts with these pull requests, except merged ones: a closed one may be reopened. */
export async function lockFixesOf(tx: Tx, repoId: number, numbers: readonly number[]): Promise<FixRow[]> {
  return tx
    .select()
    .from(fixes)
    .where(
      and(
        eq(fixes.repoId, repoId),
        inArray(fixes.prNumber, [...numbers]),
        sql`${fixes.status} in ('submitted', 'closed')`
      )
    )
    .orderBy(asc(fixes.id))
    .for('no key update')
}

/** Whether its change is proposed or merged, and in no known release. */
export const isUnreleased = ({ status, releasedAt }: FixRow): boolean =>
  (status === 'submitted' || status === 'merged') && releasedAt === null

/** Such attempts after a given one, the oldest first. */
export async function unreleasedFixes(
  db: Db | Tx,
  repoId: number,
  { after, most }: { after: number; most: number }
): Promise<FixRow[]> {
  return db
    .select()
    .from(fixes)
    .where(
      and(
        eq(fixes.repoId, repoId),
        gt(fixes.id, after),
        sql`${fixes.status} in ('submitted', 'merged') and ${fixes.releasedAt} is null`
      )
    )
    .orderBy(asc(fixes.id))
    .limit(most)
}

/** Pull requests whose state in the mirror differs from that in their attempt. */
export async function fixesWithStaleOutcome(
  db: Db,
  most: number
): Promise<{ repoId: number; number: number }[]> {
  const { repoId, number, goneAt, state } = pullRequests
  return db
    .select({ repoId: fixes.repoId, number })
    .from(fixes)
    .innerJoin(pullRequests, and(eq(repoId, fixes.repoId), eq(number, fixes.prNumber), isNull(goneAt)))
    .where(
      and(
        sql`${fixes.live}`,
        sql`${fixes.status} in ('submitted', 'closed')`,
        sql`${state} <> (case ${fixes.status} when 'submitted' then 'open' else 'closed' end)`
      )
    )
    .orderBy(asc(fixes.id))
    .limit(most)
}

/** Unfinished attempts from before a moment. A pending proposal has limits of its own. */
export async function overdueFixes(
  db: Db,
  since: Date,
  most: number
): Promise<{ id: number; reason: string | null }[]> {
  return db
    .select({ id: fixes.id, reason: fixes.reason })
    .from(fixes)
    .leftJoin(managedActions, eq(managedActions.id, fixes.actionId))
    .where(
      and(
        isNull(fixes.finishedAt),
        lt(fixes.createdAt, since),
        or(isNull(managedActions.id), isNotNull(managedActions.resolvedAt))
      )
    )
    .orderBy(asc(fixes.createdAt))
    .limit(most)
}

/** Attempts that have waited since before a moment although nothing blocks them. */
export async function unstartedFixes(db: Db, since: Date, most: number): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select min(${f.id})::float8 as id from ${fixAttempts} f
      where ${f.finishedAt} is null and ${f.status} = 'pending'
      and ${f.updatedAt} < ${momentOf(since)} and not exists (select from ${fixAttempts} o
        where ${o.repoId} = ${f.repoId}
        and ${o.finishedAt} is null and ${o.status} in ('analyzing', 'generating') and ${o.decisionId} is null)
      group by ${f.repoId} order by 1 limit ${most}`
  )
  return rows.map(({ id }) => id)
}

/** Attempts of the orphan at issues for which its successor has an attempt in progress. */
export async function clashingFixes(tx: Tx, { orphan, successor }: RepositoryPair): Promise<FixRow[]> {
  const mine = sql`select ${l.issueNumber} from ${fixAttempts} l
    where ${l.repoId} = ${successor} and ${l.finishedAt} is null`
  return tx
    .select()
    .from(fixes)
    .where(and(eq(fixes.repoId, orphan), isNull(fixes.finishedAt), sql`${fixes.issueNumber} in (${mine})`))
    .for('no key update')
}
