// What a review says on the host: its text, its comments on lines, and its check.
import type { ReviewConfidence, ReviewRule, ReviewVerdict } from '#schemas/review/enums.js'
import { REVIEW_SEVERITIES } from '#schemas/review/enums.js'
import type { LeftOutFile, ReviewFinding } from '#schemas/review/findings.js'
import { detailsBlock, inlineCode, plainProse } from '../text/markdown.js'

const LONGEST_SENTENCE = 1_000
const MOST_LISTED = 50
const SHORT_SHA = 7

/** Hidden in a comment, so that it is known again at the next head. */
export const findingMark = (fingerprint: string): string => `<!-- service-finding:${fingerprint} -->`

const MARK = /<!-- service-finding:([0-9a-f]{8,64}) -->/

export const fingerprintIn = (comment: string): string | undefined => MARK.exec(comment)?.[1]

export interface ToldReview {
  verdict: ReviewVerdict
  confidence: ReviewConfidence | null
  isBlocked: boolean
  /** All that count, the gravest first. */
  findings: readonly ReviewFinding[]
  /** What was told at an earlier head and is gone. */
  mended: number
  leftOut: readonly LeftOutFile[]
  quietRules: readonly ReviewRule[]
  /** What the language model could not do. */
  faults: readonly string[]
  /** Whether a language model would be asked, if there were one. */
  lacksModel: boolean
  /** What it says of the change as a whole. */
  explanation: string | null
}

const SAYS: Readonly<Record<ReviewVerdict, string>> = {
  approved: 'Nothing stands against this change.',
  needs_discussion: 'This should be looked at before it is merged.',
  request_changes: 'This should be changed before it is merged.',
  error: 'The review has no usable result.'
}

/** `3 findings: 1 critical, 2 medium`. */
export function countsLine(findings: readonly ReviewFinding[]): string {
  if (findings.length === 0) return 'No findings'
  const counts = REVIEW_SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((one) => one.severity === severity).length
  })).filter(({ count }) => count > 0)
  const words = counts.map(({ severity, count }) => `${count} ${severity}`).join(', ')
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}: ${words}`
}

export function reviewSummary({ verdict, confidence, findings, mended }: ToldReview): string {
  const sure = confidence === null ? '' : ` (${confidence} confidence)`
  const gone = mended === 0 ? '' : ` ${mended} told before ${mended === 1 ? 'is' : 'are'} mended.`
  return `${SAYS[verdict]} ${countsLine(findings)}${sure}.${gone}`
}

/** The text of the review; `elsewhere` are findings that have no comment on a line. */
export function reviewBody(review: ToldReview, elsewhere: readonly ReviewFinding[]): string {
  return [
    plainProse(reviewSummary(review), LONGEST_SENTENCE),
    ...remarksOn(elsewhere),
    ...notesOf(review)
  ].join('\n\n')
}

/** Findings as a list, for what has no line. */
export function remarksOn(findings: readonly ReviewFinding[]): string[] {
  const lines = findings
    .slice(0, MOST_LISTED)
    .map(
      (finding) =>
        `- **${plainProse(finding.title)}** (${finding.severity}${placeOf(finding)}): ${sentences(finding)}`
    )
  const more = findings.length - MOST_LISTED
  return lines.length === 0 ? [] : [[...lines, ...(more > 0 ? [`- And ${more} more.`] : [])].join('\n')]
}

function placeOf({ file, line }: ReviewFinding): string {
  if (file === null) return ''
  return `, ${inlineCode(file)}${line === null ? '' : ` line ${line}`}`
}

const sentences = ({ description, suggestion }: ReviewFinding): string =>
  [description, suggestion ?? '']
    .filter((text) => text !== '')
    .map((text) => plainProse(text, LONGEST_SENTENCE))
    .join(' ')

export const lineComment = (finding: ReviewFinding): string =>
  [
    `**${plainProse(finding.title)}** (${finding.severity}, ${finding.category.replace('_', ' ')})`,
    sentences(finding),
    findingMark(finding.fingerprint)
  ].join('\n\n')

/** In place of a comment whose finding is gone. */
export const mendedComment = (
  { title, fingerprint }: { title: string; fingerprint: string },
  sha: string
): string =>
  `Mended at ${inlineCode(sha.slice(0, SHORT_SHA))}: ${plainProse(title)}\n\n${findingMark(fingerprint)}`

export const dismissalReason = (sha: string): string =>
  `The review of ${sha.slice(0, SHORT_SHA)} says otherwise.`

export const outdatedApproval = (sha: string): string =>
  `It was given before ${sha.slice(0, SHORT_SHA)} was looked at.`

function notesOf({ leftOut, quietRules, faults, explanation }: ToldReview): string[] {
  const rules = quietRules.map((rule) => inlineCode(rule)).join(', ')
  return [
    ...(explanation === null || explanation === '' ? [] : [plainProse(explanation, LONGEST_SENTENCE)]),
    ...faults.map((fault) => plainProse(fault, LONGEST_SENTENCE)),
    ...(quietRules.length === 0
      ? []
      : [`Silent here, because their findings were mostly left as they were: ${rules}.`]),
    ...(leftOut.length === 0
      ? []
      : [detailsBlock(`${leftOut.length} files were not read`, leftOutList(leftOut))])
  ]
}

function leftOutList(leftOut: readonly LeftOutFile[]): string {
  const lines = leftOut
    .slice(0, MOST_LISTED)
    .map(({ path, reason }) => `- ${inlineCode(path)}: ${plainProse(reason)}`)
  const more = leftOut.length - MOST_LISTED
  return [...lines, ...(more > 0 ? [`- And ${more} more.`] : [])].join('\n')
}

export interface ReviewCheckText {
  conclusion: 'success' | 'failure' | 'neutral' | null
  title: string
  summary: string
}

export const RUNNING_REVIEW: ReviewCheckText = {
  conclusion: null,
  title: 'The change is being read',
  summary: 'The result follows.'
}

export const skippedCheck = (reason: string): ReviewCheckText => ({
  conclusion: 'neutral',
  title: 'Not reviewed',
  summary: plainProse(reason, LONGEST_SENTENCE)
})

/** The check of a commit is one for all pull requests with this head: none takes away what another one has found. */
export const besideBlocked = (text: ReviewCheckText, other: number): ReviewCheckText =>
  text.conclusion === null || text.conclusion === 'failure'
    ? text
    : {
        conclusion: 'failure',
        title: `#${other} has the same head, and its review fails`,
        summary: `Close #${other} or mend what its review has found; then ask for this review again.\n\n${text.summary}`
      }

const NEXT = {
  failure:
    'Mend what was found and push, or ask a maintainer for a waiver for `ai_review`. The check is made anew for each push.',
  success: 'Nothing needs to be done.',
  neutral: 'Nothing needs to be done. Ask for the review again, if you want one.'
}

const NO_MODEL =
  'Only rules have read the change (`no_model`): `MODEL_PROVIDER` and the settings beside it bring a language model.'

export function reviewCheck(review: ToldReview): ReviewCheckText & { conclusion: keyof typeof NEXT } {
  const conclusion = review.verdict === 'error' ? 'neutral' : review.isBlocked ? 'failure' : 'success'
  return {
    conclusion,
    title: countsLine(review.findings),
    summary: [
      plainProse(reviewSummary(review), LONGEST_SENTENCE),
      `**What to do next:** ${NEXT[conclusion]}`,
      ...remarksOn(review.findings),
      ...(review.lacksModel ? [NO_MODEL] : []),
      ...notesOf(review)
    ].join('\n\n')
  }
}
