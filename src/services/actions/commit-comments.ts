// One comment per topic on a commit, edited in place by the attempt that posted it first.
import type { Deps, Tx } from '#deps.js'
import { type ActionTarget, contextHash, targetLabel } from '#domain/actions/actions.js'
import { lastActionOfEffect } from '#store/actions/actions.js'
import { firstActionOfEffect } from '#store/actions/marks.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { cancelEffect, type NewAction, proposeAction, waitSeconds } from './propose.js'

export interface CommitComment
  extends Pick<NewAction, 'repoId' | 'pillar' | 'source' | 'decisionId' | 'evidence'> {
  sha: string
  body: string
  target: ActionTarget
  actionKey: string
  sourceId: number | null
}

/** Returns true if the caller's comment is posted or about to be. A comment of another source is left alone. */
export async function commentOnCommit(deps: Deps, tx: Tx, comment: CommitComment): Promise<boolean> {
  const { sha, body, ...proposal } = comment
  const { repoId, target, actionKey } = proposal
  const effect = { repoId, actionKey, target: targetLabel(target) }
  const intent = { actionType: 'comment-commit' as const, arguments: { sha, body, in_place: true } }
  const known = await lastActionOfEffect(tx, effect)
  if (known && known.sourceId !== proposal.sourceId) return false
  if (known?.contextHash === contextHash(intent)) return true
  const executing = await cancelEffect(deps, tx, {
    repoId,
    actionKey,
    actor: SERVICE_ACTOR,
    detail: 'A newer comment replaced it.'
  })
  const first = await firstActionOfEffect(tx, effect)
  await proposeAction(deps, tx, {
    ...proposal,
    ...intent,
    headStartSeconds: waitSeconds(deps, executing),
    ...(first ? { mark: first } : {})
  })
  return true
}
