// The last activity of people on issues and pull requests.
import { and, eq } from 'drizzle-orm'
import type { ActivityState } from '#domain/maintenance/activity.js'
import type { StaleTarget } from '#schemas/host/enums.js'
import { itemActivity } from '#tables/maintenance/item-activity.js'
import type { Tx } from '../sql/database.js'

export interface ItemRef {
  repoId: number
  targetType: StaleTarget
  number: number
}

const { humanAt, epoch, warnedAt, watched } = itemActivity
const STATE = { humanAt, epoch, warnedAt, watched }

/** Locks the row for this transaction. */
export async function lockActivity(tx: Tx, item: ItemRef): Promise<ActivityState | undefined> {
  const [found] = await tx.select(STATE).from(itemActivity).where(isItem(item)).for('update')
  return found
}

/** The caller holds the row, if there is one. */
export async function saveActivity(tx: Tx, item: ItemRef, state: ActivityState): Promise<void> {
  await tx
    .insert(itemActivity)
    .values({ ...item, ...state })
    .onConflictDoUpdate({
      target: [itemActivity.repoId, itemActivity.targetType, itemActivity.number],
      set: state
    })
}

const isItem = ({ repoId, targetType, number }: ItemRef) =>
  and(
    eq(itemActivity.repoId, repoId),
    eq(itemActivity.targetType, targetType),
    eq(itemActivity.number, number)
  )
