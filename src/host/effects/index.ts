// The effects of managed actions on the host, by action type.
import type { ActionIntent, ArgumentsOf } from '#schemas/actions/arguments.js'
import type { ActionType } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import type { TargetType } from '#schemas/decisions/decisions.js'
import type { HostClient } from '../api/client.js'
import { objectAt, stringAt } from '../payload.js'
import type { RepositoryAccess } from '../resources/listings.js'
import { branchHead, createBranch, deleteBranch } from './branches.js'
import { buildCandidate, dropCandidate } from './candidates.js'
import { createCheck } from './checks.js'
import { removeCollaborator, setCollaborator } from './collaborators.js'
import { addComment, commentCommit } from './comments.js'
import type { EffectCheck, EffectHandler, EffectResult, EffectState, TypedEffectOrder } from './effect.js'
import { addLabel, removeLabel, setPriorityLabel } from './labels.js'
import { setProtection, tightenProtection } from './protections.js'
import { keepPatchPull } from './pulls/kept.js'
import { createPatchPull } from './pulls/patches.js'
import { createRevertPull } from './pulls/reverts.js'
import { repositoryClientFor } from './repository-client.js'
import { setLabels } from './repository-labels.js'
import { setRepositorySettings } from './repository-settings.js'
import { rerunFailedJobs } from './reruns.js'
import { dismissReview, editReviewComment, submitReview } from './review-comments.js'
import { approve, requestReview } from './reviews.js'
import { closeStale, warnStale } from './stale.js'
import { closeIssue, closePull, mergePull } from './states.js'
import { trackIssue } from './tracking-issues.js'
import { setWorkflowToken } from './workflow-token.js'

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
  'comment-commit': commentCommit,
  'set-collaborator': setCollaborator,
  'remove-collaborator': removeCollaborator,
  'set-protection': setProtection,
  'tighten-protection': tightenProtection,
  'set-labels': setLabels,
  'set-repository-settings': setRepositorySettings,
  'set-workflow-token': setWorkflowToken,
  'warn-stale': warnStale,
  'close-stale': closeStale,
  'track-issue': trackIssue,
  'build-candidate': buildCandidate,
  'drop-candidate': dropCandidate,
  'create-revert-pr': createRevertPull,
  'keep-patch-pr': keepPatchPull,
  'submit-review': submitReview,
  'edit-review-comment': editReviewComment,
  'dismiss-review': dismissReview
}

/** An intent, its target, and the marker by which its result is recognised. */
export type EffectOrder = ActionIntent & Omit<TypedEffectOrder<unknown>, 'arguments'>

export interface EffectTarget {
  type: TargetType
  number: number
  branch: string
}

export interface Effects {
  find(access: RepositoryAccess, order: EffectOrder): Promise<EffectState>
  /** Whether a first try may perform it without finding anything. */
  needsNoFinding(order: EffectOrder): boolean
  /** `mayWrite` is called before each write, and throws if the write is no longer allowed. */
  perform(access: RepositoryAccess, order: EffectOrder, mayWrite: () => Promise<void>): Promise<EffectResult>
  /** Undefined for effects that cannot be verified. */
  verify(access: RepositoryAccess, order: EffectOrder): Promise<EffectCheck | undefined>
  /** The current state of the target; undefined if it no longer exists. */
  targetState(access: RepositoryAccess, target: EffectTarget): Promise<JsonObject | undefined>
}

const readOnly = () => Promise.reject(new Error('A read-only lookup tried to write to the host'))

// Cast: TypeScript cannot relate the action type of an order to its arguments; the type of the table does.
function handlerOf(order: EffectOrder): EffectHandler<EffectOrder['arguments']> {
  return EFFECTS[order.actionType] as EffectHandler<EffectOrder['arguments']>
}

export function openEffects(client: HostClient): Effects {
  return {
    find: (access, order) => handlerOf(order).find(repositoryClientFor(client, access, readOnly), order),
    needsNoFinding: (order) => handlerOf(order).needsNoFinding?.(order) ?? false,
    perform: (access, order, mayWrite) =>
      handlerOf(order).perform(repositoryClientFor(client, access, mayWrite), order),
    async verify(access, order) {
      return handlerOf(order).verify?.(repositoryClientFor(client, access, readOnly), order)
    },
    async targetState(access, { type, number, branch }) {
      const repository = repositoryClientFor(client, access, readOnly)
      if (type === 'branch') {
        const tip = await branchHead(repository, branch)
        return tip === undefined ? undefined : { head_sha: tip }
      }
      const item = await repository.read(type === 'pr' ? '/pulls/{number}' : '/issues/{number}', { number })
      return item && targetStateIn(item)
    }
  }
}

function targetStateIn(item: JsonObject): JsonObject {
  const head = stringAt(objectAt(item, 'head'), 'sha')
  return {
    updated_at: stringAt(item, 'updated_at'),
    state: stringAt(item, 'state'),
    ...(head === null ? {} : { head_sha: head })
  }
}
