// The lists of the reconciler.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { syncMeasure } from '#domain/reconciler/tallies.js'
import type { Paging } from '#schemas/common.js'
import type { ReconciliationRun, ReconciliationRunQuery } from '#schemas/reconciler/runs.js'
import type { ReconcileState } from '#schemas/reconciler/states.js'
import { repositories } from '#tables/mirror/repositories.js'
import { reconcileStates } from '#tables/reconciler/reconcile-states.js'
import { reconciliationRuns } from '#tables/reconciler/reconciliation-runs.js'
import { FLEET, ofFleet, sumsOf, totalSum } from '../counters/tallies.js'
import { byRepoName, REPOSITORIES, reposTotal } from '../mirror/repos.js'
import { type Db, precompiled, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, pageText, rowsOfRepositories } from '../sql/list.js'
import { momentKey, numberKey, orderOn } from '../sql/order.js'

const repo = alias(repositories, 't')
const state = alias(reconcileStates, 's')

const STATE_FIELDS =
  precompiled(sql`${repo.hostId} as repo_id, ${repo.fullName} as repo_full_name, ${repo.owner},
  ${repo.name} as repo_name, ${repo.defaultBranch}, ${state.inSync},
  coalesce(to_json(${state.driftFields}), '[]') as drift_fields,
  coalesce(to_json(${state.unsupportedFields}), '[]') as unsupported_fields,
  coalesce(${state.reconcileSkip}, false) as reconcile_skip, ${state.lastError},
  ${utcColumns(state.lastReconciledAt, state.nextReconcileAt)}`)

/** A repository that nobody reconciled or excluded has none. */
const STATE = precompiled(sql`left join ${reconcileStates} s on ${state.repoId} = ${repo.hostId}`)

/** Those never read first, then those that have drifted, each by name. */
const BY_RANK = orderOn([numberKey(repo.reconcileRank), ...byRepoName], 'asc')

export interface ReconcileStateList {
  inSync?: boolean
  repoId?: number
}

export function reconcileStatesPage(
  db: Db,
  { inSync, repoId }: ReconcileStateList,
  paging: Paging
): Promise<JsonPage<ReconcileState>> {
  const where = [
    repoId !== undefined && sql`${repo.hostId} = ${repoId}`,
    inSync !== undefined && sql`${repo.reconcileRank} = ${inSync ? 2 : 1}`
  ].filter((condition) => condition !== false)
  const list = { listed: REPOSITORIES, fields: STATE_FIELDS, lookups: STATE, where, order: BY_RANK }
  const isOfFleet = inSync !== undefined && repoId === undefined
  const total = isOfFleet ? totalSum(ofFleet, [syncMeasure(inSync)]) : reposTotal(where)
  return pageText(db, { ...list, total }, paging)
}

/** How many are as they should be, and how many are not. */
export async function reconciledRepositories(db: Db): Promise<{ inSync: number; drifted: number }> {
  const sums = await sumsOf(db, FLEET)
  return { inSync: sums.get(syncMeasure(true)) ?? 0, drifted: sums.get(syncMeasure(false)) ?? 0 }
}

const run = alias(reconciliationRuns, 't')
const r = alias(repositories, 'r')

const RUNS = rowsOfRepositories(reconciliationRuns)

const RUN_FIELDS = precompiled(sql`${run.id}, ${run.triggeredBy}, ${run.status},
  case when ${run.repoId} is null then 'fleet' else ${r.fullName} end as scope,
  ${run.installationId}, ${run.dryRun}, ${run.reposChecked}, ${run.reposSynced},
  ${run.reposDrifted}, ${run.reposCorrected}, ${run.reposFailed}, ${run.writesPlanned}, ${run.error},
  (extract(epoch from ${run.completedAt} - ${run.startedAt}) * 1000)::int as duration_ms,
  ${utcColumns(run.startedAt, run.completedAt)}`)

const BY_START = orderOn([momentKey(run.startedAt), numberKey(run.id)], 'desc')

export function reconciliationRunsPage(
  db: Db,
  { triggered_by: triggeredBy, status }: ReconciliationRunQuery,
  paging: Paging
): Promise<JsonPage<ReconciliationRun>> {
  const where = [
    triggeredBy !== undefined && sql`${run.triggeredBy} = ${triggeredBy}`,
    status !== undefined && sql`${run.status} = ${status}`
  ].filter((condition) => condition !== false)
  const list = { listed: RUNS, fields: RUN_FIELDS, where, order: BY_START }
  return pageText(db, { ...list, total: countOf(RUNS, where) }, paging)
}
