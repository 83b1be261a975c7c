// Sticky comments: one comment per target and topic, edited in place when its text changes.

import type { Deps, Tx } from '#deps.js'
import { type ActionTarget, contextHash, targetLabel } from '#domain/actions/actions.js'
import { topicKey } from '#schemas/actions/enums.js'
import { lastActionOfEffect } from '#store/actions/actions.js'
import { firstActionOfEffect } from '#store/actions/marks.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { cancelEffect, type NewAction, proposeAction, waitSeconds } from './propose.js'

export interface StickyComment
  extends Pick<NewAction, 'repoId' | 'pillar' | 'source' | 'decisionId' | 'evidence' | 'actor'> {
  target: ActionTarget & { number: number }
  /** One comment exists per topic. */
  topic: string
  body: string
}

/**
 * Returns the id of the action that will update the comment; undefined if the comment has this text already, or is
 * about to.
 */
export async function upsertStickyComment(
  deps: Deps,
  tx: Tx,
  { topic, body, ...proposal }: StickyComment
): Promise<number | undefined> {
  const { repoId, target, actor = SERVICE_ACTOR } = proposal
  const actionKey = `${topicKey(topic)}${target.number}`
  const effect = { repoId, actionKey, target: targetLabel(target) }
  const intent = { actionType: 'add-comment' as const, arguments: { body, in_place: true } }
  const known = await lastActionOfEffect(tx, effect)
  if (known?.contextHash === contextHash(intent)) return undefined
  const executing = await cancelEffect(deps, tx, {
    repoId,
    actionKey,
    actor,
    detail: 'A newer comment replaced it.'
  })
  const first = await firstActionOfEffect(tx, effect)
  return proposeAction(deps, tx, {
    ...proposal,
    ...intent,
    actionKey,
    headStartSeconds: waitSeconds(deps, executing),
    ...(first ? { mark: first } : {})
  })
}

/** Whether a comment on this topic exists, or is about to be posted. */
export async function hasStickyComment(
  tx: Tx,
  { repoId, target, topic }: Pick<StickyComment, 'repoId' | 'target' | 'topic'>
): Promise<boolean> {
  const effect = { repoId, actionKey: `${topicKey(topic)}${target.number}`, target: targetLabel(target) }
  return (await lastActionOfEffect(tx, effect)) !== undefined
}
