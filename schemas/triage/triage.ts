// What kinds of issues there are to tell apart.
import type { TRIAGE_TYPES } from '../mirror/issues.js'

export type TriageType = (typeof TRIAGE_TYPES)[number]

/** What can be told of any repository; the other kinds only where its own labels have taught them. */
export const COMMON_TYPES = ['bug', 'feature', 'question'] as const satisfies readonly TriageType[]
export type CommonType = (typeof COMMON_TYPES)[number]
