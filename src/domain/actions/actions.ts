// How managed actions are identified and compared.
import { createHash } from 'node:crypto'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { ActionStatus } from '#schemas/actions/enums.js'
import type { Json } from '#schemas/common.js'
import type { TargetType } from '#schemas/decisions/decisions.js'
import { canonicalJson } from '../json/canonical.js'

/** Whether the action has not reached a final status yet. */
export const isUnfinished = (status: ActionStatus): boolean =>
  ['proposed', 'approved', 'executing', 'retrying'].includes(status)

export interface ActionTarget {
  type: TargetType
  /** Number of the issue or pull request. */
  number?: number
  /** Name of the branch. */
  branch?: string
}

/** The target as one label, such as `issue:12`. */
export function targetLabel({ type, number, branch }: ActionTarget): string {
  const name = number ?? branch
  return name === undefined ? type : `${type}:${name}`
}

/** The single value that the action sets or removes, if it has one. */
export function intentValue(intent: ActionIntent): string | null {
  const args: Record<string, Json> = intent.arguments
  for (const name of ['label', 'priority', 'user', 'team', 'login', 'branch', 'name', 'method']) {
    const value = args[name]
    if (typeof value === 'string') return value
  }
  return null
}

/** The key of an action whose proposer gave none. */
export function defaultActionKey(intent: ActionIntent): string {
  const value = intentValue(intent)
  return value === null ? intent.actionType : `${intent.actionType}:${value}`
}

/** One change of a branch's protection at a time, whoever asks for it. */
export const protectionKey = (branch: string): string => `protection:${branch}`

/** The pull request that is kept current on a branch of the service. */
export const keptPullKey = (branch: string): string => `kept-pr:${branch}`

const HASH_LENGTH = 16

/** A short hash of the intent; two proposals with the same hash ask for the same change. */
export function contextHash(intent: ActionIntent): string {
  const text = canonicalJson({ type: intent.actionType, arguments: intent.arguments })
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
}
