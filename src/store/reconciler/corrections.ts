// The actions that are to correct repositories.
import { inArray } from 'drizzle-orm'
import { managedActions } from '#tables/actions/managed-actions.js'
import type { ActionRow } from '../actions/actions.js'
import { idsIn, type Tx } from '../sql/database.js'

export async function correctionsOf(tx: Tx, ids: readonly number[]): Promise<ActionRow[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(managedActions)
    .where(inArray(managedActions.id, idsIn(ids)))
    .orderBy(managedActions.id)
}
