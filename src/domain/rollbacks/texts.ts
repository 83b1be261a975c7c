// What rollbacks say to people: on the pull request that takes a merge back, and on the one that is taken back.

import { QUEUE_LABEL } from '#schemas/merge-queue/enums.js'
import type { RollbackReason } from '#schemas/rollbacks/enums.js'
import { ROLLBACK_PREFIX } from '../actions/policy.js'
import { HOTFIX_PRIORITY } from '../merge-queue/lane/order.js'
import { inertLine, inlineCode, link, plainProse } from '../text/markdown.js'

/** Of the merge that is taken back. */
export interface RevertedMerge {
  /** Null for a commit without a pull request. */
  prNumber: number | null
  /** Written by people, as are the details. */
  title: string | null
  mergeCommit: string
  /** Set where it left several commits. */
  beforeCommit: string | null
  baseBranch: string
  reason: RollbackReason
  details: string | null
  runUrl: string | null
}

const LONGEST_TITLE = 120
const short = (sha: string) => sha.slice(0, 7)

export const revertBranch = (
  { prNumber, mergeCommit }: Pick<RevertedMerge, 'prNumber' | 'mergeCommit'>,
  at: Date
): string => `${ROLLBACK_PREFIX}${prNumber === null ? short(mergeCommit) : `pr-${prNumber}`}-${at.getTime()}`

export function revertTitle({ prNumber, title, mergeCommit }: RevertedMerge): string {
  const what = prNumber === null ? short(mergeCommit) : `#${prNumber}`
  const words = inertLine(title ?? '', LONGEST_TITLE)
  return words === '' ? `Revert ${what}` : `Revert ${what}: ${words}`
}

export const revertMessage = (merge: RevertedMerge): string =>
  `${revertTitle(merge)}\n\nThis reverts commit ${merge.mergeCommit}.`

const WHY: Readonly<Record<RollbackReason, string>> = {
  deploy_check_failed: 'A deployment failed after it was merged.',
  policy_violation: 'What landed is not what was tested.',
  manual: 'Somebody asked for it.'
}

const detailsOf = ({ details }: Pick<RevertedMerge, 'details'>) =>
  details === null ? '' : plainProse(details)

/** The reason, and more words about it, in one line. */
export const reasonText = (merge: Pick<RevertedMerge, 'reason' | 'details'>): string =>
  [WHY[merge.reason], detailsOf(merge)].filter(Boolean).join(' ')

/** The same in paragraphs. */
const reasonLines = (merge: RevertedMerge): string[] => [
  `**Why:** ${WHY[merge.reason]}`,
  detailsOf(merge),
  merge.runUrl === null ? '' : link('See the run that failed.', merge.runUrl)
]

const paragraphs = (...lines: readonly string[]): string => lines.filter(Boolean).join('\n\n')

function commitLines({ mergeCommit, beforeCommit, baseBranch }: RevertedMerge): string {
  const commits =
    beforeCommit === null
      ? inlineCode(short(mergeCommit))
      : `those after ${inlineCode(short(beforeCommit))} up to ${inlineCode(short(mergeCommit))}`
  return [`- **Commits:** ${commits}`, `- **Branch:** ${inlineCode(baseBranch)}`].join('\n')
}

/** `admitsItself`: whether the queue takes a pull request by its label or its approval. */
export function revertBody(merge: RevertedMerge, admitsItself: boolean): string {
  const what = merge.prNumber === null ? 'a commit' : `#${merge.prNumber}`
  return paragraphs(
    `This pull request takes ${what} back, and nothing else: whatever came after it stays.`,
    commitLines(merge),
    ...reasonLines(merge),
    '### What to do next',
    admitsItself
      ? `Review and approve it. It has the label \`${QUEUE_LABEL}\`: once it is approved, it enters the merge queue with priority ${HOTFIX_PRIORITY}.`
      : `Review and approve it; then write \`/service merge\`, and it enters the merge queue with priority ${HOTFIX_PRIORITY}.`,
    'If what it takes back is not to blame, close this pull request.'
  )
}

/** On the pull request that is taken back. */
export const revertedComment = (merge: RevertedMerge, revertNumber: number): string =>
  paragraphs(
    `**Rollback: #${revertNumber} takes this back**`,
    ...reasonLines(merge),
    `Please review and approve #${revertNumber}, or close it if this pull request is not to blame.`,
    'To bring the change in again, open a new pull request that reverts the revert and mends what broke.'
  )

/** Asks people to do what the service could not. */
export const failedComment = (merge: RevertedMerge, error: string): string =>
  paragraphs(
    '**Rollback failed: please revert this by hand**',
    ...reasonLines(merge),
    plainProse(error),
    `If this is to be taken back, open a pull request to ${inlineCode(merge.baseBranch)} with the result of:`,
    manualCommand(merge)
  )

const manualCommand = ({ mergeCommit, beforeCommit }: RevertedMerge): string =>
  beforeCommit === null
    ? `${inlineCode(`git revert ${mergeCommit}`)} (with \`-m 1\` if the commit has two parents)`
    : inlineCode(`git revert ${beforeCommit}..${mergeCommit}`)
