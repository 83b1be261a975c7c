// What was ended while a write of it was on its way to the host: it is looked for until it can no longer come in.

import type { Deps, Finding } from '#deps.js'
import { againAfterSeconds } from '#domain/actions/failures.js'
import { valueAt } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, actionOf, noteDoneAllTheSame } from '#store/actions/actions.js'
import { holdEffect } from '#store/actions/effects.js'
import { repositoryOf } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import { keepLastCheck } from './check-order.js'
import { orderOf, placeOf } from './orders.js'
import { auditEffect } from './work.js'

/** More than an hour: a host that is away for longer takes in nothing that was sent before. */
const MOST_TRIES = 16

/** Has it looked for soon, whoever had it: a process that has died cannot say how far it came. */
export async function requestLookBack({ queue }: Deps, tx: Tx, id: number, tries = 0): Promise<void> {
  const job = { payload: { action_id: id, tries }, startAfterSeconds: againAfterSeconds(tries) }
  await queue.enqueue(tx, 'action.execute', [job])
}

export async function lookBack(deps: Deps, actionId: number, tries: number): Promise<void> {
  const row = await actionOf(deps.db, actionId)
  if (!row || !mayComeLate(row)) return
  const repository = await repositoryOf(deps.db, row.repoId)
  if (!repository.live) return
  const seen = await foundOf(deps, row, placeOf(repository))
  if (seen?.is === 'done') return noteLate(deps, row, seen)
  const isOnItsWay = seen === undefined || (row.leasedUntil !== null && row.leasedUntil > deps.now())
  if (isOnItsWay && tries < MOST_TRIES)
    await deps.transaction((tx) => requestLookBack(deps, tx, row.id, tries + 1))
}

/** Only the order of checks matters to what the host shows; anything else waits for what came before it. */
function mayComeLate({ actionType, status, executedAt, evidence }: ActionRow): boolean {
  // The border to the column: evidence is JSON.
  const isNoted = valueAt(evidence as JsonObject, 'done_all_the_same') === true
  return actionType === 'create-check' && status === 'cancelled' && executedAt !== null && !isNoted
}

/** Nothing where the host cannot say. */
async function foundOf({ host }: Deps, row: ActionRow, place: ReturnType<typeof placeOf>) {
  try {
    return await host.effects.found(place, orderOf(row))
  } catch (error) {
    if (error instanceof HostError) return undefined
    throw error
  }
}

async function noteLate(
  deps: Deps,
  row: ActionRow,
  { done }: Extract<Finding, { is: 'done' }>
): Promise<void> {
  await deps.transaction(async (tx) => {
    await holdEffect(tx, row)
    const noted = await noteDoneAllTheSame(tx, row.id, done)
    if (!noted) return
    await auditEffect(tx, noted, deps.now())
    await keepLastCheck(deps, tx, noted)
  })
}
