// The verdict on a change: by what the built-in rules found, by what the language model says, or by both.
import {
  type Correctness,
  REVIEW_CONFIDENCES,
  REVIEW_SEVERITIES,
  REVIEW_VERDICTS,
  type ReviewConfidence,
  type ReviewVerdict
} from '#schemas/review/enums.js'
import type { ReviewFinding } from '#schemas/review/findings.js'
import type { ReviewSettings } from '#schemas/review/settings.js'

/** What the verdict needs to know of a finding. Without a rule it is one of the language model. */
export type JudgedFinding = Pick<ReviewFinding, 'severity' | 'confidence' | 'rule' | 'adversarial_status'>

/** What the language model has said. */
export type ModelOpinion =
  /** It was not asked. */
  | { is: 'absent' }
  /** It gave no answer that can be used. */
  | { is: 'failed' }
  | {
      is: 'answered'
      correctness: Correctness | null
      confidence: number | null
      /** Whether a second pass has challenged the findings. */
      isChallenged: boolean
      /** Whether a finding that was critical at first is so no longer on the word of the challenge alone. */
      isUnsettled: boolean
    }

export interface Judgement {
  verdict: ReviewVerdict
  /** Null for an error. */
  confidence: ReviewConfidence | null
}

const judged = (verdict: ReviewVerdict, confidence: ReviewConfidence): Judgement => ({ verdict, confidence })

/** The graver of what the model and the rules say each; what the challenge has dropped does not count. */
export function judge(all: readonly JudgedFinding[], opinion: ModelOpinion): Judgement {
  const findings = all.filter(({ adversarial_status: status }) => status !== 'dropped')
  if (opinion.is === 'absent') return firstVerdict(findings, NO_WORDS)
  if (opinion.is === 'failed') return withoutModel(firstVerdict(findings, NO_WORDS))
  const byModel = opinion.isChallenged ? challengedVerdict(findings) : firstVerdict(findings, opinion)
  const ofRules = findings.filter(({ rule }) => rule !== null)
  return graver(guarded(byModel, findings, opinion.isUnsettled), firstVerdict(ofRules, NO_WORDS))
}

/** Rules may object without the model; that nothing was found says nothing when the model was to look as well. */
function withoutModel(byRules: Judgement): Judgement {
  return byRules.verdict === 'request_changes' ? byRules : { verdict: 'error', confidence: null }
}

export interface ReadFiles {
  reviewed: number
  /** Those that could not be read, and those that the settings do not want read. */
  unread: number
  ignored: number
}

/** What nobody has read is not approved: that nothing was found says little of a part, and nothing of a change unread. */
export function asFarAsRead(judgement: Judgement, { reviewed, unread, ignored }: ReadFiles): Judgement {
  if (judgement.verdict !== 'approved') return judgement
  if (reviewed === 0 && unread + ignored > 0) return { verdict: 'error', confidence: null }
  return unread > 0 ? judged('approved', 'low') : judgement
}

interface WholeWords {
  correctness: Correctness | null
  confidence: number | null
}

const NO_WORDS: WholeWords = { correctness: null, confidence: null }

/** Without words on the whole change, the findings alone decide; that there are none proves little. */
export function firstVerdict(findings: readonly JudgedFinding[], overall: WholeWords): Judgement {
  const verdict = firstWord(findings, overall.correctness)
  const byFindings = verdict === 'approved' ? 0 : surestOfGravest(findings)
  return judged(verdict, confidenceWord(overall.confidence ?? byFindings))
}

function firstWord(findings: readonly JudgedFinding[], correctness: Correctness | null): ReviewVerdict {
  if (correctness === 'patch is correct') return 'approved'
  const { critical, high, medium } = severityCounts(findings)
  if (critical >= 1 || high >= 2) return 'request_changes'
  const isObjecting = correctness === 'patch is incorrect' || high + medium > 0
  return isObjecting ? 'needs_discussion' : 'approved'
}

const MANY_FINDINGS = 5

/** The verdict when the findings have stood a challenge. */
export function challengedVerdict(findings: readonly JudgedFinding[]): Judgement {
  const { critical, high } = severityCounts(findings)
  if (critical >= 1) return judged('request_changes', 'high')
  if (high >= 3) return judged('request_changes', 'medium')
  if (high >= 1) return judged('needs_discussion', 'medium')
  if (findings.length >= MANY_FINDINGS) return judged('needs_discussion', 'low')
  return judged('approved', 'high')
}

/** No critical finding ends as approved, whatever is said of the whole, and none goes away on one word. */
function guarded(judgement: Judgement, findings: readonly JudgedFinding[], isUnsettled: boolean): Judgement {
  if (judgement.verdict !== 'approved') return judgement
  const critical = findings.filter(({ severity }) => severity === 'critical')
  if (critical.length > 0) return judged('request_changes', confidenceWord(surestOfGravest(critical)))
  return isUnsettled ? judged('needs_discussion', 'low') : judgement
}

/** The graver verdict; of two that are equal, the surer one. */
function graver(a: Judgement, b: Judgement): Judgement {
  const difference = REVIEW_VERDICTS.indexOf(a.verdict) - REVIEW_VERDICTS.indexOf(b.verdict)
  if (difference !== 0) return difference > 0 ? a : b
  return rankOf(a.confidence) >= rankOf(b.confidence) ? a : b
}

const LEAST_HIGH = 0.8
const LEAST_MEDIUM = 0.5

export function confidenceWord(confidence: number): ReviewConfidence {
  if (confidence >= LEAST_HIGH) return 'high'
  return confidence >= LEAST_MEDIUM ? 'medium' : 'low'
}

/** How sure the surest of the gravest findings is. */
function surestOfGravest(findings: readonly JudgedFinding[]): number {
  const gravest = REVIEW_SEVERITIES.find((word) => findings.some(({ severity }) => severity === word))
  return findings
    .filter(({ severity }) => severity === gravest)
    .reduce((surest, { confidence }) => Math.max(surest, confidence), 0)
}

function severityCounts(findings: readonly JudgedFinding[]) {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

/** 1 for low to 3 for high; 0 for none. */
const rankOf = (confidence: ReviewConfidence | null): number =>
  confidence === null ? 0 : REVIEW_CONFIDENCES.indexOf(confidence) + 1

/** What the check of the review says. An error neither blocks nor passes. */
export function reviewConclusion(
  { verdict, confidence }: Judgement,
  settings: Pick<ReviewSettings, 'block_on_verdict' | 'min_confidence_to_block'>
): 'failure' | 'success' | 'neutral' {
  if (verdict === 'error') return 'neutral'
  const isSure = rankOf(confidence) >= rankOf(settings.min_confidence_to_block)
  return isSure && settings.block_on_verdict.includes(verdict) ? 'failure' : 'success'
}
