// Records each decision with its inputs, in the transaction that applies it.

import { normalizeVerdict } from '#domain/decisions/verdict.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import type { JsonObject } from '#schemas/common.js'
import type { DecisionSource, EvaluatorName, TargetType, Verdict } from '#schemas/decisions/decisions.js'
import { insertDecision } from '#store/decisions/decisions.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { logAfterCommit } from '#store/sql/commit-log.js'
import type { Tx } from '#store/sql/database.js'
import { countWaiverUse } from '#store/waivers/waivers.js'
import { recordAudit } from '../audit/record.js'

export const SERVICE_ACTOR = 'service[bot]'

export interface NewDecision extends Verdict {
  repoId: number
  source: DecisionSource
  /** For example `issues.opened`, `manual-run`, `schedule` or `api`. */
  triggerEvent: string
  targetType: TargetType
  targetNumber?: number | null
  targetBranch?: string | null
  pillar?: string | null
  /** The settings that the evaluator was given. */
  configUsed?: JsonObject | null
  configVersion?: number | null
  waiverId?: number | null
  commitSha?: string | null
  /** The service itself by default. */
  actor?: string
  /** The evaluator's inputs besides the settings. */
  inputs: JsonObject
  /** Null if a person or a model decided: such a decision cannot be replayed. */
  evaluator: EvaluatorName | null
  createdAt: Date
}

const MOST_INPUT_BYTES = 256 * 1024

/** The waiver, if it decided the verdict: another guard may have done so before it was asked. */
export function decisiveWaiver({ decision, conditions }: Verdict, waiverId: number | null): number | null {
  const isDecisive =
    decision === 'skipped' && conditions.some(({ check }) => check === `waiver_active(${waiverId})`)
  return isDecisive ? waiverId : null
}

/**
 * Returns the id, and counts the use of a decisive waiver. Inputs that are too large are not stored, and such a decision
 * cannot be replayed.
 */
export async function recordDecision(tx: Tx, decision: NewDecision): Promise<number> {
  const { evaluator, plan: _, ...facts } = { ...DECISION_DEFAULTS, ...decision }
  const verdict = normalizeVerdict(decision)
  const inputs = canonicalJson(decision.inputs)
  const id = await insertDecision(tx, {
    ...facts,
    reason: verdict.reason,
    conditions: canonicalJson(verdict.conditions.map((condition) => ({ ...condition }))),
    plan: textOrNull(verdict.plan),
    inputs: Buffer.byteLength(inputs) > MOST_INPUT_BYTES ? null : inputs,
    configUsed: textOrNull(facts.configUsed),
    evaluator: evaluator?.name ?? null,
    evaluatorVersion: evaluator?.version ?? null
  })
  const waiverId = decisiveWaiver(verdict, facts.waiverId)
  if (waiverId !== null) await countWaiverUse(tx, waiverId, decision.createdAt)
  if (decision.decision !== 'acted') return id
  const { fullName } = await repositoryById(tx, decision.repoId)
  logActing(tx, decision, { decision_id: id, repo: fullName })
  // A decision of a person has an audit entry of its own kind.
  if (facts.actor === SERVICE_ACTOR)
    await auditVerdict(tx, decision, { id, inputsHash: sha256Of(inputs), fullName })
  return id
}

function logActing(
  tx: Tx,
  { source, targetType, targetNumber = null }: NewDecision,
  facts: { decision_id: number; repo: string }
): void {
  const target = { target_type: targetType, ...(targetNumber === null ? {} : { number: targetNumber }) }
  logAfterCommit(tx, { ...facts, source, ...target }, 'Decision acted')
}

interface RecordedDecision {
  id: number
  inputsHash: string
  fullName: string
}

/** The row of a decision may be dropped one day; the hash still proves its inputs. */
async function auditVerdict(
  tx: Tx,
  decision: NewDecision,
  { id, inputsHash, fullName }: RecordedDecision
): Promise<void> {
  const { evaluator, source, targetType, targetNumber = null, commitSha = null, createdAt } = decision
  await recordAudit(tx, {
    category: 'ai_decision',
    eventType: source === 'ci_heal' ? 'diagnosis' : source,
    actor: SERVICE_ACTOR,
    actorType: 'bot',
    repo: fullName,
    prNumber: targetType === 'pr' ? targetNumber : null,
    commitSha,
    payload: {
      decision_id: id,
      inputs_hash: inputsHash,
      verdict: decision.decision,
      trigger_event: decision.triggerEvent,
      target_type: targetType,
      target_number: targetNumber,
      evaluator: evaluator?.name ?? null,
      evaluator_version: evaluator?.version ?? null,
      config_version: decision.configVersion ?? null
    },
    occurredAt: createdAt
  })
}

const DECISION_DEFAULTS = {
  targetNumber: null,
  targetBranch: null,
  pillar: null,
  configUsed: null,
  configVersion: null,
  waiverId: null,
  commitSha: null,
  actor: SERVICE_ACTOR
}

const textOrNull = (value: JsonObject | null | undefined) => (value ? canonicalJson(value) : null)
