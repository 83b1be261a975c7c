// The effects of managed actions on the host, by type.
import type { ActionIntent, ArgumentsOf } from '#schemas/actions/arguments.js'
import type { ActionType } from '#schemas/actions/words.js'
import type { JsonObject } from '#schemas/common.js'
import type { TargetType } from '#schemas/decisions/decisions.js'
import type { HostClient } from '../api/client.js'
import { objectAt, stringAt } from '../events/payload.js'
import type { RepositoryAccess } from '../resources/listings.js'
import { branchHead, createBranch, deleteBranch } from './branches.js'
import { createCheck } from './checks.js'
import { addComment, commentCommit } from './comments.js'
import type { EffectCheck, EffectHandler, EffectResult, EffectState, TypedEffectOrder } from './effect.js'
import { addLabel, removeLabel, setPriorityLabel } from './labels.js'
import { createPatchPull } from './patches.js'
import { repositoryClientFor } from './repository-client.js'
import { rerunFailedJobs } from './reruns.js'
import { approve, requestReview } from './reviews.js'
import { closeIssue, closePull, mergePull } from './states.js'

export type { EffectCheck, EffectResult, EffectState } from './effect.js'

const EFFECTS: { readonly [One in ActionType]: EffectHandler<ArgumentsOf<One>> } = {
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
  'set-priority': setPriorityLabel,
  'rerun-failed-jobs': rerunFailedJobs,
  'comment-commit': commentCommit
}

/** An intent, where it goes, and by which mark it is known again. */
export type EffectOrder = ActionIntent & Omit<TypedEffectOrder<unknown>, 'arguments'>

export interface EffectTarget {
  type: TargetType
  number: number
  branch: string
}

export interface Effects {
  find(place: RepositoryAccess, order: EffectOrder): Promise<EffectState>
  /** `mayWrite` is asked before each write, and throws where it is no longer wanted. */
  perform(place: RepositoryAccess, order: EffectOrder, mayWrite: () => Promise<void>): Promise<EffectResult>
  /** Nothing where there is nothing to look at. */
  verify(place: RepositoryAccess, order: EffectOrder): Promise<EffectCheck | undefined>
  /** What stands at the target now; nothing where it is gone. */
  targetState(place: RepositoryAccess, target: EffectTarget): Promise<JsonObject | undefined>
}

const readOnly = () => Promise.reject(new Error('a look at the host writes nothing'))

// The border to TypeScript, which does not relate the type of an order to its arguments; the table's type does.
function handlerOf(order: EffectOrder): EffectHandler<EffectOrder['arguments']> {
  return EFFECTS[order.actionType] as EffectHandler<EffectOrder['arguments']>
}

export function openEffects(client: HostClient): Effects {
  return {
    find: (place, order) => handlerOf(order).find(repositoryClientFor(client, place, readOnly), order),
    perform: (place, order, mayWrite) =>
      handlerOf(order).perform(repositoryClientFor(client, place, mayWrite), order),
    async verify(place, order) {
      return handlerOf(order).verify?.(repositoryClientFor(client, place, readOnly), order)
    },
    async targetState(place, { type, number, branch }) {
      const hands = repositoryClientFor(client, place, readOnly)
      if (type === 'branch') {
        const tip = await branchHead(hands, branch)
        return tip === undefined ? undefined : { head_sha: tip }
      }
      const found = await hands.read(type === 'pr' ? '/pulls/{number}' : '/issues/{number}', { number })
      return found && targetStateIn(found)
    }
  }
}

function targetStateIn(found: JsonObject): JsonObject {
  const head = stringAt(objectAt(found, 'head'), 'sha')
  return {
    updated_at: stringAt(found, 'updated_at'),
    state: stringAt(found, 'state'),
    ...(head === null ? {} : { head_sha: head })
  }
}
