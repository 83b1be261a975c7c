// What a change of an attempt means for the pipeline.
import type { HealOutcome } from '#schemas/actions/enums.js'
import type { HealStatus } from '#schemas/mirror/ci.js'

interface AttemptState {
  status: HealStatus
  outcome: HealOutcome | null
  /** The re-run or the pull request that is to heal. */
  actionId: number | null
}

export type HealEventType = 'heal_attempted' | 'heal_succeeded' | 'heal_failed'

/**
 * A pull request alone has healed nothing: the repair has succeeded once a run has passed with it. What was skipped or
 * was only diagnosed is no attempt.
 */
export function healEventBetween(before: AttemptState, after: AttemptState): HealEventType | undefined {
  if (before.outcome !== after.outcome) {
    if (after.outcome === 'verified') return 'heal_succeeded'
    if (after.outcome === 'ineffective' || after.outcome === 'rejected') return 'heal_failed'
  }
  if (before.status !== 'failed' && after.status === 'failed') return 'heal_failed'
  return before.actionId === null && after.actionId !== null ? 'heal_attempted' : undefined
}
