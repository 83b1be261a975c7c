// What every type of effect can do: be found, be done, be verified.
import type { BlockedReason, CheckType } from '#schemas/actions/words.js'
import type { JsonObject } from '#schemas/common.js'
import type { RepositoryClient } from './repository-client.js'

/** What is to be done, and by which mark it is known again. */
export interface TypedEffectOrder<Arguments> {
  arguments: Arguments
  /** Of the issue or pull request; 0 where there is none. */
  number: number
  branch: string
  marker: string
  /** Nothing of it is older than this. */
  since: Date
}

export interface EffectResult {
  hostId: number | null
  /** What the host said of it. */
  evidence: JsonObject
}

export type EffectState =
  | { is: 'absent' }
  | { is: 'done'; done: EffectResult }
  /** It cannot be, or it cannot be told whether it is: nothing is done then. */
  | { is: 'blocked'; reason: BlockedReason; expected: string; actual: string }

export interface EffectCheck {
  checkType: CheckType
  expected: string
  actual: string
  drifted: boolean
  /** Nothing can be said yet: it is looked at again later. */
  isOpen?: boolean
  outcome?: 'merged' | 'closed'
  at?: Date | null
}

export interface EffectHandler<Arguments> {
  /** Whether it has been done, asked of the host. */
  find(hands: RepositoryClient, order: TypedEffectOrder<Arguments>): Promise<EffectState>
  perform(hands: RepositoryClient, order: TypedEffectOrder<Arguments>): Promise<EffectResult>
  /** Where there is nothing to look at, what was done counts as confirmed. */
  verify?(hands: RepositoryClient, order: TypedEffectOrder<Arguments>): Promise<EffectCheck>
}

export const notDone: EffectState = { is: 'absent' }

export function alreadyDone(evidence: JsonObject, hostId: number | null = null): EffectState {
  return { is: 'done', done: { hostId, evidence } }
}

export function blocked(reason: BlockedReason, expected: string, actual: string): EffectState {
  return { is: 'blocked', reason, expected, actual }
}

/** Hidden in the text that is posted, where only the service looks for it. */
export const markerComment = (marker: string): string => `<!-- service-effect:${marker} -->`

export const withMarker = (text: string, marker: string): string => `${text}\n\n${markerComment(marker)}`

/** One is it; several of one mark are nobody's doing but somebody else's. */
export function singleMatch(
  found: readonly JsonObject[],
  doneBy: (one: JsonObject) => EffectState
): EffectState {
  const [first] = found
  if (!first) return notDone
  if (found.length > 1)
    return blocked('marker_ambiguous', 'one with the mark', `${found.length} with the mark`)
  return doneBy(first)
}
