// Records what is on the host by an action, once: as its worker reports it, or as it is found after the action ended.

import type { Deps, EffectResult } from '#deps.js'
import { auditEventFor } from '#domain/actions/audit.js'
import { valueAt } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, lockAction, retryIdOf } from '#store/actions/actions.js'
import { recordLateResult } from '#store/actions/late-results.js'
import type { Tx } from '#store/sql/database.js'
import { recordAudit } from '../audit/record.js'
import { SERVICE_ACTOR } from '../decisions/record.js'

/** Call this in the transaction that records the result. */
export async function auditEffect(tx: Tx, row: ActionRow, at: Date): Promise<void> {
  // Casts at the database boundary: both columns hold JSON objects.
  const evidence = row.evidence as JsonObject
  const args = JSON.parse(row.arguments) as JsonObject
  const { category, eventType, payload } = auditEventFor({ ...row, evidence, arguments: args })
  const prNumber = valueAt(evidence, 'pr_number') ?? row.targetNumber
  const endedAs = row.status === 'succeeded' ? {} : { ended_as: row.status }
  await recordAudit(tx, {
    category,
    eventType,
    actor: row.actor,
    actorType: row.actor === SERVICE_ACTOR ? 'bot' : 'human',
    repo: row.repoFullName,
    prNumber: typeof prNumber === 'number' ? prNumber : null,
    payload: { ...payload, ...endedAs, action_id: row.id, decision_id: row.decisionId },
    occurredAt: at
  })
}

/**
 * The action was ended before its effect was known: its status stays, and the result is added. A retry has the same
 * mark, so it is the retry that finds and records the effect.
 */
export async function recordLateEffect(
  { now }: Deps,
  tx: Tx,
  id: number,
  { done, isOurs }: { done: EffectResult; isOurs: boolean }
): Promise<ActionRow | undefined> {
  const row = await lockAction(tx, id)
  if (!row || (await retryIdOf(tx, id)) !== undefined) return undefined
  const recorded = await recordLateResult(tx, row, { ...done, at: now(), actor: SERVICE_ACTOR })
  if (recorded && isOurs) await auditEffect(tx, recorded, now())
  return recorded
}
