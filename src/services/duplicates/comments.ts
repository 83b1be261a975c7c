// The one comment on an issue that tells of the older ones that it may repeat.

import { COMMENT_TOPIC, SIMILARITY_PARTS } from '../../../schemas/duplicates.js'
import type { Deps, Tx } from '../../deps.js'
import { announcementOf, WITHDRAWN } from '../../domain/duplicates/announcement.js'
import { numbersOf } from '../../store/compared-issues.js'
import type { SignalRow } from '../../store/duplicate-signals.js'
import { isSaid, sayInPlace } from '../standing-comments.js'

export interface Telling {
  repoId: number
  /** Number of the newer issue. */
  number: number
  /** All its signals that hold. */
  signals: readonly SignalRow[]
  decisionId: number
  actor?: string
}

/** Says by which action; nothing where there is nothing new to say. */
export async function tell(deps: Deps, tx: Tx, telling: Telling): Promise<number | undefined> {
  const { repoId, number, signals, ...rest } = telling
  const place = { repoId, target: { type: 'issue' as const, number }, topic: COMMENT_TOPIC }
  const body = (await textOf(tx, telling)) ?? ((await isSaid(tx, place)) ? WITHDRAWN : undefined)
  if (body === undefined) return undefined
  const evidence = { signals: signals.map(({ id }) => id) }
  return sayInPlace(deps, tx, { ...place, ...rest, pillar: 'triage', source: COMMENT_TOPIC, body, evidence })
}

async function textOf(tx: Tx, { repoId, signals }: Telling): Promise<string | undefined> {
  const ids = signals.map(({ targetIssueId }) => targetIssueId)
  const numbers = await numbersOf(tx, repoId, ids)
  return announcementOf(
    signals.flatMap(({ targetIssueId, kind, status, similarity }) => {
      const number = numbers.get(targetIssueId)
      return number === undefined ? [] : [{ number, kind, status, similarity: similarity / SIMILARITY_PARTS }]
    })
  )
}
