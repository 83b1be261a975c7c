// The host shows the check of a name that came in last, whichever was sent first: the last word must stay the last.
import type { Deps } from '#deps.js'
import type { ActionRow } from '#store/actions/actions.js'
import { lockChecksOfEffect } from '#store/actions/effects.js'
import type { Tx } from '#store/sql/database.js'
import { intentOfAction, pillarOfAction, targetOfAction } from './action-row.js'
import { type NewAction, proposeAction } from './propose.js'

/** To be called where it is known that a check is on the host; whoever calls holds all checks of the effect. */
export async function repostLastCheck(deps: Deps, tx: Tx, { repoId, actionKey, actionType }: ActionRow) {
  if (actionType !== 'create-check') return
  const checks = await lockChecksOfEffect(tx, { repoId, actionKey })
  const last = checks.at(-1)
  // What is under way comes in after all of these.
  if (!last?.hostId || !['succeeded', 'reconciled'].includes(last.status)) return
  const { hostId } = last
  if (!checks.some((one) => (one.hostId ?? 0) > hostId)) return
  const { source, sourceId, decisionId, actor } = last
  // The border to the union: an intent with all that is the same in each.
  const again = {
    ...intentOfAction(last),
    ...{
      repoId,
      pillar: pillarOfAction(last),
      source,
      sourceId,
      target: targetOfAction(last),
      actionKey,
      decisionId,
      actor
    },
    evidence: { says_again: last.id }
  } as NewAction
  await proposeAction(deps, tx, again)
}
