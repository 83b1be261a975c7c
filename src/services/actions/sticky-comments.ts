// Sticky comments: one comment per target and topic, edited in place when its text changes.

import type { Deps, Tx } from '#deps.js'
import { type ActionTarget, targetLabel } from '#domain/actions/actions.js'
import { topicKey } from '#schemas/actions/enums.js'
import { lastActionOfEffect } from '#store/actions/actions.js'
import type { NewAction } from './propose.js'
import { upsertEffect } from './upsert-effect.js'

export interface StickyComment
  extends Pick<NewAction, 'repoId' | 'pillar' | 'source' | 'decisionId' | 'evidence' | 'actor'> {
  target: ActionTarget & { number: number }
  /** One comment exists per topic. */
  topic: string
  body: string
  /** Seconds for which it can still be replaced before it is posted. */
  settlingSeconds?: number
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
  return upsertEffect(deps, tx, {
    ...proposal,
    actionType: 'add-comment',
    arguments: { body, in_place: true },
    actionKey: `${topicKey(topic)}${proposal.target.number}`,
    replaced: 'A newer comment replaced it.'
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
