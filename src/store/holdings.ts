// Everything that belongs to a repository, said once: what moves when one repository takes the place of another.
import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  actionChecks,
  activity,
  ciRuns,
  configHistory,
  decisions,
  duplicateBackfills,
  duplicateSignals,
  fixAttempts,
  gateDays,
  gateEvaluations,
  gateStandings,
  healAttempts,
  issues,
  labels,
  managedActionEvents,
  managedActions,
  pullRequests,
  qualityGates,
  repoConfigs,
  triageFailures,
  triageModels,
  triages,
  waivers,
  webhookDeliveries
} from '../../drizzle/tables/index.js'

export interface Holding {
  table: PgTable
  /** The id of the repository that a row belongs to. */
  repoId: PgColumn
  /** Columns that repeat its full name. */
  names?: readonly PgColumn[]
  /** What tells the rows of one repository apart: one key after the other; an empty one where there is one row. */
  keys?: readonly (readonly PgColumn[])[]
  /** Set in rows that have ended: these stand in nobody's way. */
  gone?: PgColumn
  /** Columns that refer to a row of this table, and by what. */
  children?: readonly { column: PgColumn; of: PgColumn }[]
  /** Who works on a row holds it before the repository: here they are held first as well, in this order. */
  heldFirstBy?: PgColumn
}

export const holdings: readonly Holding[] = [
  {
    table: webhookDeliveries,
    repoId: webhookDeliveries.repoId,
    names: [webhookDeliveries.repo],
    heldFirstBy: webhookDeliveries.deliveryId
  },
  {
    table: issues,
    repoId: issues.repoId,
    keys: [[issues.number]],
    gone: issues.goneAt,
    children: [
      { column: issues.duplicateOf, of: issues.hostId },
      { column: duplicateSignals.sourceIssueId, of: issues.hostId },
      { column: duplicateSignals.targetIssueId, of: issues.hostId }
    ]
  },
  {
    table: pullRequests,
    repoId: pullRequests.repoId,
    keys: [[pullRequests.number]],
    gone: pullRequests.goneAt
  },
  // Of two for one pair, that of the orphan has ended before.
  { table: duplicateSignals, repoId: duplicateSignals.repoId },
  {
    table: duplicateBackfills,
    repoId: duplicateBackfills.repoId,
    keys: [[]],
    gone: duplicateBackfills.finishedAt
  },
  { table: activity, repoId: activity.repoId },
  { table: ciRuns, repoId: ciRuns.repoId },
  { table: healAttempts, repoId: healAttempts.repoId },
  // Of two that are under way for one issue, that of the orphan has ended before.
  {
    table: fixAttempts,
    repoId: fixAttempts.repoId,
    keys: [[fixAttempts.issueNumber]],
    gone: fixAttempts.finishedAt
  },
  { table: decisions, repoId: decisions.repoId },
  {
    table: managedActions,
    repoId: managedActions.repoId,
    names: [managedActions.repoFullName],
    keys: [[managedActions.actionKey, managedActions.target]],
    // Of those under way, one of each effect: whatever clashes is cancelled before.
    gone: managedActions.resolvedAt,
    children: [
      { column: managedActions.parentActionId, of: managedActions.id },
      { column: managedActionEvents.actionId, of: managedActions.id },
      { column: actionChecks.actionId, of: managedActions.id },
      { column: healAttempts.actionId, of: managedActions.id },
      { column: fixAttempts.actionId, of: managedActions.id }
    ]
  },
  { table: qualityGates, repoId: qualityGates.repoId, keys: [[qualityGates.name]] },
  { table: gateEvaluations, repoId: gateEvaluations.repoId },
  { table: gateStandings, repoId: gateStandings.repoId, keys: [[gateStandings.gateName]] },
  { table: gateDays, repoId: gateDays.repoId, keys: [[gateDays.day]] },
  { table: labels, repoId: labels.repoId, keys: [[labels.hostId], [labels.name]] },
  // Each names its issue or pull request by an id that no other repository has: nothing clashes.
  { table: triages, repoId: triages.repoId },
  { table: triageModels, repoId: triageModels.repoId, keys: [[]] },
  { table: triageFailures, repoId: triageFailures.repoId },
  { table: waivers, repoId: waivers.repoId },
  { table: repoConfigs, repoId: repoConfigs.repoId, keys: [[]] },
  { table: configHistory, repoId: configHistory.repoId }
]

/** The name of its table. */
export function nameOf({ table }: Holding): string {
  return getTableName(table)
}

/** One repository takes the place of another. */
export interface Pair {
  orphan: number
  live: number
}

/** A column without its table, for statements that give the table a name of their own. */
export function bare({ name }: PgColumn): SQL {
  return sql.raw(`"${name}"`)
}

/** Rows `o` of the orphan in whose place the live repository has a row `l`. */
export function clashes({ repoId, keys = [], gone }: Holding, { orphan, live }: Pair): SQL {
  const isSame = (key: readonly PgColumn[]) =>
    key.length === 0
      ? sql`true`
      : sql.join(
          key.map((one) => sql`o.${bare(one)} = l.${bare(one)}`),
          sql` and `
        )
  const same =
    keys.length === 0
      ? sql`false`
      : sql.join(
          keys.map((key) => sql`(${isSame(key)})`),
          sql` or `
        )
  const there = gone ? sql` and o.${bare(gone)} is null and l.${bare(gone)} is null` : sql``
  return sql`o.${bare(repoId)} = ${orphan} and l.${bare(repoId)} = ${live} and (${same})${there}`
}
