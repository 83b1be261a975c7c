// The one comment on an issue that tells of the older ones that it may repeat.

import type { Deps, Tx } from '#deps.js'
import { announcementOf, WITHDRAWN } from '#domain/duplicates/text/announcement.js'
import { COMMENT_TOPIC, SIMILARITY_PARTS } from '#schemas/duplicates/duplicates.js'
import { duplicateOf, numbersOf } from '#store/duplicates/compared-issues.js'
import type { SignalRow } from '#store/duplicates/signals.js'
import { isSaid, sayInPlace } from '../actions/standing-comments.js'

export interface Telling {
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
export async function tell(deps: Deps, tx: Tx, telling: Telling): Promise<number | undefined> {
  const { issueId: _, signals, number, ...rest } = telling
  const place = placeOf(telling)
  const body = (await textOf(tx, telling)) ?? ((await isSaid(tx, place)) ? WITHDRAWN : undefined)
  if (body === undefined) return undefined
  const evidence = { signals: signals.map(({ id }) => id) }
  return sayInPlace(deps, tx, { ...place, ...rest, pillar: 'triage', source: COMMENT_TOPIC, body, evidence })
}

/** The same where something was said before, and only there. */
export async function retell(deps: Deps, tx: Tx, telling: Telling): Promise<number | undefined> {
  return (await isSaid(tx, placeOf(telling))) ? tell(deps, tx, telling) : undefined
}

const placeOf = ({ repoId, number }: Telling) => ({
  repoId,
  target: { type: 'issue' as const, number },
  topic: COMMENT_TOPIC
})

async function textOf(tx: Tx, { repoId, issueId, signals }: Telling): Promise<string | undefined> {
  if (signals.length === 0) return undefined
  const canonicalId = await duplicateOf(tx, issueId)
  const ids = signals.map(({ targetIssueId }) => targetIssueId)
  const numbers = await numbersOf(tx, repoId, canonicalId === null ? ids : [...ids, canonicalId])
  const pairs = signals.flatMap(({ targetIssueId, kind, status, similarity }) => {
    const number = numbers.get(targetIssueId)
    return number === undefined ? [] : [{ number, kind, status, similarity: similarity / SIMILARITY_PARTS }]
  })
  return announcementOf(pairs, canonicalId === null ? undefined : numbers.get(canonicalId))
}
