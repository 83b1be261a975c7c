// All that came of one effect, whoever had it.
import { and, eq } from 'drizzle-orm'
import { managedActions as actions } from '#tables/actions/managed-actions.js'
import type { Tx } from '../sql/database.js'
import type { ActionRow } from './actions.js'

/** All of an effect that two who end at once could both change, held for this transaction. */
export async function lockEffect(
  tx: Tx,
  { repoId, actionKey, actionType }: Pick<ActionRow, 'repoId' | 'actionKey' | 'actionType'>
): Promise<void> {
  if (actionType === 'create-check') await lockChecksOfEffect(tx, { repoId, actionKey })
}

/** All checks of an effect, the first proposed first; held for this transaction. */
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
