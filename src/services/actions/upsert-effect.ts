// Effects that are changed in place: whatever was asked for before and has not been done is replaced.
import type { Deps, Tx } from '#deps.js'
import { contextHash, targetLabel } from '#domain/actions/actions.js'
import { type ActionRow, lastActionOfEffect } from '#store/actions/actions.js'
import { firstActionOfEffect } from '#store/actions/marks.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { cancelEffect, type NewAction, proposeAction, waitSeconds } from './propose.js'

type Upsert = NewAction & {
  actionKey: string
  /** Why what was asked for before is cancelled. */
  replaced: string
  /** Whether to ask again although the last action asked for the same. */
  isDueAgain?: (last: ActionRow) => boolean
}

/** Returns the id of the action; undefined if the last one asked for the same. */
export async function upsertEffect(
  deps: Deps,
  tx: Tx,
  { replaced, isDueAgain = () => false, ...proposal }: Upsert
): Promise<number | undefined> {
  const { repoId, target, actionKey, actor = SERVICE_ACTOR } = proposal
  const effect = { repoId, actionKey, target: targetLabel(target) }
  const known = await lastActionOfEffect(tx, effect)
  if (known?.contextHash === contextHash(proposal) && !isDueAgain(known)) return undefined
  const executing = await cancelEffect(deps, tx, { repoId, actionKey, actor, detail: replaced })
  const first = await firstActionOfEffect(tx, effect)
  return proposeAction(deps, tx, {
    ...proposal,
    headStartSeconds: waitSeconds(deps, executing),
    ...(first ? { mark: first } : {})
  })
}
