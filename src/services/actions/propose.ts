// Managed actions: the only way in which the service changes anything on the host.
import { randomUUID } from 'node:crypto'
import type { Deps } from '#deps.js'
import {
  type ActionTarget,
  contextHash,
  defaultActionKey,
  intentValue,
  targetLabel
} from '#domain/actions/actions.js'
import { actionPolicy } from '#domain/actions/policy.js'
import { executionJobOf } from '#domain/actions/urgency.js'
import { type ActionIntent, isWithinBounds } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import {
  type ActionRow,
  deactivateActions,
  insertAction,
  insertActionEvent,
  lastActionOfEffect,
  lockUnfinishedActions,
  transition
} from '#store/actions/actions.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { endAction, noteEnd } from './follow-up.js'
import { type ActionStop, checkActionPolicy, countStopWaiver } from './policy-check.js'

export type NewAction = ActionIntent & {
  repoId: number
  /** The pillar that must be enabled; null for requests by people and for cleaning up after the service itself. */
  pillar: Waivable | null
  /** For example `ai_triage` or `custom_rule:<name>`. */
  source: string
  sourceId?: number | null
  target: ActionTarget
  /** Identifies the effect; derived from the type and its value by default. */
  actionKey?: string
  /** The marker of an earlier effect that this one continues; a new one by default. */
  mark?: { marker: string; markedAt: Date }
  /** The effect must happen only once: if an action with this key has succeeded, none is proposed again. */
  isOnce?: boolean
  decisionId?: number | null
  /** Evidence for the decision; `target_snapshot` holds what must still be true at execution. */
  evidence?: JsonObject
  maxRetries?: number
  actor?: string
  /** Seconds for which the queue leaves the action to the proposer, who executes it at once. */
  headStartSeconds?: number
}

const MOST_RETRIES = 3
export const MOST_ARGUMENT_BYTES = 4 * 1024 * 1024

/**
 * Proposes, approves and enqueues an action in the caller's transaction, and returns its id. If a guard stops it, the
 * action is blocked or cancelled from the start. An unfinished action with the same key, target and arguments is
 * reused.
 */
export async function proposeAction(deps: Deps, tx: Tx, action: NewAction): Promise<number> {
  const repository = await repositoryById(tx, action.repoId)
  const row = rowOf(deps, repository, action)
  const known = await lastActionOfEffect(tx, row)
  if (known && isSameRequest(known, action, row.contextHash)) return known.id
  const stop = await checkProposal(deps, tx, { action, repository, isTaken: known?.resolvedAt === null })
  if (stop) return insertStopped(deps, tx, row, stop)
  await deactivateActions(tx, row, row.proposedAt)
  const inserted = await insertAction(tx, row)
  // A concurrent transaction proposed the same action and committed first.
  if (!inserted) return insertStopped(deps, tx, row, duplicate)
  await noteProposal(tx, inserted)
  const at = row.proposedAt
  await transition(tx, inserted, { to: 'approved', actor: row.actor, at, set: { approvedAt: at } })
  const { headStartSeconds: startAfterSeconds = 0 } = action
  const job = { payload: { action_id: inserted.id }, startAfterSeconds }
  await deps.queue.enqueue(tx, executionJobOf(inserted.actionType), [job])
  return inserted.id
}

interface SupersededEffect {
  repoId: number
  actionKey: string
  actor: string
  detail: string
}

/**
 * Cancels the unfinished actions of an effect, at any target, in favour of a new one. Returns those that were being
 * executed: their writes may still reach the host until the lease expires.
 */
export async function cancelEffect(deps: Deps, tx: Tx, superseded: SupersededEffect): Promise<ActionRow[]> {
  const { actor, detail } = superseded
  const at = deps.now()
  const unfinished = await lockUnfinishedActions(tx, superseded)
  for (const row of unfinished) {
    const set = { resolvedAt: at, errorMessage: detail }
    await endAction(deps, tx, row, { to: 'cancelled', actor, at, detail, set })
  }
  return unfinished.filter(({ status }) => status === 'executing')
}

