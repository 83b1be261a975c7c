// The effects of managed actions on the host, by type.
import type { ActionIntent, ArgumentsOf } from '#schemas/actions/arguments.js'
import type { ActionType } from '#schemas/actions/words.js'
import type { JsonObject } from '#schemas/common.js'
import type { TargetType } from '#schemas/decisions/decisions.js'
import type { HostClient } from '../api/client.js'
import { objectAt, textAt } from '../events/payload.js'
import type { Place } from '../resources/listings.js'
import { createBranch, deleteBranch, tipOf } from './branches.js'
import { createCheck } from './checks.js'
import { addComment, commentCommit } from './comments.js'
import type { Check, Done, Effect, Finding, Order } from './effect.js'
import { addLabel, removeLabel, setPriority } from './labels.js'
import { createPatchPull } from './patches.js'
import { handsOf } from './repository-client.js'
import { rerunFailedJobs } from './reruns.js'
import { approve, requestReview } from './reviews.js'
import { closeIssue, closePull, mergePull } from './states.js'

export type { Check, Done, Finding } from './effect.js'

const EFFECTS: { readonly [One in ActionType]: Effect<ArgumentsOf<One>> } = {
  'add-label': addLabel,
  'remove-label': removeLabel,
  'add-comment': addComment,
  'add-reviewer': requestReview,
  'request-review': requestReview,
  approve,
  'create-patch-pr': createPatchPull,
  'create-branch': createBranch,
  'create-check': createCheck,
  'close-issue': closeIssue,
  'close-pr': closePull,
  'merge-pr': mergePull,
  'delete-branch': deleteBranch,
  'set-priority': setPriority,
  'rerun-failed-jobs': rerunFailedJobs,
  'comment-commit': commentCommit
}

/** An intent, where it goes, and by which mark it is known again. */
export type EffectOrder = ActionIntent & Omit<Order<unknown>, 'arguments'>

export interface EffectTarget {
  type: TargetType
  number: number
  branch: string
}

export interface Effects {
  found(place: Place, order: EffectOrder): Promise<Finding>
  /** `mayWrite` is asked before each write, and throws where it is no longer wanted. */
  perform(place: Place, order: EffectOrder, mayWrite: () => Promise<void>): Promise<Done>
  /** Nothing where there is nothing to look at. */
  verify(place: Place, order: EffectOrder): Promise<Check | undefined>
  /** What stands at the target now; nothing where it is gone. */
  stateOf(place: Place, target: EffectTarget): Promise<JsonObject | undefined>
}

const readOnly = () => Promise.reject(new Error('a look at the host writes nothing'))

// The border to TypeScript, which does not relate the type of an order to its arguments; the table's type does.
function effectOf(order: EffectOrder): Effect<EffectOrder['arguments']> {
  return EFFECTS[order.actionType] as Effect<EffectOrder['arguments']>
}

export function openEffects(client: HostClient): Effects {
  return {
    found: (place, order) => effectOf(order).found(handsOf(client, place, readOnly), order),
    perform: (place, order, mayWrite) => effectOf(order).perform(handsOf(client, place, mayWrite), order),
    async verify(place, order) {
      return effectOf(order).verify?.(handsOf(client, place, readOnly), order)
    },
    async stateOf(place, { type, number, branch }) {
      const hands = handsOf(client, place, readOnly)
      if (type === 'branch') {
        const tip = await tipOf(hands, branch)
        return tip === undefined ? undefined : { head_sha: tip }
      }
      const found = await hands.read(type === 'pr' ? '/pulls/{number}' : '/issues/{number}', { number })
      return found && stateIn(found)
    }
  }
}

function stateIn(found: JsonObject): JsonObject {
  const head = textAt(objectAt(found, 'head'), 'sha')
  return {
    updated_at: textAt(found, 'updated_at'),
    state: textAt(found, 'state'),
    ...(head === null ? {} : { head_sha: head })
  }
}
