// The outcome of a re-run: a later attempt of the run has completed.

import type { Deps, Tx } from '#deps.js'
import type { HealOutcome } from '#schemas/actions/enums.js'
import type { HealStatus } from '#schemas/mirror/ci.js'
import type { HealedRunRow } from '#store/healing/attempts.js'
import { announceRepair } from './announcements.js'
import { type LockedHeal, recordHealActivity, updateHealAttempt } from './attempt-record.js'

/** A re-run uses the same commit, so that success shows that the commit did not cause the failure. */
export async function recordRerunOutcome(deps: Deps, tx: Tx, held: LockedHeal): Promise<void> {
  const at = deps.now()
  const { status, outcome } = outcomeOf(held.run)
  const updated = await updateHealAttempt(tx, held, {
    attempt: {
      status,
      outcome,
      error: null,
      settledRunAttempt: held.run.attempt,
      finishedAt: at,
      updatedAt: at
    },
    run: { healStatus: status, healedAt: status === 'healed' ? at : null }
  })
  if (status === 'healed') await announceRepair(deps, tx, updated)
  await recordHealActivity(tx, updated)
}

/** A cancelled run does not tell whether a re-run would have helped. */
function outcomeOf({ conclusion }: HealedRunRow): { status: HealStatus; outcome: HealOutcome } {
  if (conclusion === 'success') return { status: 'healed', outcome: 'verified' }
  const hasFailed = ['failure', 'timed_out', 'startup_failure'].some((word) => word === conclusion)
  return { status: 'failed', outcome: hasFailed ? 'ineffective' : 'unknown' }
}
