// How the audit trail records the effects of actions.

import type { ActionType } from '#schemas/actions/enums.js'
import type { AuditCategory } from '#schemas/audit/audit.js'
import type { JsonObject } from '#schemas/common.js'
import { canonicalJson, sha256Of } from '../json/canonical.js'
import { valueAt } from '../json/path.js'

interface EffectEvidence {
  actionType: ActionType
  pillar: string | null
  /** What the action was based on and what came of it. */
  evidence: JsonObject
  arguments: JsonObject
}

export interface AuditedEffect {
  category: AuditCategory
  eventType: string
  payload: JsonObject
}

const HEAL_KEYS = ['failure_type', 'root_cause', 'fix_type', 'pr_number', 'confidence']
const RERUN_KEYS = ['failure_type', 'root_cause', 'run_id', 'run_attempt', 'attempt_id']
const MERGE_KEYS = ['method', 'duration_ms', 'author', 'checks_passed', 'merge_commit_sha']

/**
 * Repairs, merges and changes of protection record their evidence; other texts stay on the host, and only their hash is
 * recorded.
 */
export function auditEventFor(effect: EffectEvidence): AuditedEffect {
  const { actionType, pillar } = effect
  if (actionType === 'create-patch-pr' && pillar === 'ci_healing')
    return { category: 'heal', eventType: 'patch_pr', payload: pickEvidence(effect, HEAL_KEYS) }
  if (actionType === 'rerun-failed-jobs' && pillar === 'ci_healing')
    return { category: 'heal', eventType: 'rerun', payload: pickEvidence(effect, RERUN_KEYS) }
  if (actionType === 'merge-pr')
    return { category: 'auto_merge', eventType: 'pr_merged', payload: pickEvidence(effect, MERGE_KEYS) }
  if (actionType === 'set-protection' || actionType === 'tighten-protection') return protectionChange(effect)
  const arguments_hash = sha256Of(canonicalJson(effect.arguments))
  return { category: 'host_change', eventType: actionType, payload: { pillar, arguments_hash } }
}

/** What was there is null where nothing protected the branch; it is left out where nobody knows it. */
function protectionChange({ actionType, pillar, evidence, arguments: args }: EffectEvidence): AuditedEffect {
  const [before, after] = [valueAt(evidence, 'before'), valueAt(evidence, 'after')]
  return {
    category: 'branch_rule',
    eventType: before === null ? 'create' : 'update',
    payload: {
      branch: valueAt(args, 'branch') ?? null,
      action: actionType,
      pillar,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after })
    }
  }
}

function pickEvidence(effect: EffectEvidence, keys: readonly string[]): JsonObject {
  const value = (key: string) => valueAt(effect.evidence, key) ?? valueAt(effect.arguments, key) ?? null
  return Object.fromEntries(keys.map((key) => [key, value(key)]))
}
