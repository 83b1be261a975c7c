// The types of issues.
import type { TRIAGE_TYPES } from '../mirror/issues.js'

export type TriageType = (typeof TRIAGE_TYPES)[number]

/** Types that work in any repository. The others need a repository model, trained on the repository's own labels. */
export const COMMON_TYPES = [
  'bug',
  'feature',
  'question',
  'documentation'
] as const satisfies readonly TriageType[]
export type CommonType = (typeof COMMON_TYPES)[number]
