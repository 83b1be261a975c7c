// Enumerations of triage.

/** Feedback of people on a classification, by the labels that they added or removed. */
export const FEEDBACK_VERDICTS = ['confirmed', 'corrected', 'refused'] as const
export type FeedbackVerdict = (typeof FEEDBACK_VERDICTS)[number]

export const TRIAGE_TARGETS = ['issue', 'pr'] as const
export type TriageTarget = (typeof TRIAGE_TARGETS)[number]

/** `open`: failed for good, and not triaged since. */
export const FAILURE_STATES = ['open', 'retried', 'resolved'] as const
export type FailureState = (typeof FAILURE_STATES)[number]
