// The contract of every effect: find it, perform it, verify it.
import { createHash } from 'node:crypto'
import type { BlockedReason, CheckType } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import type { RepositoryClient } from './repository-client.js'

/** What to do, and the marker by which the result is recognised. */
export interface TypedEffectOrder<Arguments> {
  arguments: Arguments
  /** Of the issue or pull request; 0 if there is none. */
  number: number
  branch: string
  marker: string
  /** No trace of this effect is older. */
  since: Date
  /** What was sent with this marker before, if that is known. */
  earlier?: EarlierEffect
}

/** `none`: nothing was sent. Otherwise the id of what was made. */
type EarlierEffect = 'none' | { hostId: number }

export interface EffectResult {
  hostId: number | null
  /** What the host returned. */
  evidence: JsonObject
  /** It was there already, and nothing was written. */
  isFound?: true
}

export type EffectState =
  /** `before`: what is there now, which nobody can tell once it is changed. */
  { is: 'absent'; before?: JsonObject } | { is: 'done'; done: EffectResult } | BlockedState

/** Impossible or ambiguous: nothing is written. */
export interface BlockedState {
  is: 'blocked'
  reason: BlockedReason
  expected: string
  actual: string
}

export interface EffectCheck {
  checkType: CheckType
  expected: string
  actual: string
  drifted: boolean
  /** Undecided yet: it is verified again later. */
  isOpen?: boolean
  outcome?: 'merged' | 'closed'
  at?: Date | null
}

export interface EffectHandler<Arguments> {
  /** Asks the host whether the effect has been performed already. */
  find(repository: RepositoryClient, order: TypedEffectOrder<Arguments>): Promise<EffectState>
  /** Whether a first try need not ask: nothing can be there, `perform` asks by itself, or it does no harm twice. */
  needsNoFinding?(order: TypedEffectOrder<Arguments>): boolean
  perform(repository: RepositoryClient, order: TypedEffectOrder<Arguments>): Promise<EffectResult>
  /** Effects without it count as confirmed once performed. */
  verify?(repository: RepositoryClient, order: TypedEffectOrder<Arguments>): Promise<EffectCheck>
}

export const notDone: EffectState = { is: 'absent' }

export function alreadyDone(evidence: JsonObject, hostId: number | null = null): EffectState {
  return { is: 'done', done: { hostId, evidence } }
}

export function blocked(reason: BlockedReason, expected: string, actual: string): BlockedState {
  return { is: 'blocked', reason, expected, actual }
}

/** Hidden in the posted text, so that the service finds what it wrote. */
export const markerComment = (marker: string): string => `<!-- service-effect:${marker} -->`

/** A hidden hash beside the marker of what is edited in place: it tells which text the host shows. */
export const textMark = (text: string): string =>
  `<!-- service-text:${createHash('sha256').update(text).digest('hex').slice(0, 16)} -->`

export const withMarker = (text: string, marker: string): string => `${text}\n\n${markerComment(marker)}`

/** One match is ours. Several cannot be: somebody has copied the marker. */
export function singleMatch(
  matches: readonly JsonObject[],
  stateOf: (match: JsonObject) => EffectState
): EffectState {
  const [first] = matches
  if (!first) return notDone
  if (matches.length > 1)
    return blocked('marker_ambiguous', 'one match for the marker', `${matches.length} matches for the marker`)
  return stateOf(first)
}
