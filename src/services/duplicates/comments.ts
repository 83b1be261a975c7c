// The one comment on an issue that tells of the older ones that it may repeat.

import type { Deps, Tx } from '#deps.js'
import { duplicateAnnouncement, WITHDRAWN_TEXT } from '#domain/duplicates/text/announcement.js'
import { COMMENT_TOPIC, SIMILARITY_PARTS } from '#schemas/duplicates/duplicates.js'
import { canonicalIssueOf, issueNumbersOf } from '#store/duplicates/compared-issues.js'
import type { SignalRow } from '#store/duplicates/signals.js'
import { hasStickyComment, upsertStickyComment } from '../actions/sticky-comments.js'

export interface DuplicateComment {
  repoId: number
  /** The newer issue, and its number. */
  issueId: number
  number: number
  /** All its signals that hold. */
  signals: readonly SignalRow[]
  /** Null where it follows from what happened to another issue. */
  decisionId: number | null
  actor?: string
}

/** Says by which action; nothing where there is nothing new to say. */
export async function commentDuplicates(
  deps: Deps,
  tx: Tx,
  telling: DuplicateComment
): Promise<number | undefined> {
  const { issueId: _, signals, number, ...rest } = telling
  const place = commentTopicOf(telling)
  const body =
    (await duplicateCommentText(tx, telling)) ??
    ((await hasStickyComment(tx, place)) ? WITHDRAWN_TEXT : undefined)
  if (body === undefined) return undefined
  const evidence = { signals: signals.map(({ id }) => id) }
  return upsertStickyComment(deps, tx, {
    ...place,
    ...rest,
    pillar: 'triage',
    source: COMMENT_TOPIC,
    body,
    evidence
  })
}

/** The same where something was said before, and only there. */
export async function updateDuplicateComment(
  deps: Deps,
  tx: Tx,
  telling: DuplicateComment
): Promise<number | undefined> {
  return (await hasStickyComment(tx, commentTopicOf(telling)))
    ? commentDuplicates(deps, tx, telling)
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
