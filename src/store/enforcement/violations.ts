// Violations of policies.
import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import { EVER, EVER_BY_NAME } from '#domain/counters/tally.js'
import type { Paging } from '#schemas/common.js'
import { VIOLATION_STATUSES } from '#schemas/enforcement/enums.js'
import type { Violation, ViolationQuery } from '#schemas/enforcement/violations.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { policies } from '#tables/enforcement/policies.js'
import { violations } from '#tables/enforcement/violations.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ofFleet, type TalliedTx, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, idsIn, parseJson, precompiled, rowsOf, type Tx, utcColumns } from '../sql/database.js'
import { type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { momentKey, numberKey, orderOn } from '../sql/order.js'

const t = alias(violations, 't')
const r = alias(repositories, 'r')
const p = alias(policies, 'p')

export type ViolationRow = typeof violations.$inferSelect
export type ViolationFields = Omit<ViolationRow, 'id' | 'policyId' | 'repoId' | 'branch' | 'tracked' | 'live'>

const LISTED = liveRowsOfRepositories(violations)
const BY_AGE = orderOn([momentKey(t.detectedAt), numberKey(t.id)], 'desc')

const FIELDS = precompiled(sql`${t.id}, ${t.policyId}, ${p.name} as policy_name,
  ${p.mode} as policy_mode, ${t.repoId}, ${r.fullName} as repo_full_name, ${r.owner} as owner,
  ${r.name} as repo_name, ${t.branch}, ${t.breaches} as violations, ${t.status}, ${t.reopenCount},
  ${t.actionId}, ${t.remediatedBy}, ${t.suppressedBy}, ${t.suppressedReason},
  ${utcColumns(t.detectedAt, t.lastSeenAt, t.remediatedAt, t.suppressedUntil, t.updatedAt)}`)

const POLICY = precompiled(
  sql`join lateral (select ${p.name}, ${p.mode} from ${policies} p where ${p.id} = ${t.policyId}) as p on true`
)

export interface ViolationList {
  query: Pick<ViolationQuery, 'status' | 'policy_id'>
  /** Limits the list to one repository, by its full name. */
  repo: string | undefined
}

export function violationsPage(
  db: Db,
  { query, repo }: ViolationList,
  paging: Paging
): Promise<JsonPage<Violation>> {
  const { status = 'all', policy_id: policyId } = query
  return withinRepository(db, repo, (repoId) => {
    const where = [
      repoId !== undefined && sql`${t.repoId} = ${repoId}`,
      policyId !== undefined && sql`${t.policyId} = ${policyId}`,
      status !== 'all' && sql`${t.status} = ${status}`
    ].filter((condition) => condition !== false)
    const total = totalOf(query, repoId)
    const list = { listed: LISTED, fields: FIELDS, lookups: POLICY, where, order: BY_AGE, total }
    return pageText(db, list, paging)
  })
}

function totalOf(
  { status = 'all', policy_id: policyId }: ViolationList['query'],
  repoId: SQL | undefined
): SQL {
  const statuses = status === 'all' ? VIOLATION_STATUSES : [status]
  const scope = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
  const measures: Measure[] = statuses.map((one) =>
    policyId === undefined
      ? counter('violations', one)
      : counter('violations', 'policy', String(policyId), one)
  )
  return totalSum(scope, measures, policyId === undefined ? EVER : EVER_BY_NAME)
}

export async function violationShown(db: Db | Tx, id: number): Promise<Violation | undefined> {
  const [row] = await rowsOf<{ violation: Violation | string }>(
    db,
    sql`select row_to_json(found) as violation from (
        select ${FIELDS} from ${violations} t ${LISTED.join} ${POLICY} where ${t.id} = ${id} and ${LISTED.visible}
      ) as found`
  )
  return row && parseJson(row.violation)
}

export async function violationById(db: Db | Tx, id: number): Promise<ViolationRow | undefined> {
  const [row] = await db.select().from(violations).where(eq(violations.id, id))
  return row
}

/** All that are known of a branch. */
export async function violationsOf(tx: Tx, repoId: number, branch: string): Promise<ViolationRow[]> {
  return tx
    .select()
    .from(violations)
    .where(and(eq(violations.repoId, repoId), eq(violations.branch, branch)))
    .orderBy(violations.id)
}

/** The policies of which a branch has open violations. */
export async function openPoliciesOf(db: Db, repoId: number, branch: string): Promise<number[]> {
  const isOpen = and(
    eq(violations.repoId, repoId),
    eq(violations.branch, branch),
    eq(violations.status, 'open')
  )
  const rows = await db.select({ policyId: violations.policyId }).from(violations).where(isOpen)
  return rows.map(({ policyId }) => policyId)
}

export interface StandingViolation {
  violation: ViolationRow
  policy: typeof policies.$inferSelect
}

/** Those that stand, and those of deleted policies, with the policy of each as it is now. */
export async function standingViolations(tx: Tx, repoId: number): Promise<StandingViolation[]> {
  const isDue = sql`(${ne(violations.status, 'remediated')} or ${policies.deletedAt} is not null)`
  return tx
    .select({ violation: violations, policy: policies })
    .from(violations)
    .innerJoin(policies, eq(policies.id, violations.policyId))
    .where(and(eq(violations.repoId, repoId), isDue))
    .orderBy(violations.id)
}

export interface TrackableViolation extends StandingViolation {
  /** The last action that was to correct it. */
  correction: typeof managedActions.$inferSelect | null
}

/** Violations of a branch that an issue is about, or may be. */
export function trackableViolations(tx: Tx, repoId: number, branch: string): Promise<TrackableViolation[]> {
  const mayBeTracked = or(eq(violations.tracked, true), eq(violations.status, 'open'))
  return withCorrections(tx, and(eq(violations.repoId, repoId), eq(violations.branch, branch), mayBeTracked))
}

/** Violations of a repository that an issue is about. */
export function trackedViolations(tx: Tx, repoId: number): Promise<TrackableViolation[]> {
  return withCorrections(tx, and(eq(violations.repoId, repoId), eq(violations.tracked, true)))
}

async function withCorrections(tx: Tx, which: SQL | undefined): Promise<TrackableViolation[]> {
  return tx
    .select({ violation: violations, policy: policies, correction: managedActions })
    .from(violations)
    .innerJoin(policies, eq(policies.id, violations.policyId))
    .leftJoin(managedActions, eq(managedActions.id, violations.actionId))
    .where(which)
    .orderBy(violations.id)
}

export async function saveTracked(tx: Tx, id: number, tracked: boolean): Promise<void> {
  await tx.update(violations).set({ tracked }).where(eq(violations.id, id))
}

export interface ViolationKey {
  policyId: number
  repoId: number
  branch: string
}

export async function saveViolation(
  tx: TalliedTx,
  key: ViolationKey & { live: boolean },
  fields: ViolationFields
): Promise<number> {
  const [row] = await tx
    .insert(violations)
    .values({ ...key, ...fields })
    .onConflictDoUpdate({
      target: [violations.repoId, violations.policyId, violations.branch],
      set: fields
    })
    .returning({ id: violations.id })
  if (!row) throw new Error('an upsert gives its row')
  return row.id
}

export async function changeViolation(
  tx: TalliedTx,
  id: number,
  fields: Partial<ViolationFields>
): Promise<void> {
  await tx.update(violations).set(fields).where(eq(violations.id, id))
}

/** Violations that a run has found as they were. */
export async function markSeen(tx: Tx, ids: readonly number[], lastSeenAt: Date): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(violations)
      .set({ lastSeenAt })
      .where(inArray(violations.id, idsIn(ids)))
}

export async function deleteViolation(tx: TalliedTx, id: number): Promise<void> {
  await tx.delete(violations).where(eq(violations.id, id))
}

/** Live repositories with a violation that stands, whether a policy still reaches them or not. */
export async function repositoriesWithStanding(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ repoId: violations.repoId })
    .from(violations)
    .where(and(eq(violations.live, true), ne(violations.status, 'remediated')))
  return rows.map(({ repoId }) => repoId)
}

/** Repositories with any violation of a policy. */
export async function repositoriesWithViolations(db: Db, policyId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ repoId: violations.repoId })
    .from(violations)
    .where(eq(violations.policyId, policyId))
    .orderBy(violations.repoId)
  return rows.map(({ repoId }) => repoId)
}
