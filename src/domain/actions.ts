// What tells one managed action from another, and whether something is still to come of it.
import { createHash } from 'node:crypto'
import type { ActionIntent } from '../../schemas/action-arguments.js'
import type { ActionStatus } from '../../schemas/action-words.js'
import type { Json, JsonObject } from '../../schemas/common.js'
import type { TargetType, Verdict } from '../../schemas/decisions.js'
import { canonicalJson } from './canonical.js'

/** Whether something is still to come of it. */
export const isLive = (status: ActionStatus): boolean =>
  ['proposed', 'approved', 'executing', 'retrying'].includes(status)

export interface Target {
  type: TargetType
  /** Of an issue or a pull request. */
  number?: number
  /** Of a branch. */
  branch?: string
}

/** A target as one word. */
export function targetWord({ type, number, branch }: Target): string {
  const what = number ?? branch
  return what === undefined ? type : `${type}:${what}`
}

/** What is set or removed, where one word says it. */
export function valueIn(intent: ActionIntent): string | null {
  const given: Record<string, Json> = intent.arguments
  for (const name of ['label', 'priority', 'user', 'team', 'branch', 'name', 'method']) {
    const value = given[name]
    if (typeof value === 'string') return value
  }
  return null
}

/** Names the effect where whoever proposes it does not. */
export function keyOf(intent: ActionIntent): string {
  const value = valueIn(intent)
  return value === null ? intent.actionType : `${intent.actionType}:${value}`
}

const HASH_LENGTH = 16

/** The start of a hash of what is to be done, by which two proposals are compared. */
export function contextHash(intent: ActionIntent): string {
  const said = canonicalJson({ type: intent.actionType, arguments: intent.arguments })
  return createHash('sha256').update(said).digest('hex').slice(0, HASH_LENGTH)
}

/** Whether a failed action may be tried again, as an evaluator says it. */
export function retryRequest({ status = null, retries = 0, max_retries = 0 }: JsonObject): Verdict {
  const hasFailed = status === 'failed'
  const isAllowed = Number(retries) < Number(max_retries)
  const conditions = [
    { check: 'status(failed)', result: hasFailed },
    { check: 'max_retries', result: isAllowed, detail: `${retries} of ${max_retries}` }
  ]
  if (hasFailed && isAllowed) return { decision: 'acted', reason: 'It was asked for.', conditions }
  return { decision: 'blocked', reason: 'It is not to be tried again.', conditions }
}
