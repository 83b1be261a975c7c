// Requests by people: retry or cancel an action.
import { randomUUID } from 'node:crypto'
import type { Deps } from '#deps.js'
import { retryRequestV1 } from '#domain/actions/retry-request.v1.js'
import { type JsonText, joined, memberOf, textOf } from '#domain/json/text.js'
import { actionNotFound, actionRetriedAlready, actionRetryLimit, actionState } from '#errors/actions.js'
import type { RetriedAction } from '#schemas/actions/actions.js'
import { mayBecome } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import {
  type ActionRow,
  insertAction,
  insertActionEvent,
  lastActionOfEffect,
  lockAction,
  markRetried,
  retryIdOf
} from '#store/actions/actions.js'
import { actionText } from '#store/actions/reports.js'
import type { Tx } from '#store/sql/database.js'
import { recordDecision } from '../decisions/record.js'
import { endAction } from './follow-up.js'

async function lockExisting(tx: Tx, id: number): Promise<ActionRow> {
  const row = await lockAction(tx, id)
  if (!row) throw actionNotFound(id)
  return row
}

/**
 * A retry is an action of its own with the marker of the first, so that an effect of the first attempt is found and not
 * repeated.
 */
export async function retryAction(deps: Deps, id: number, actor: string): Promise<JsonText<RetriedAction>> {
  const jobId = randomUUID()
  const childId = await deps.transaction(async (tx) => {
    const parent = await lockExisting(tx, id)
    await mustBeRetriable(tx, parent)
    const decisionId = await recordRetry(deps, tx, { parent, actor })
    const child = await insertChild(deps, tx, { parent, actor, decisionId })
    const startAfterSeconds = await secondsBeforeRetry(deps, tx, { parent, actor })
    const job = { id: jobId, payload: { action_id: child.id }, startAfterSeconds }
    await deps.queue.enqueue(tx, 'action.execute', [job])
    return child.id
  })
  const reply = textOf({ message: `The retry of action ${id} is queued.`, job_id: jobId })
  return joined(reply, memberOf('action', await actionText(deps.db, childId)))
}

/** Only the last action of a chain may be retried, so that a chain is never longer than the limit. */
async function mustBeRetriable(tx: Tx, parent: ActionRow): Promise<void> {
  const child = await retryIdOf(tx, parent.id)
  if (child) throw actionRetriedAlready(parent.id, child)
  if (parent.status !== 'failed') throw actionState(parent.id, parent.status, 'tried again')
  if (parent.retries >= parent.maxRetries) throw actionRetryLimit(parent.id, parent.maxRetries)
  // An action proposed since replaces this one: a retry would not find its marker.
  const later = await lastActionOfEffect(tx, parent)
  if (later && later.id > parent.id) throw actionState(parent.id, 'superseded', 'tried again')
}

interface Retry {
  parent: ActionRow
  actor: string
}

/** The cleanup of the failed attempt may still be pending. */
async function secondsBeforeRetry(deps: Deps, tx: Tx, retry: Retry): Promise<number> {
  let seconds = 0
  for (const { beforeRetry } of deps.registry.actions)
    seconds = Math.max(seconds, (await beforeRetry?.(deps, tx, retry)) ?? 0)
  return seconds
}

function recordRetry(deps: Deps, tx: Tx, { parent, actor }: Retry): Promise<number> {
  const inputs: JsonObject = {
    action_id: parent.id,
    status: parent.status,
    retries: parent.retries,
    max_retries: parent.maxRetries
  }
  return recordDecision(tx, {
    ...retryRequestV1.evaluate(inputs, {}),
    repoId: parent.repoId,
    source: 'api',
    triggerEvent: 'api',
    targetType: parent.targetType,
    targetNumber: parent.targetNumber,
    targetBranch: parent.targetBranch,
    pillar: parent.pillar,
    inputs,
    evaluator: retryRequestV1,
    actor,
    createdAt: deps.now()
  })
}

async function insertChild(
  deps: Deps,
  tx: Tx,
  { parent, actor, decisionId }: Retry & { decisionId: number }
): Promise<ActionRow> {
  const at = deps.now()
  const retryNumber = parent.retries + 1
  const { id: _, evidence, ...copied } = parent
  const child = await insertAction(tx, {
    ...copied,
    ...NOT_BEGUN,
    // Cast at the database boundary: evidence is a JSON object.
    evidence: { ...(evidence as JsonObject), retry_of: parent.id, retry_number: retryNumber },
    decisionId,
    actor,
    status: 'retrying',
    parentActionId: parent.id,
    retryNumber,
    retries: retryNumber,
    proposedAt: at,
    createdAt: at
  })
  if (!child) throw actionState(parent.id, 'failed', 'retried while an equal action is in progress')
  await markRetried(tx, parent.id, at)
  const detail = `retry ${retryNumber} of action ${parent.id}`
  await insertActionEvent(tx, {
    actionId: child.id,
    fromStatus: null,
    toStatus: 'retrying',
    actor,
    at,
    detail
  })
  return child
}

const NOT_BEGUN = {
  active: true,
  deactivatedAt: null,
  approvedAt: null,
  executedAt: null,
  resolvedAt: null,
  reconciledAt: null,
  reconciliationStatus: null,
  checkAfter: null,
  followAfter: null,
  errorMessage: null,
  blockedReason: null,
  lease: null,
  leasedUntil: null
}

interface Cancellation {
  reason: string
  actor: string
}

/** The worker that executes the action notices the cancellation before its next write. */
export async function cancelAction(deps: Deps, id: number, { reason, actor }: Cancellation) {
  await deps.transaction(async (tx) => {
    const row = await lockExisting(tx, id)
    if (!mayBecome(row.status, 'cancelled')) throw actionState(id, row.status, 'cancelled')
    const at = deps.now()
    const set = { resolvedAt: row.resolvedAt ?? at, errorMessage: reason }
    await endAction(deps, tx, row, { to: 'cancelled', actor, at, detail: reason, set })
  })
  return actionText(deps.db, id)
}
