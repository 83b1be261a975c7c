// Follows up a proposed patch when its action ends: labels the pull request, requests a review and notifies the owner;
// or deletes the branch if there is no pull request.

import type { Deps, EffectState, Tx } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import { valueAt } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, findAction, lockAction, retryIdOf } from '#store/actions/actions.js'
import { completeFollowUp } from '#store/actions/follow-ups.js'
import { findLabels } from '#store/mirror/labels.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { effectOrderOf, pillarOfAction } from '../actions/action-row.js'
import { commentOnCommit } from '../actions/commit-comments.js'
import { tellEnd } from '../actions/follow-up.js'
import { proposeAction } from '../actions/propose.js'
import { recordLateEffect } from '../actions/record-effect.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { patchBranchOf, proposeBranchDeletion } from './branch-cleanup.js'
import type { FollowUp, PatchComment, PatchPull } from './propose.js'

const ownerOf = ({ registry }: Deps, { source }: ActionRow) => registry.patchOwners.get(source)

/** Idempotent. */
export async function followPatch(deps: Deps, actionId: number): Promise<void> {
  const row = await findAction(deps.db, actionId)
  if (!row || isUnfinished(row.status)) return
  const isResolved = pullOf(row) !== undefined || (await retryIdOf(deps.db, row.id)) !== undefined
  const leftovers = isResolved ? {} : await findLeftovers(deps, row)
  await deps.transaction(async (tx) => {
    await lockRepository(tx, row.repoId)
    // A retry locks the same row, so that neither interferes between the other's check and its change.
    const held = await lockAction(tx, row.id)
    if (!held) return
    await followLocked(deps, tx, held, leftovers)
    await completeFollowUp(tx, held.id)
  })
}

interface Leftovers {
  /** The action was given up, but its pull request exists all the same. */
  late?: Extract<EffectState, { is: 'done' }>
  /** The head commit of the branch. */
  tip?: string
}

/** What a patch without a pull request left on the host. A retry may have been stopped before it started. */
async function findLeftovers(deps: Deps, row: ActionRow): Promise<Leftovers> {
  const repository = await repositoryById(deps.db, row.repoId)
  if (!repository.live || (row.executedAt === null && row.parentActionId === null)) return {}
  const place = repositoryAccessOf(repository)
  const finding = await deps.host.effects.find(place, effectOrderOf(row))
  if (finding.is === 'done') return { late: finding }
  if (finding.is === 'blocked') return {}
  const target = { type: 'branch' as const, number: 0, branch: patchBranchOf(row) }
  const tip = (await deps.host.effects.targetState(place, target))?.['head_sha']
  return typeof tip === 'string' ? { tip } : {}
}

/** The caller holds the repository and the action. */
async function followLocked(deps: Deps, tx: Tx, row: ActionRow, { late, tip }: Leftovers): Promise<void> {
  const pull = pullOf(row)
  if (pull) return followPull(deps, tx, row, pull)
  // A retry has the same marker and branch, and its own follow-up.
  if ((await retryIdOf(tx, row.id)) !== undefined) return
  if (late) return followLate(deps, tx, row, late)
  if (tip !== undefined) await proposeBranchDeletion(deps, tx, row, tip)
  await ownerOf(deps, row)?.onGivenUp(deps, tx, row)
}

function pullOf({ evidence }: Pick<ActionRow, 'evidence'>): PatchPull | undefined {
  // Cast at the database boundary: evidence is JSON.
  const json = evidence as JsonObject
  const [number, url, headSha] = ['pr_number', 'url', 'head_sha'].map((key) => valueAt(json, key))
  if (typeof number !== 'number') return undefined
  return {
    number,
    url: typeof url === 'string' ? url : null,
    headSha: typeof headSha === 'string' ? headSha : null
  }
}

async function followLate(
  deps: Deps,
  tx: Tx,
  row: ActionRow,
  { done }: Extract<EffectState, { is: 'done' }>
): Promise<void> {
  const recorded = await recordLateEffect(deps, tx, row.id, { done, isOurs: true })
  if (!recorded) return
  await tellEnd(deps, tx, recorded)
  const pull = pullOf(recorded)
  if (pull) await followPull(deps, tx, recorded, pull)
}

async function followPull(deps: Deps, tx: Tx, row: ActionRow, pull: PatchPull): Promise<void> {
  const { repoId, source, sourceId, decisionId } = row
  const shared = { repoId, pillar: pillarOfAction(row), source, sourceId, decisionId, isOnce: true }
  // Cast at the database boundary: the evidence of a patch contains its follow-up.
  const followUp = valueAt(row.evidence as JsonObject, 'follow_up') as FollowUp | undefined
  if (followUp) {
    const { labels, reviewer, comment } = followUp
    const target = { type: 'pr' as const, number: pull.number }
    for (const label of await findLabels(tx, repoId, labels))
      await proposeAction(deps, tx, { ...shared, target, actionType: 'add-label', arguments: { label } })
    if (reviewer !== null)
      await proposeAction(deps, tx, {
        ...shared,
        target,
        actionType: 'request-review',
        arguments: { user: reviewer }
      })
    if (comment !== null && !(await updateCommitComment(deps, tx, row, { comment, pull })))
      await proposeAction(deps, tx, {
        ...shared,
        actionKey: `patch-told:${row.id}`,
        ...commentIntent(row, comment, pull)
      })
  }
  await ownerOf(deps, row)?.onPullOpened(deps, tx, row, pull)
}

/** Edits the comment if one was posted on the commit before there was a patch. */
async function updateCommitComment(
  deps: Deps,
  tx: Tx,
  row: ActionRow,
  { comment, pull }: { comment: PatchComment; pull: PatchPull }
): Promise<boolean> {
  if (!('goesOn' in comment) || !comment.goesOn) return false
  const { repoId, source, sourceId, decisionId } = row
  const { actionKey, branch } = comment.goesOn
  return commentOnCommit(deps, tx, {
    repoId,
    pillar: pillarOfAction(row),
    source,
    sourceId,
    decisionId,
    actionKey,
    sha: comment.sha,
    body: bodyWith(comment, pull),
    target: { type: 'branch', branch }
  })
}

const bodyWith = ({ body }: PatchComment, { number }: PatchPull) => `${body}\n\n**Pull request:** #${number}`

function commentIntent({ targetBranch }: ActionRow, comment: PatchComment, pull: PatchPull) {
  const body = bodyWith(comment, pull)
  return 'sha' in comment
    ? {
        actionType: 'comment-commit' as const,
        arguments: { sha: comment.sha, body },
        target: { type: 'branch' as const, branch: targetBranch ?? '' }
      }
    : {
        actionType: 'add-comment' as const,
        arguments: { body },
        target: { type: 'issue' as const, number: comment.issue }
      }
}
