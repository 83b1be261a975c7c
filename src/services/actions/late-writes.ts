// Looks for writes that reach the host after their action was ended, until none can arrive any more.

import type { Deps, EffectState } from '#deps.js'
import { retryDelaySeconds } from '#domain/actions/failures.js'
import { valueAt } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, findAction, recordLateResult } from '#store/actions/actions.js'
import { lockEffect } from '#store/actions/effects.js'
import { repositoryById } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import { effectOrderOf, repositoryAccessOf } from './action-row.js'
import { repostLastCheck } from './repost-check.js'
import { auditEffect } from './worker.js'

/** Covers more than an hour; a host that is down for longer does not accept earlier writes. */
const MOST_TRIES = 16

/** Schedules a check soon, whichever worker held the action: a crashed process cannot report how far it came. */
export async function requestLateWriteCheck({ queue }: Deps, tx: Tx, id: number, tries = 0): Promise<void> {
  const job = { payload: { action_id: id, tries }, startAfterSeconds: retryDelaySeconds(tries) }
  await queue.enqueue(tx, 'action.execute', [job])
}

export async function checkLateWrite(deps: Deps, actionId: number, tries: number): Promise<void> {
  const row = await findAction(deps.db, actionId)
  if (!row || !mayArriveLate(row)) return
  const repository = await repositoryById(deps.db, row.repoId)
  if (!repository.live) return
  const seen = await findEffect(deps, row, repositoryAccessOf(repository))
  if (seen?.is === 'done') return recordLateWrite(deps, row, seen)
  const isOnItsWay = seen === undefined || (row.leasedUntil !== null && row.leasedUntil > deps.now())
  if (isOnItsWay && tries < MOST_TRIES)
    await deps.transaction((tx) => requestLateWriteCheck(deps, tx, row.id, tries + 1))
}

/** Only checks depend on the order of arrival on the host; other effects wait for their predecessors. */
function mayArriveLate({ actionType, status, executedAt, evidence }: ActionRow): boolean {
  // Cast at the database boundary: evidence is JSON.
  const isNoted = valueAt(evidence as JsonObject, 'done_all_the_same') === true
  return actionType === 'create-check' && status === 'cancelled' && executedAt !== null && !isNoted
}

/** Returns undefined if the host cannot answer. */
async function findEffect({ host }: Deps, row: ActionRow, place: ReturnType<typeof repositoryAccessOf>) {
  try {
    return await host.effects.find(place, effectOrderOf(row))
  } catch (error) {
    if (error instanceof HostError) return undefined
    throw error
  }
}

async function recordLateWrite(
  deps: Deps,
  row: ActionRow,
  { done }: Extract<EffectState, { is: 'done' }>
): Promise<void> {
  await deps.transaction(async (tx) => {
    await lockEffect(tx, row)
    const recorded = await recordLateResult(tx, row.id, done)
    if (!recorded) return
    await auditEffect(tx, recorded, deps.now())
    await repostLastCheck(deps, tx, recorded)
  })
}
