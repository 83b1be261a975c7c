// The host shows the check of a name that arrived last, whichever was sent first. If an older check arrives late, the
// latest one is posted again.
import type { Deps } from '#deps.js'
import type { ActionRow } from '#store/actions/actions.js'
import { lockChecksOfEffect } from '#store/actions/effects.js'
import type { Tx } from '#store/sql/database.js'
import { intentOfAction, pillarOfAction, targetOfAction } from './action-row.js'
import { type NewAction, proposeAction } from './propose.js'

/** Call this when a check is known to be on the host, while all checks of the effect are locked. */
export async function repostLastCheck(deps: Deps, tx: Tx, { repoId, actionKey, actionType }: ActionRow) {
  if (actionType !== 'create-check') return
  const checks = await lockChecksOfEffect(tx, { repoId, actionKey })
  const last = checks.at(-1)
  // A check that is still being executed arrives after all of these.
  if (!last?.hostId || !['succeeded', 'reconciled'].includes(last.status)) return
  const { hostId } = last
  if (!checks.some((check) => (check.hostId ?? 0) > hostId)) return
  const { source, sourceId, decisionId, actor } = last
  // Cast to the union: an intent with these fields, which are the same for each type.
  const repost = {
    ...intentOfAction(last),
    repoId,
    pillar: pillarOfAction(last),
    source,
    sourceId,
    target: targetOfAction(last),
    actionKey,
    decisionId,
    actor,
    evidence: { says_again: last.id }
  } as NewAction
  await proposeAction(deps, tx, repost)
}
