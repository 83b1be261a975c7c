// All actions of one effect, whatever their target.
import { and, eq } from 'drizzle-orm'
import { managedActions as actions } from '#tables/actions/managed-actions.js'
import type { Tx } from '../sql/database.js'
import type { ActionRow } from './actions.js'

/** Locks the rows of an effect that two actions which end at the same time could both change. */
export async function lockEffect(
  tx: Tx,
  { repoId, actionKey, actionType }: Pick<ActionRow, 'repoId' | 'actionKey' | 'actionType'>
): Promise<void> {
  if (actionType === 'create-check') await lockChecksOfEffect(tx, { repoId, actionKey })
}

/** Locks all checks of an effect, in the order of their proposals. */
export async function lockChecksOfEffect(
  tx: Tx,
  { repoId, actionKey }: Pick<ActionRow, 'repoId' | 'actionKey'>
): Promise<ActionRow[]> {
  return tx
    .select()
    .from(actions)
    .where(
      and(
        eq(actions.repoId, repoId),
        eq(actions.actionKey, actionKey),
        eq(actions.actionType, 'create-check')
      )
    )
    .orderBy(actions.id)
    .for('update')
}
