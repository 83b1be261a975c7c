// Takes over how an action ended into the row of maintenance that it belongs to.
import type { Deps, Tx } from '#deps.js'
import { valueAt } from '#domain/json/path.js'
import { maintenanceDifference } from '#domain/maintenance/sums.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import type { ActionRow } from '#store/actions/actions.js'
import { changeEvidence } from '#store/counters/evidence-tallies.js'
import {
  lockMaintenanceOfId,
  type MaintenanceRow,
  updateMaintenance
} from '#store/maintenance/maintenance-actions.js'
import { recordMaintenanceActivity } from './feed.js'

/** What the host alone can tell is asked again after this time. */
export const ASKED_AGAIN_MS = 7 * DAY_MS

export interface SettledAction {
  /** What the row says of what was done. */
  result: string
  /** What else follows, before the sums of the row: it may propose actions, whose sums come first. */
  done?(): Promise<void>
  stopped?(): Promise<void>
}

/** Called in the transaction that ends the action, or that learns later how it ended. */
export async function settleMaintenance(
  deps: Deps,
  tx: Tx,
  row: ActionRow,
  { result, done, stopped }: SettledAction
): Promise<void> {
  if (row.sourceId === null) return
  const known = await lockMaintenanceOfId(tx, row.sourceId)
  if (!known || known.status === 'applied') return
  const isDone = wasDone(row)
  await (isDone ? done : stopped)?.()
  const set = isDone
    ? { status: 'applied' as const, appliedAt: deps.now(), result }
    : stopFields(deps, row, known)
  if (!set) return
  let updated: MaintenanceRow | undefined
  await changeEvidence(tx, async (tallied) => {
    updated = await updateMaintenance(tallied, known.id, { ...set, actionId: row.id })
    return updated ? [{ repoId: updated.repoId, tallies: maintenanceDifference(known, updated) }] : []
  })
  if (updated) await recordMaintenanceActivity(tx, updated)
}

/** Its effect may have been found after it was given up. */
const wasDone = ({ status, evidence }: ActionRow) =>
  status === 'succeeded' ||
  status === 'reconciled' ||
  // Cast at the database boundary: evidence is JSON.
  valueAt(evidence as JsonObject, 'done_all_the_same') === true

const STOPS_FOR_GOOD: readonly (string | null)[] = [
  'policy_denied',
  'target_drifted',
  'unsafe_scope',
  'duplicate_action'
]

/** Undefined unless the row waits for this action. */
function stopFields(deps: Deps, row: ActionRow, known: MaintenanceRow) {
  if (known.status !== 'pending') return undefined
  const { status, blockedReason, errorMessage } = row
  const isSkipped = status === 'cancelled' || (status === 'blocked' && STOPS_FOR_GOOD.includes(blockedReason))
  // Cast at the database boundary, as above. What a person did is recorded, so that nothing needs to wait.
  const isByPerson = typeof valueAt(row.evidence as JsonObject, 'live', 'human_at') === 'string'
  const isAskedLater = blockedReason === 'target_drifted' && !isByPerson
  return {
    status: isSkipped ? ('skipped' as const) : ('failed' as const),
    result: errorMessage ?? `The action ended as ${status}.`,
    notBefore: isAskedLater ? new Date(deps.now().getTime() + ASKED_AGAIN_MS) : null
  }
}
