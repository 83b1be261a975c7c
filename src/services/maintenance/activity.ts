// Keeps when people were last active on issues and pull requests. An answer to a warning removes its label.
import type { Deps, Tx } from '#deps.js'
import type { HostEvent, ItemActivity } from '#domain/host/events.js'
import {
  type ActivityChange,
  afterActivity,
  afterClosing,
  afterWarning,
  type Warning
} from '#domain/maintenance/activity.js'
import { STALE_CLOSED_LABEL, STALE_LABEL } from '#schemas/host/enums.js'
import { type ItemRef, lockActivity, saveActivity } from '#store/maintenance/item-activity.js'
import { proposeAction } from '../actions/propose.js'
import type { DeliveryContext } from '../deliveries/handle.js'

/** The clock of the host may be ahead: nobody is active later than we heard of it. */
export async function hearActivity(
  { deps, tx, at }: DeliveryContext,
  event: Extract<HostEvent, { activity?: ItemActivity }>
): Promise<void> {
  const { activity, repository } = event
  if (!activity) return
  const heard = { ...activity, at: activity.at > at ? at : activity.at }
  await recordItemActivity(deps, tx, repository.hostId, heard)
}

export async function recordItemActivity(
  deps: Deps,
  tx: Tx,
  repoId: number,
  activity: ItemActivity
): Promise<void> {
  const { targetType, number } = activity
  const item = { repoId, targetType, number }
  await applyChange(deps, tx, item, afterActivity(await lockActivity(tx, item), activity))
}

export async function recordWarning(deps: Deps, tx: Tx, item: ItemRef, warning: Warning): Promise<void> {
  await applyChange(deps, tx, item, afterWarning(await lockActivity(tx, item), warning))
}

/** A closed item is not looked at any more, until it is open again. */
export async function recordClosing(tx: Tx, item: ItemRef): Promise<void> {
  const known = await lockActivity(tx, item)
  if (known) await saveActivity(tx, item, afterClosing(known))
}

async function applyChange(
  deps: Deps,
  tx: Tx,
  item: ItemRef,
  change: ActivityChange | undefined
): Promise<void> {
  if (!change) return
  await saveActivity(tx, item, change.next)
  if (!change.isAnswer) return
  for (const label of [STALE_LABEL, STALE_CLOSED_LABEL])
    await proposeAction(deps, tx, {
      repoId: item.repoId,
      pillar: 'maintainer',
      source: 'stale_answer',
      target: { type: item.targetType, number: item.number },
      actionType: 'remove-label',
      actionKey: `remove-label:${label}:${change.next.epoch}`,
      arguments: { label },
      evidence: { human_at: change.next.humanAt.toISOString() }
    })
}
