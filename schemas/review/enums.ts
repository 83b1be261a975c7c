// Enumerations of reviews.
import { enumeration } from '../enumeration.js'

export const REVIEW_VERDICTS = enumeration('ReviewVerdict', [
  'approved',
  'needs_discussion',
  'request_changes',
  'error'
])
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number]

/** The verdicts that may block: an error says nothing about the change. */
export const BLOCKING_VERDICTS = enumeration('BlockingVerdict', [
  'approved',
  'needs_discussion',
  'request_changes'
])
export type BlockingVerdict = (typeof BLOCKING_VERDICTS)[number]

/** From the weakest to the strongest. */
export const REVIEW_CONFIDENCES = enumeration('ReviewConfidence', ['low', 'medium', 'high'])
export type ReviewConfidence = (typeof REVIEW_CONFIDENCES)[number]

export const REVIEW_STATUSES = enumeration('ReviewStatus', [
  'queued',
  'running',
  'completed',
  'skipped',
  'error'
])
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

export const REVIEW_TRIGGERS = enumeration('ReviewTrigger', ['webhook', 'api', 'comment'])
export type ReviewTrigger = (typeof REVIEW_TRIGGERS)[number]

export const FINDING_CATEGORIES = enumeration('FindingCategory', [
  'bug',
  'security',
  'regression',
  'test_gap',
  'maintainability'
])
export type FindingCategory = (typeof FINDING_CATEGORIES)[number]

/** From the gravest to the slightest. */
export const REVIEW_SEVERITIES = enumeration('ReviewSeverity', ['critical', 'high', 'medium', 'low', 'info'])
export type ReviewSeverity = (typeof REVIEW_SEVERITIES)[number]

/** What the challenge has made of a finding. */
export const CHALLENGE_OUTCOMES = enumeration('ChallengeOutcome', [
  'upheld',
  'downgraded',
  'kept',
  'missed_risk',
  'dropped'
])
export type ChallengeOutcome = (typeof CHALLENGE_OUTCOMES)[number]

export const CORRECTNESS = enumeration('PatchCorrectness', ['patch is correct', 'patch is incorrect'])
export type Correctness = (typeof CORRECTNESS)[number]

export const DEFENSE_MODES = enumeration('DefenseMode', ['auto', 'always', 'never'])
export type DefenseMode = (typeof DEFENSE_MODES)[number]

/** What makes the defence look at a challenge again, in the mode `auto`. */
export const DEFENSE_TRIGGERS = enumeration('DefenseTrigger', [
  'finding_dropped',
  'severity_downgraded',
  'risk_found'
])
export type DefenseTrigger = (typeof DEFENSE_TRIGGERS)[number]

/** The built-in rules, which need no language model. */
export const REVIEW_RULES = enumeration('ReviewRule', [
  'secret_added',
  'workflow_danger',
  'vulnerable_dependency',
  'test_weakened',
  'counterpart_missing',
  'companion_missing',
  'unfit_file',
  'merge_marker',
  'debug_leftover',
  'owner_missing',
  'too_large',
  'hidden_text'
])
export type ReviewRule = (typeof REVIEW_RULES)[number]

/** What became of a finding that people were told. */
export const FINDING_OUTCOMES = enumeration('FindingOutcome', [
  'open',
  'mended',
  'helped',
  'refused',
  'ignored'
])
export type FindingOutcome = (typeof FINDING_OUTCOMES)[number]
