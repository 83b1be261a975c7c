// Enumerations of triage.
import { enumeration } from '../enumeration.js'

/** Feedback of people on a classification, by the labels that they added or removed. */
export const FEEDBACK_VERDICTS = ['confirmed', 'corrected', 'refused'] as const
export type FeedbackVerdict = (typeof FEEDBACK_VERDICTS)[number]

export const TRIAGE_TARGETS = enumeration('TriageTarget', ['issue', 'pr'])
export type TriageTarget = (typeof TRIAGE_TARGETS)[number]

/** `open`: failed for good, and not triaged since. */
export const FAILURE_STATES = enumeration('TriageFailureState', ['open', 'retried', 'resolved'])
export type FailureState = (typeof FAILURE_STATES)[number]