/** Seconds until no write of these actions can reach the host any more, for an action that must not overtake them. */
export function waitSeconds({ now }: Deps, executing: readonly ActionRow[]): number {
  const at = now().getTime()
  const lastWriteAt = Math.max(at, ...executing.map(({ leasedUntil }) => leasedUntil?.getTime() ?? 0))
  return Math.ceil((lastWriteAt - at) / 1000)
}

function isSameRequest(known: ActionRow, { isOnce = false }: NewAction, hash: string): boolean {
  return isOnce || (known.resolvedAt === null && known.contextHash === hash)
}

type NewRow = ReturnType<typeof rowOf>

function rowOf(deps: Deps, { repoId, fullName }: KnownRepository, action: NewAction) {
  const { target } = action
  const at = deps.now()
  return {
    repoId,
    repoFullName: fullName,
    source: action.source,
    sourceId: action.sourceId ?? null,
    pillar: action.pillar,
    actionType: action.actionType,
    actionKey: action.actionKey ?? defaultActionKey(action),
    actionValue: intentValue(action),
    targetType: target.type,
    targetNumber: target.number ?? null,
    targetBranch: target.branch ?? null,
    target: targetLabel(target),
    arguments: JSON.stringify(action.arguments),
    marker: action.mark?.marker ?? randomUUID(),
    markedAt: action.mark?.markedAt ?? at,
    contextHash: contextHash(action),
    decisionId: action.decisionId ?? null,
    maxRetries: action.maxRetries ?? MOST_RETRIES,
    actor: action.actor ?? SERVICE_ACTOR,
    status: 'proposed' as const,
    evidence: action.evidence ?? {},
    proposedAt: at,
    createdAt: at
  }
}

const duplicate: ActionStop = {
  to: 'blocked',
  reason: 'duplicate_action',
  detail: 'Another action with the same effect is in progress.',
  evidence: {}
}

const outOfBounds: ActionStop = {
  to: 'blocked',
  reason: 'evidence_incomplete',
  detail: 'The arguments exceed the limits of the action type.',
  evidence: {}
}

interface ProposalToCheck {
  action: NewAction
  repository: KnownRepository
  isTaken: boolean
}

async function checkProposal(
  deps: Deps,
  tx: Tx,
  { action, repository, isTaken }: ProposalToCheck
): Promise<ActionStop | undefined> {
  if (isTaken) return duplicate
  const { pillar, target } = action
  if (Buffer.byteLength(JSON.stringify(action.arguments)) > MOST_ARGUMENT_BYTES)
    return {
      to: 'blocked',
      reason: 'evidence_incomplete',
      detail: 'The arguments are larger than 4 MiB.',
      evidence: {}
    }
  if (!isWithinBounds(action)) return outOfBounds
  const policy = actionPolicy({ intent: action, pillar, target, defaultBranch: repository.defaultBranch })
  return checkActionPolicy(deps, tx, { repoId: action.repoId, intent: action, pillar, target, policy })
}

/** Stored to show what was not done; it does not block later actions. */
async function insertStopped(deps: Deps, tx: Tx, row: NewRow, stop: ActionStop): Promise<number> {
  const { to, reason, detail, evidence } = stop
  const at = row.proposedAt
  const inserted = await insertAction(tx, {
    ...row,
    status: to,
    blockedReason: reason,
    errorMessage: detail,
    evidence: { ...row.evidence, ...evidence },
    resolvedAt: at
  })
  if (!inserted) throw new Error('a stopped action conflicts with an existing one')
  await noteProposal(tx, inserted)
  await insertActionEvent(tx, {
    actionId: inserted.id,
    fromStatus: 'proposed',
    toStatus: to,
    actor: row.actor,
    at,
    detail
  })
  await countStopWaiver(tx, stop, at)
  await noteEnd(deps, tx, inserted)
  return inserted.id
}

async function noteProposal(tx: Tx, { id, actor, proposedAt }: ActionRow): Promise<void> {
  await insertActionEvent(tx, {
    actionId: id,
    fromStatus: null,
    toStatus: 'proposed',
    actor,
    at: proposedAt,
    detail: null
  })
}
