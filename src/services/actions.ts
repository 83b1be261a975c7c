// Managed actions: the only way by which the service changes anything on the host.
import { randomUUID } from 'node:crypto'
import type { ActionIntent } from '../../schemas/action-arguments.js'
import type { JsonObject } from '../../schemas/common.js'
import type { Waivable } from '../../schemas/pillars.js'
import type { Deps } from '../deps.js'
import { contextHash, keyOf, type Target, targetWord, valueIn } from '../domain/actions.js'
import {
  type ActionRow,
  deactivateEffect,
  insertAction,
  noteEvent,
  sameEffect,
  transition
} from '../store/actions.js'
import type { Tx } from '../store/database.js'
import { repositoryOf } from '../store/repositories.js'
import { SERVICE_ACTOR } from './decisions.js'

export type NewAction = ActionIntent & {
  repoId: number
  /** The pillar that must be on; null only for what a person asks for. */
  pillar: Waivable | null
  /** `ai_triage`, `custom_rule:<name>` and their like. */
  source: string
  sourceId?: number | null
  target: Target
  /** Names the effect; made of the type and its value unless given. */
  actionKey?: string
  /** The effect is wanted once for ever: what has succeeded under its key is not done again. */
  isOnce?: boolean
  decisionId?: number | null
  /** What it rests on; `target_snapshot` holds what must still be so when it is carried out. */
  evidence?: JsonObject
  maxRetries?: number
  actor?: string
}

/**
 * Proposes, approves and enqueues in the caller's transaction; says under which id. What is under way already under the
 * same key, on the same target and with the same arguments, is not proposed a second time.
 */
export async function proposeAction(deps: Deps, tx: Tx, action: NewAction): Promise<number> {
  const effect = {
    repoId: action.repoId,
    actionKey: action.actionKey ?? keyOf(action),
    target: targetWord(action.target)
  }
  const known = await sameEffect(tx, effect)
  const hash = contextHash(action)
  const isUnderWay = known !== undefined && known.resolvedAt === null
  if (known && (action.isOnce || (isUnderWay && known.contextHash === hash))) return known.id
  await deactivateEffect(tx, effect, deps.now())
  const row = await insertProposal(deps, tx, action)
  const approved = await transition(tx, row, {
    to: 'approved',
    actor: row.actor,
    at: deps.now(),
    set: { approvedAt: deps.now() }
  })
  if (!approved) throw new Error('a row that was just made has the status that it was made with')
  await deps.queue.enqueue(tx, 'action.execute', [{ payload: { action_id: row.id } }])
  return row.id
}

async function insertProposal(deps: Deps, tx: Tx, action: NewAction): Promise<ActionRow> {
  const { repoId, target, evidence = {}, actor = SERVICE_ACTOR } = action
  const { fullName } = await repositoryOf(tx, repoId)
  const at = deps.now()
  const row = await insertAction(tx, {
    repoId,
    repoFullName: fullName,
    source: action.source,
    sourceId: action.sourceId ?? null,
    pillar: action.pillar,
    actionType: action.actionType,
    actionKey: action.actionKey ?? keyOf(action),
    actionValue: valueIn(action),
    targetType: target.type,
    targetNumber: target.number ?? null,
    targetBranch: target.branch ?? null,
    target: targetWord(target),
    arguments: JSON.stringify(action.arguments),
    marker: randomUUID(),
    contextHash: contextHash(action),
    decisionId: action.decisionId ?? null,
    maxRetries: action.maxRetries ?? 3,
    actor,
    status: 'proposed',
    evidence,
    proposedAt: at,
    createdAt: at
  })
  if (!row) throw new Error('another action of the same effect came in between')
  await noteEvent(tx, { actionId: row.id, fromStatus: null, toStatus: 'proposed', actor, at, detail: null })
  return row
}

/** Does on the host what an action says. */
export async function carryOut(_deps: Deps, _actionId: number): Promise<void> {}
