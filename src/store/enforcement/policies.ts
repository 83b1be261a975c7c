// Policies.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { topic } from '#domain/counters/counter.js'
import { EVER_BY_NAME } from '#domain/counters/tally.js'
import type { Paging } from '#schemas/common.js'
import type { Policy, PolicyQuery } from '#schemas/enforcement/policies.js'
import { policies } from '#tables/enforcement/policies.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { installations } from '#tables/mirror/installations.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { quoted } from '../counters/quoted-name.js'
import { FLEET } from '../counters/tallies.js'
import { type Db, parseJson, precompiled, rowsOf, type Tx, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, listedRows, pageText } from '../sql/list.js'
import { numberKey, orderOn } from '../sql/order.js'

const t = alias(policies, 't')
const i = alias(installations, 'i')
const s = alias(tallies, 's')

export type PolicyRow = typeof policies.$inferSelect
export type PolicyFields = Omit<PolicyRow, 'id' | 'createdAt' | 'updatedAt' | 'deletedAt'>

const LISTED = listedRows(policies, policies.id, sql`${t.deletedAt} is null`)
const BY_NAME = orderOn([{ value: sql`${t.name} collate "C"`, kind: 'text' }, numberKey(t.id)], 'asc')

/** The name of the counter of a policy. */
const OPEN = sql`${quoted(topic('violations', 'policy'))} || ${t.id} || '.open'`
const FLEET_EVER = sql`${s.repoId} = ${sql.raw(String(FLEET))} and ${s.day} = ${sql.raw(`'${EVER_BY_NAME}'`)}`

const FIELDS = precompiled(sql`${t.id}, ${t.installationId},
  (select ${i.accountLogin} from ${installations} i where ${i.hostId} = ${t.installationId}) as org,
  ${t.name}, ${t.description}, ${t.repoFilter}, ${t.branchPattern}, ${t.minReviews}, ${t.requireSignedCommits},
  ${t.requireLinearHistory}, ${t.blockForcePushes}, ${t.blockDeletions}, ${t.enforceAdmins},
  ${t.requireStatusChecks}, ${t.requiredStatusCheckContexts}, ${t.requiredFiles}, ${t.forbidOutsideAdmins},
  ${t.forbidDangerousWorkflows}, ${t.allowedActions}, ${t.readOnlyWorkflowToken}, ${t.requiredLabels},
  ${t.repositorySettings}, ${t.mode}, ${t.enabled},
  (select coalesce(sum(${s.amount}), 0) from ${tallies} s
    where ${FLEET_EVER} and ${s.measure} = ${OPEN}) as open_violation_count,
  ${utcColumns(t.createdAt, t.updatedAt)}`)

/** There are few, so that they are counted. */
export function policiesPage(db: Db, query: PolicyQuery, paging: Paging): Promise<JsonPage<Policy>> {
  const { installation_id: installationId, enabled, mode } = query
  const where = [
    installationId !== undefined && sql`${t.installationId} = ${installationId}`,
    enabled !== undefined && sql`${t.enabled} = ${enabled}`,
    mode !== undefined && sql`${t.mode} = ${mode}`
  ].filter((condition) => condition !== false)
  const list = { listed: LISTED, fields: FIELDS, where, order: BY_NAME, total: countOf(LISTED, where) }
  return pageText(db, list, paging)
}

export async function policyShown(db: Db | Tx, id: number): Promise<Policy | undefined> {
  const [row] = await rowsOf<{ policy: Policy | string }>(
    db,
    sql`select row_to_json(found) as policy from (
        select ${FIELDS} from ${policies} t where ${t.id} = ${id} and ${LISTED.visible}
      ) as found`
  )
  return row && parseJson(row.policy)
}

const isThere = isNull(policies.deletedAt)

/** Policies of an installation are created and renamed one after the other. */
export async function lockPolicies(tx: Tx, installationId: number): Promise<void> {
  await tx
    .select({ id: installations.id })
    .from(installations)
    .where(eq(installations.hostId, installationId))
    .for('update')
}

/** Locked, so that a change sees the one before it. */
export async function lockPolicy(tx: Tx, id: number): Promise<PolicyRow | undefined> {
  const [row] = await tx
    .select()
    .from(policies)
    .where(and(eq(policies.id, id), isThere))
    .for('update')
  return row
}

export async function policyById(db: Db, id: number): Promise<PolicyRow | undefined> {
  const [row] = await db
    .select()
    .from(policies)
    .where(and(eq(policies.id, id), isThere))
  return row
}

export async function insertPolicy(tx: Tx, fields: PolicyFields, at: Date): Promise<number> {
  const [row] = await tx
    .insert(policies)
    .values({ ...fields, createdAt: at, updatedAt: at })
    .returning({ id: policies.id })
  if (!row) throw new Error('an insert gives its row')
  return row.id
}

export async function updatePolicyRow(
  tx: Tx,
  id: number,
  fields: Partial<PolicyFields>,
  at: Date
): Promise<void> {
  await tx
    .update(policies)
    .set({ ...fields, updatedAt: at })
    .where(eq(policies.id, id))
}

export async function markPolicyDeleted(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.update(policies).set({ deletedAt: at, enabled: false }).where(eq(policies.id, id))
}

/** Of a deleted policy, once its violations are gone. */
export async function dropPolicy(tx: Tx, id: number): Promise<void> {
  await tx.delete(policies).where(and(eq(policies.id, id), sql`${policies.deletedAt} is not null`))
}

export interface NamedPolicy {
  installationId: number
  name: string
  /** Undefined before it is created. */
  id?: number
}

/** By another policy of the installation. */
export async function isNameTaken(tx: Tx, { installationId, name, id }: NamedPolicy): Promise<boolean> {
  const [row] = await tx
    .select({ id: policies.id })
    .from(policies)
    .where(and(eq(policies.installationId, installationId), eq(policies.name, name), isThere))
  return row !== undefined && row.id !== id
}

export async function countPolicies(tx: Tx, installationId: number): Promise<number> {
  return tx.$count(policies, and(eq(policies.installationId, installationId), isThere))
}

/** All policies of an installation that are in force. */
export async function policiesInForce(db: Db | Tx, installationId: number): Promise<PolicyRow[]> {
  return db
    .select()
    .from(policies)
    .where(and(eq(policies.installationId, installationId), eq(policies.enabled, true), isThere))
    .orderBy(policies.id)
}

/** The live repositories of an installation, with the branches that the mirror knows: the default one and protected ones. */
export async function knownBranches(
  db: Db,
  installationId: number
): Promise<{ fullName: string; branches: string[] }[]> {
  const r = alias(repositories, 'r')
  const b = alias(branchRules, 'b')
  return rowsOf(
    db,
    sql`select ${r.fullName} as "fullName", array(
        select branch from (
          select ${r.defaultBranch} as branch where ${r.defaultBranch} is not null
          union select ${b.pattern} from ${branchRules} b where ${b.repoId} = ${r.hostId}
        ) as known order by branch collate "C"
      ) as branches
      from ${repositories} r where ${r.installationId} = ${installationId} and ${r.deletedAt} is null
      order by lower(${r.fullName}) collate "C"`
  )
}
