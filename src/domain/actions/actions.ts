// What tells one managed action from another, and whether something is still to come of it.
import { createHash } from 'node:crypto'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { ActionStatus } from '#schemas/actions/words.js'
import type { Json } from '#schemas/common.js'
import type { TargetType } from '#schemas/decisions/decisions.js'
import { canonicalJson } from '../json/canonical.js'

/** Whether something is still to come of it. */
export const isLive = (status: ActionStatus): boolean =>
  ['proposed', 'approved', 'executing', 'retrying'].includes(status)

export interface ActionTarget {
  type: TargetType
  /** Of an issue or a pull request. */
  number?: number
  /** Of a branch. */
  branch?: string
}

/** A target as one word. */
export function targetLabel({ type, number, branch }: ActionTarget): string {
  const what = number ?? branch
  return what === undefined ? type : `${type}:${what}`
}

/** What is set or removed, where one word says it. */
export function intentValue(intent: ActionIntent): string | null {
  const given: Record<string, Json> = intent.arguments
  for (const name of ['label', 'priority', 'user', 'team', 'branch', 'name', 'method']) {
    const value = given[name]
    if (typeof value === 'string') return value
  }
  return null
}

/** Names the effect where whoever proposes it does not. */
export function defaultActionKey(intent: ActionIntent): string {
  const value = intentValue(intent)
  return value === null ? intent.actionType : `${intent.actionType}:${value}`
}

const HASH_LENGTH = 16

/** The start of a hash of what is to be done, by which two proposals are compared. */
export function contextHash(intent: ActionIntent): string {
  const said = canonicalJson({ type: intent.actionType, arguments: intent.arguments })
  return createHash('sha256').update(said).digest('hex').slice(0, HASH_LENGTH)
}
