// Effects that are changed in place: whatever was asked for before and has not been done is replaced.
import type { Deps, Tx } from '#deps.js'
import { contextHash, targetLabel } from '#domain/actions/actions.js'
import { type ActionRow, lastActionOfEffect } from '#store/actions/actions.js'
import { firstActionOfEffect, lastAttemptOfEffect } from '#store/actions/marks.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { cancelEffect, type NewAction, proposeAction, waitSeconds } from './propose.js'

type Upsert = NewAction & {
  actionKey: string
  /** Why what was asked for before is cancelled. */
  replaced: string
  /** What was blocked, cancelled or failed is asked for again after this time; at once by default. */
  againAfterMs?: number
  /** Seconds for which it can still be replaced before it is done. */
  settlingSeconds?: number
}

/** Returns the id of the action; undefined if the last one asked for the same. */
export async function upsertEffect(
  deps: Deps,
  tx: Tx,
  { replaced, againAfterMs = 0, settlingSeconds = 0, ...proposal }: Upsert
): Promise<number | undefined> {
  const { repoId, target, actionKey, actor = SERVICE_ACTOR } = proposal
  const effect = { repoId, actionKey, target: targetLabel(target) }
  const known = await lastActionOfEffect(tx, effect)
  const hash = contextHash(proposal)
  if (known?.contextHash === hash) return undefined
  const latest = againAfterMs > 0 ? await lastAttemptOfEffect(tx, effect) : undefined
  if (latest?.contextHash === hash && endedWithin(deps, latest, againAfterMs)) return undefined
  const executing = await cancelEffect(deps, tx, { repoId, actionKey, actor, detail: replaced })
  const first = isEdited(proposal) ? await firstActionOfEffect(tx, effect) : undefined
  return proposeAction(deps, tx, {
    ...proposal,
    headStartSeconds: Math.max(settlingSeconds, waitSeconds(deps, executing)),
    ...(first ? { mark: first } : {})
  })
}

/** A check is posted anew each time: the host shows the last of its name. */
const isEdited = ({ actionType }: NewAction): boolean => actionType !== 'create-check'

const endedWithin = ({ now }: Deps, { resolvedAt }: ActionRow, ms: number): boolean =>
  resolvedAt !== null && now().getTime() - resolvedAt.getTime() <= ms
