// The comment on an issue that lists the older issues it may duplicate.

import type { Deps, Tx } from '#deps.js'
import { duplicateAnnouncement, WITHDRAWN_TEXT } from '#domain/duplicates/text/announcement.js'
import { COMMENT_TOPIC, SIMILARITY_PARTS } from '#schemas/duplicates/duplicates.js'
import { canonicalIssueOf, issueNumbersOf } from '#store/duplicates/compared-issues.js'
import type { SignalRow } from '#store/duplicates/signals.js'
import { hasStickyComment, upsertStickyComment } from '../actions/sticky-comments.js'

export interface DuplicateComment {
  repoId: number
  /** The newer issue and its number. */
  issueId: number
  number: number
  /** All its current signals. */
  signals: readonly SignalRow[]
  /** Null if it follows from a change of another issue. */
  decisionId: number | null
  actor?: string
}

/** Returns the id of the action; undefined if the comment is up to date. */
export async function commentDuplicates(
  deps: Deps,
  tx: Tx,
  comment: DuplicateComment
): Promise<number | undefined> {
  const { issueId: _, signals, number, ...rest } = comment
  const topic = commentTopicOf(comment)
  const body =
    (await duplicateCommentText(tx, comment)) ??
    ((await hasStickyComment(tx, topic)) ? WITHDRAWN_TEXT : undefined)
  if (body === undefined) return undefined
  const evidence = { signals: signals.map(({ id }) => id) }
  return upsertStickyComment(deps, tx, {
    ...topic,
    ...rest,
    pillar: 'triage',
    source: COMMENT_TOPIC,
    body,
    evidence
  })
}

/** Updates the comment only if it exists. */
export async function updateDuplicateComment(
  deps: Deps,
  tx: Tx,
  comment: DuplicateComment
): Promise<number | undefined> {
  return (await hasStickyComment(tx, commentTopicOf(comment)))
    ? commentDuplicates(deps, tx, comment)
    : undefined
}

const commentTopicOf = ({ repoId, number }: DuplicateComment) => ({
  repoId,
  target: { type: 'issue' as const, number },
  topic: COMMENT_TOPIC
})

async function duplicateCommentText(
  tx: Tx,
  { repoId, issueId, signals }: DuplicateComment
): Promise<string | undefined> {
  if (signals.length === 0) return undefined
  const canonicalId = await canonicalIssueOf(tx, issueId)
  const ids = signals.map(({ targetIssueId }) => targetIssueId)
  const numbers = await issueNumbersOf(tx, repoId, canonicalId === null ? ids : [...ids, canonicalId])
  const pairs = signals.flatMap(({ targetIssueId, kind, status, similarity }) => {
    const number = numbers.get(targetIssueId)
    return number === undefined ? [] : [{ number, kind, status, similarity: similarity / SIMILARITY_PARTS }]
  })
  return duplicateAnnouncement(pairs, canonicalId === null ? undefined : numbers.get(canonicalId))
}
