// What the conclusion of a CI run says.
import type { RunConclusion } from '#schemas/host/enums.js'

const FAILURES = ['failure', 'timed_out', 'startup_failure'] as const satisfies readonly RunConclusion[]

/** The conclusions by which a run has passed or failed; all others say neither. */
export const JUDGING_CONCLUSIONS = ['success', ...FAILURES] as const

export function hasPassed(conclusion: RunConclusion | null): boolean | null {
  if (conclusion === 'success') return true
  return FAILURES.some((failure) => failure === conclusion) ? false : null
}
