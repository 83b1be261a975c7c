// What every type of effect can do: be found, be done, be verified.
import type { BlockedReason, CheckType } from '#schemas/actions/words.js'
import type { JsonObject } from '#schemas/common.js'
import type { Hands } from './repository-client.js'

/** What is to be done, and by which mark it is known again. */
export interface Order<Arguments> {
  arguments: Arguments
  /** Of the issue or pull request; 0 where there is none. */
  number: number
  branch: string
  marker: string
  /** Nothing of it is older than this. */
  since: Date
}

export interface Done {
  hostId: number | null
  /** What the host said of it. */
  evidence: JsonObject
}

export type Finding =
  | { is: 'absent' }
  | { is: 'done'; done: Done }
  /** It cannot be, or it cannot be told whether it is: nothing is done then. */
  | { is: 'blocked'; reason: BlockedReason; expected: string; actual: string }

export interface Check {
  checkType: CheckType
  expected: string
  actual: string
  drifted: boolean
  /** Nothing can be said yet: it is looked at again later. */
  isOpen?: boolean
  outcome?: 'merged' | 'closed'
  at?: Date | null
}

export interface Effect<Arguments> {
  /** Whether it has been done, asked of the host. */
  found(hands: Hands, order: Order<Arguments>): Promise<Finding>
  perform(hands: Hands, order: Order<Arguments>): Promise<Done>
  /** Where there is nothing to look at, what was done counts as confirmed. */
  verify?(hands: Hands, order: Order<Arguments>): Promise<Check>
}

export const absent: Finding = { is: 'absent' }

export function isDone(evidence: JsonObject, hostId: number | null = null): Finding {
  return { is: 'done', done: { hostId, evidence } }
}

export function blocked(reason: BlockedReason, expected: string, actual: string): Finding {
  return { is: 'blocked', reason, expected, actual }
}

/** Hidden in the text that is posted, where only the service looks for it. */
export const markOf = (marker: string): string => `<!-- service-effect:${marker} -->`

export const marked = (text: string, marker: string): string => `${text}\n\n${markOf(marker)}`

/** One is it; several of one mark are nobody's doing but somebody else's. */
export function onlyOne(found: readonly JsonObject[], doneBy: (one: JsonObject) => Finding): Finding {
  const [first] = found
  if (!first) return absent
  if (found.length > 1)
    return blocked('marker_ambiguous', 'one with the mark', `${found.length} with the mark`)
  return doneBy(first)
}
