// Looks for writes of actions that ended before their worker had reported, until none can arrive any more.

import type { Deps, EffectState } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import { HostError } from '#errors/host.js'
import { type ActionRow, findAction, lockAction, retryIdOf } from '#store/actions/actions.js'
import { lockEffect } from '#store/actions/effects.js'
import { completeFollowUp } from '#store/actions/follow-ups.js'
import { recordNotDone } from '#store/actions/late-results.js'
import { isOutcomeUnknown } from '#store/actions/outcomes.js'
import { repositoryById } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { effectOrderOf } from './action-row.js'
import { requestLateLook, tellEnd } from './follow-up.js'
import { recordLateEffect } from './record-effect.js'
import { repostLastCheck } from './repost-check.js'

/** Covers more than an hour; after that the sweep looks, every few hours for a week. */
const MOST_TRIES = 16

export async function checkLateWrite(deps: Deps, actionId: number, tries: number): Promise<void> {
  const isSettled = await settleOutcome(deps, actionId).catch((error: unknown) => {
    if (error instanceof HostError) return false
    throw error
  })
  if (!isSettled && tries < MOST_TRIES)
    await deps.transaction((tx) => requestLateLook(deps, tx, actionId, tries + 1))
}

/** Asks the host for the effect of an ended action. False if it is worth asking again soon. */
export async function settleOutcome(deps: Deps, actionId: number): Promise<boolean> {
  const row = await findAction(deps.db, actionId)
  if (!row || isUnfinished(row.status) || !isOutcomeUnknown(row)) return true
  const repository = await repositoryById(deps.db, row.repoId)
  if (!repository.live) return true
  const seen = await deps.host.effects.find(repositoryAccessOf(repository), effectOrderOf(row))
  const isOnItsWay = row.leasedUntil !== null && row.leasedUntil > deps.now()
  if (seen.is !== 'done' && isOnItsWay) return false
  await deps.transaction(async (tx) => {
    await lockEffect(tx, row)
    if (seen.is === 'done') await recordFound(deps, tx, row, seen)
    // What blocks the effect says nothing about whether it was there: the outcome stays unknown.
    else if (seen.is === 'absent') await recordAbsent(tx, row)
    // The follow-up of a patch is more than this look.
    if (row.actionType !== 'create-patch-pr') await completeFollowUp(tx, row.id)
  })
  return true
}

async function recordFound(
  deps: Deps,
  tx: Tx,
  { id }: ActionRow,
  { done }: Extract<EffectState, { is: 'done' }>
): Promise<void> {
  const recorded = await recordLateEffect(deps, tx, id, { done, isOurs: true })
  if (!recorded) return
  await tellEnd(deps, tx, recorded)
  await repostLastCheck(deps, tx, recorded)
}

/** A retry carries on with what its parent began, and with what is not known of it. */
async function recordAbsent(tx: Tx, { id }: ActionRow): Promise<void> {
  await lockAction(tx, id)
  if ((await retryIdOf(tx, id)) === undefined) await recordNotDone(tx, id)
}
