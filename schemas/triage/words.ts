// The words of triage.

/** What people later said about a judgement, by the labels that they set or took off. */
export const FEEDBACK_VERDICTS = ['confirmed', 'corrected', 'refused'] as const
export type FeedbackVerdict = (typeof FEEDBACK_VERDICTS)[number]

export const TRIAGE_TARGETS = ['issue', 'pr'] as const
export type TriageTarget = (typeof TRIAGE_TARGETS)[number]

/** `open`: given up, and nobody has judged it since. */
export const FAILURE_STATES = ['open', 'retried', 'resolved'] as const
export type FailureState = (typeof FAILURE_STATES)[number]
