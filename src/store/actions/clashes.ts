// Actions of two repositories when one replaces the other.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { managedActions } from '#tables/actions/managed-actions.js'
import type { Tx } from '../sql/database.js'
import type { RepositoryPair } from '../sql/repository-table.js'
import { transition } from './actions.js'

const l = alias(managedActions, 'l')

/** Cancels the open actions of the orphan for which the successor has an equal open action. */
export async function cancelClashingActions(
  tx: Tx,
  { orphan, successor }: RepositoryPair,
  at: Date
): Promise<void> {
  const clashing = await tx
    .select()
    .from(managedActions)
    .where(
      sql`${managedActions.repoId} = ${orphan} and ${managedActions.resolvedAt} is null and exists (
        select from ${managedActions} l where ${l.repoId} = ${successor} and ${l.resolvedAt} is null
          and ${l.actionKey} = ${managedActions.actionKey} and ${l.target} = ${managedActions.target})`
    )
    .for('update')
  const detail = 'Another repository has taken its place, where the same is under way.'
  for (const row of clashing) {
    const set = { resolvedAt: at, errorMessage: detail }
    await transition(tx, row, { to: 'cancelled', actor: 'system', at, detail, set })
  }
}
