// What several actions of one effect share, and the last of them.
import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { managedActions } from '#tables/actions/managed-actions.js'
import type { Db, Tx } from '../sql/database.js'
import type { ActionRow, EffectKey } from './actions.js'

const actions = managedActions

/** The mark of the first action of an effect, by which later actions find the effect on the host. */
export async function firstActionOfEffect(
  tx: Tx,
  { repoId, actionKey, target }: EffectKey
): Promise<Pick<ActionRow, 'marker' | 'markedAt'> | undefined> {
  const [found] = await tx
    .select({ marker: actions.marker, markedAt: actions.markedAt })
    .from(actions)
    .where(and(eq(actions.repoId, repoId), eq(actions.actionKey, actionKey), eq(actions.target, target)))
    .orderBy(actions.id)
    .limit(1)
  return found
}

/** What the actions of the same mark before this one have sent; undefined if that is not known. */
export async function sentBefore(
  tx: Tx | Db,
  { id, repoId, actionKey, target, marker }: EffectKey & Pick<ActionRow, 'id' | 'marker'>
): Promise<'none' | { hostId: number } | undefined> {
  const isOf = and(eq(actions.repoId, repoId), eq(actions.actionKey, actionKey), eq(actions.target, target))
  const [last] = await tx
    .select({ hostId: actions.hostId })
    .from(actions)
    .where(and(isOf, eq(actions.marker, marker), ne(actions.id, id), isNotNull(actions.executedAt)))
    .orderBy(isNull(actions.hostId), desc(actions.id))
    .limit(1)
  if (!last) return 'none'
  return last.hostId === null ? undefined : { hostId: last.hostId }
}

/** Whether any action of an effect has begun to write. */
export async function hasBegun(tx: Tx, { repoId, actionKey, target }: EffectKey): Promise<boolean> {
  const isOf = and(eq(actions.repoId, repoId), eq(actions.actionKey, actionKey), eq(actions.target, target))
  return (await tx.$count(actions, and(isOf, isNotNull(actions.executedAt)))) > 0
}

/** The action of an effect that is under way, or else the last one, whatever came of it: also if it was blocked, or failed. */
export async function lastAttemptOfEffect(
  tx: Tx | Db,
  { repoId, actionKey, target }: EffectKey
): Promise<ActionRow | undefined> {
  const [found] = await tx
    .select()
    .from(actions)
    .where(and(eq(actions.repoId, repoId), eq(actions.actionKey, actionKey), eq(actions.target, target)))
    .orderBy(sql`(${actions.resolvedAt} is null) desc, ${actions.id} desc`)
    .limit(1)
  return found
}
