// What a fix says on the host: the title and text of its pull request, its commit message, and the comments on the issue.
import type { LeastConfidence } from '#schemas/configuration/keys.js'
import type { FixStatus } from '#schemas/fixing/enums.js'
import type { Complexity } from '#schemas/model/answers.js'
import { plainText } from '../patches/model/plain-text.js'
import { fencedBlock, inlineCode, wrapLines } from '../text/markdown.js'
import { redactSecrets } from '../text/secrets.js'
import { storable } from '../text/storable.js'

export interface FixProposal {
  issueNumber: number
  /** Written by the model, as is the explanation. */
  summary: string
  explanation: string
  files: readonly string[]
  lines: number
  complexity: Complexity
  confidence: LeastConfidence
  riskScore: number
  riskLevel: string
  model: string
}

const LONGEST_SUMMARY = 120
const LONGEST_TEXT = 2_000
/** Code blocks do not wrap: beyond this a reader would have to scroll. */
const BLOCK_WIDTH = 100
const MOST_PATHS = 20
const LONGEST_TAG = 100

const plainSummary = (text: string): string => plainText(text, LONGEST_SUMMARY)

/** As it is stored: without anything that looks like a secret. */
export const storedText = (text: string): string =>
  storable(redactSecrets(text).slice(0, LONGEST_TEXT)).trim()

export function fixPullTitle({ issueNumber, summary }: Pick<FixProposal, 'issueNumber' | 'summary'>): string {
  return `Fix for issue ${issueNumber}: ${plainSummary(summary) || 'a small change'}`
}

/** Refers to the issue without a closing keyword: people or the release close it. */
export function fixPullBody(proposal: FixProposal): string {
  const { issueNumber, explanation, files, lines, complexity, confidence, riskScore, riskLevel, model } =
    proposal
  return [
    `This pull request proposes a change for #${issueNumber}. The language model ${inlineCode(model, LONGEST_TAG)} wrote it.`,
    '> **Nobody has run or reviewed this change.** It passed the guards of this repository, which allow only changes whose effects are known to be harmless.',
    '### What this changes',
    fencedBlock(wrapLines(storedText(explanation), BLOCK_WIDTH)),
    fileList(files),
    [
      `- **Lines changed:** ${lines}`,
      `- **Complexity:** ${complexity}`,
      `- **Confidence:** ${confidence}`,
      `- **Risk:** ${riskLevel} (${riskScore} of 100)${riskLevel === 'low' ? '' : '. Review it with extra care.'}`
    ].join('\n'),
    '### What to do next',
    `Review the change, and merge it once the checks pass. Merging it leaves the issue open. If you do not want it, close this pull request.`
  ].join('\n\n')
}

function fileList(files: readonly string[]): string {
  const more = files.length - MOST_PATHS
  return [
    ...files.slice(0, MOST_PATHS).map((path) => `- ${inlineCode(path)}`),
    ...(more > 0 ? [`- and ${more} more`] : [])
  ].join('\n')
}

export const fixCommitMessage = (proposal: Pick<FixProposal, 'issueNumber' | 'summary'>): string =>
  `${fixPullTitle(proposal)}\n\n[service-fix]`

export interface FixCommentInput {
  prNumber: number
  status: FixStatus
  complexity: Complexity | null
  confidence: LeastConfidence | null
}

/** The one comment on the issue; it is edited when people merge or close the pull request. */
export function fixComment({ prNumber, status, complexity, confidence }: FixCommentInput): string {
  if (status === 'merged')
    return `### Proposed fix merged\n\n#${prNumber} was merged. Close this issue if that resolves it.`
  if (status === 'closed')
    return `### Proposed fix not merged\n\n#${prNumber} was closed without being merged. This issue still needs a fix.`
  return [
    '### Fix proposed',
    `#${prNumber} proposes a change for this issue (complexity: ${complexity ?? 'unknown'}, confidence: ${confidence ?? 'unknown'}).`,
    'Review it, then merge it or close it. Merging it does not close this issue.'
  ].join('\n\n')
}

export interface ReleaseCommentInput {
  prNumber: number
  /** Chosen by people. */
  tag: string
  /** Whether the service closes the issue together with this comment. */
  closes: boolean
}

export const releaseComment = ({ prNumber, tag, closes }: ReleaseCommentInput): string =>
  `### Fix released\n\n#${prNumber}, which was made for this issue, is part of ${inlineCode(tag, LONGEST_TAG)}. ${
    closes
      ? 'This issue is closed with it. Reopen it if the problem persists in that release.'
      : 'Comment here if the problem persists in that release.'
  }`

export const fixBranch = (issueNumber: number, attempt: number): string =>
  `service/fix-${issueNumber}${attempt === 1 ? '' : `-${attempt}`}`
