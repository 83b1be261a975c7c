// The outcome of a proposed repair, from its pull request and the runs after the merge.
import type { HealOutcome } from '#schemas/actions/enums.js'
import type { HealPrStatus } from '#schemas/healing/enums.js'
import type { RunConclusion } from '#schemas/host/enums.js'
import { DAY_MS } from '../time/durations.js'

export interface HealPullFacts {
  state: HealPrStatus
  closedAt: Date | null
  mergedAt: Date | null
  /** The conclusion of the first relevant run of the workflow on the branch after the merge. */
  nextConclusion: RunConclusion | null
}

export interface PullOutcome {
  prStatus: HealPrStatus
  prClosedAt: Date | null
  outcome: HealOutcome
}

/** How long to wait for that run. */
const LONGEST_WAIT_MS = 7 * DAY_MS

export function pullOutcome(
  { state, closedAt, mergedAt, nextConclusion }: HealPullFacts,
  now: Date
): PullOutcome {
  if (state === 'open') return { prStatus: 'open', prClosedAt: null, outcome: 'pending' }
  if (state === 'closed') return { prStatus: 'closed', prClosedAt: closedAt, outcome: 'rejected' }
  const merged = { prStatus: 'merged' as const, prClosedAt: mergedAt }
  if (nextConclusion !== null)
    return { ...merged, outcome: nextConclusion === 'success' ? 'verified' : 'ineffective' }
  const isLate = mergedAt !== null && now.getTime() - mergedAt.getTime() > LONGEST_WAIT_MS
  return { ...merged, outcome: isLate ? 'unknown' : 'pending' }
}
