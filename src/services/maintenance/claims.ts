// Claims what maintenance is about to do, once for all time: before anything is changed, and with its decision.
import type { Deps, Tx } from '#deps.js'
import { maintenanceDifference } from '#domain/maintenance/sums.js'
import type { JsonObject } from '#schemas/common.js'
import type { EvaluatorName, Verdict } from '#schemas/decisions/decisions.js'
import { changeEvidence } from '#store/counters/evidence-tallies.js'
import {
  insertMaintenance,
  isClaimable,
  linkMaintenanceDecision,
  lockMaintenance,
  type MaintenanceRow,
  type NewMaintenance,
  updateMaintenance
} from '#store/maintenance/maintenance-actions.js'
import { recordDecision } from '../decisions/record.js'
import { recordMaintenanceActivity } from './feed.js'

export interface MaintenanceDecision {
  action: NewMaintenance
  verdict: Verdict
  inputs: JsonObject
  configUsed: JsonObject
  configVersion: number
  waiverId: number | null
  evaluator: EvaluatorName
  triggerEvent: string
  /** What the row says while nothing has come of it. */
  result: string
  /** When the host is asked again, if the verdict says no. */
  notBefore?: Date
}

export interface MaintenanceClaim {
  row: MaintenanceRow
  decisionId: number
}

/**
 * Claims the key and calls `act`, where there is something to do: the key may be taken, or the verdict may say no, which
 * the row then shows. The same answer as last time is not recorded again. The sums of the rows come last: whoever ends an
 * action has those of actions first. The item of the feed follows them.
 */
export async function claimMaintenance(
  deps: Deps,
  tx: Tx,
  decision: MaintenanceDecision,
  act: (claim: MaintenanceClaim) => Promise<void>
): Promise<void> {
  let claimed: MaintenanceRow | undefined
  await changeEvidence(tx, async (tallied) => {
    const known = await lockMaintenance(tx, decision.action.idempotencyKey)
    const fields = fieldsOf(known, decision)
    if (!fields) return []
    const row = known
      ? await updateMaintenance(tallied, known.id, fields)
      : await insertMaintenance(tallied, decision.action, { ...fields, createdAt: deps.now() })
    if (!row) return []
    const decisionId = await recordMaintenanceDecision(deps, tx, decision)
    await linkMaintenanceDecision(tx, row.id, decisionId)
    if (row.status === 'pending') await act({ row, decisionId })
    claimed = row
    return [{ repoId: row.repoId, tallies: maintenanceDifference(known, row) }]
  })
  if (claimed) await recordMaintenanceActivity(tx, claimed)
}

/** Undefined where nothing changes. */
function fieldsOf(known: MaintenanceRow | undefined, { verdict, result, notBefore }: MaintenanceDecision) {
  if (known && !isClaimable(known)) return undefined
  const attempts = known?.attempts ?? 0
  if (verdict.decision === 'acted')
    return { status: 'pending' as const, attempts: attempts + 1, result: null, notBefore: null }
  const isNews = known === undefined || (known.status === 'skipped' && known.result !== result)
  return isNews ? { status: 'skipped' as const, attempts, result, notBefore: notBefore ?? null } : undefined
}

function recordMaintenanceDecision(deps: Deps, tx: Tx, decision: MaintenanceDecision): Promise<number> {
  const { action, verdict, inputs, configUsed, configVersion, waiverId, evaluator, triggerEvent } = decision
  const { repoId, targetType, targetNumber } = action
  const target =
    targetType === 'branch' ? { targetBranch: targetNumber } : { targetNumber: Number(targetNumber) }
  return recordDecision(tx, {
    ...verdict,
    inputs,
    configUsed,
    configVersion,
    waiverId,
    evaluator,
    triggerEvent,
    repoId,
    source: 'maintainer',
    targetType,
    ...target,
    pillar: 'maintainer',
    createdAt: deps.now()
  })
}
