// What people read of a fix: the title and the text of its pull request, its commit, and the comment on the issue.
import type { LeastConfidence } from '#schemas/configuration/keys.js'
import type { FixStatus } from '#schemas/fixing/words.js'
import type { Complexity } from '#schemas/model/answers.js'
import { fencedBlock, inlineCode } from '../healing/diagnosis-comment.js'
import { plainText } from '../patches/model/plain-text.js'
import { redactSecrets } from '../text/secrets.js'
import { storable } from '../text/storable.js'

export interface FixProposal {
  issueNumber: number
  /** In the words of the model, as is the explanation. */
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

export const plainSummary = (text: string): string => plainText(text, LONGEST_SUMMARY)

/** As it is kept, without what looks like a secret. */
export const storedText = (text: string): string =>
  storable(redactSecrets(text).slice(0, LONGEST_TEXT)).trim()

export function fixPullTitle({ issueNumber, summary }: Pick<FixProposal, 'issueNumber' | 'summary'>): string {
  return `Fix for issue ${issueNumber}: ${plainSummary(summary) || 'a small change'}`
}

/** It refers to the issue and does not close it: that is for people, or for the release. */
export function fixPullBody(proposal: FixProposal): string {
  const { issueNumber, explanation, files, lines, complexity, confidence, riskScore, riskLevel, model } =
    proposal
  const warning = riskLevel === 'low' ? [] : [`**Look closely:** the risk of this change is ${riskLevel}.`]
  return [
    `This proposes a change for #${issueNumber}. A language model (${inlineCode(model)}) wrote it, and the guards of this repository let it pass; nobody has tried it yet.`,
    fencedBlock(storedText(explanation).split('\n')),
    `Files: ${files.map(inlineCode).join(', ')}. Lines changed: ${lines}.`,
    `Complexity: ${complexity}. Confidence: ${confidence}. Risk: ${riskLevel} (${riskScore} of 100).`,
    ...warning
  ].join('\n\n')
}

export const fixCommitMessage = (proposal: Pick<FixProposal, 'issueNumber' | 'summary'>): string =>
  `${fixPullTitle(proposal)}\n\n[service-fix]`

export interface FixCommentInput {
  prNumber: number
  status: FixStatus
  complexity: Complexity | null
  confidence: LeastConfidence | null
}

export function fixComment({ prNumber, status, complexity, confidence }: FixCommentInput): string {
  if (status === 'merged') return `### A change was merged\n\n#${prNumber} was merged.`
  if (status === 'closed')
    return `### A change was not taken\n\n#${prNumber} was closed without being merged.`
  return `### A change is proposed\n\n#${prNumber} may answer this (complexity: ${complexity ?? 'unknown'}, confidence: ${confidence ?? 'unknown'}). It waits for people to look at it.`
}

export interface ReleaseCommentInput {
  prNumber: number
  /** A name that people gave. */
  tag: string
  /** Whether the issue is closed together with it. */
  closes: boolean
}

export const releaseComment = ({ prNumber, tag, closes }: ReleaseCommentInput): string =>
  `### A change is released\n\n#${prNumber}, which was made for this, is part of ${inlineCode(tag)}.${closes ? ' The issue is closed with it; open it again if it is not answered.' : ''}`

export const fixBranch = (issueNumber: number, attempt: number): string =>
  `service/fix-${issueNumber}${attempt === 1 ? '' : `-${attempt}`}`
