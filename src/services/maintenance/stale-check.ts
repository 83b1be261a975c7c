// Asks the host before an item is warned of or closed, and takes over how that ended.
import type { Deps, Tx } from '#deps.js'
import type { LiveItem } from '#domain/host/items.js'
import { numberOrZero, valueAt } from '#domain/json/path.js'
import { plannedStep, staleV1 } from '#domain/maintenance/stale.v1.js'
import {
  type StaleItem,
  type StaleStep,
  staleConfigOf,
  staleInputs,
  staleLimitsOf
} from '#domain/maintenance/stale-inputs.js'
import type { PendingAction } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import type { StaleTarget } from '#schemas/host/enums.js'
import type { ActionRow } from '#store/actions/actions.js'
import type { ActionStop } from '../actions/policy-check.js'
import { recordClosing, recordItemActivity, recordWarning } from './activity.js'
import { setupOf } from './config.js'
import { settleMaintenance } from './settle.js'

/** Of actions that a scan proposes. */
export const STALE_SOURCE = 'stale_scan'

interface StaleAction {
  step: StaleStep
  type: StaleTarget
  number: number
  epoch: number
  humanAt: Date
  warnedAt: Date | null
}

/** Undefined for actions of others. */
function staleActionOf({
  source,
  actionType,
  targetType,
  targetNumber,
  evidence
}: ActionRow): StaleAction | undefined {
  if (source !== STALE_SOURCE || targetNumber === null) return undefined
  // Casts at the database boundary: the row was written by a scan.
  const stale = valueAt(evidence as JsonObject, 'stale') as JsonObject
  const warnedAt = stale['warned_at']
  return {
    step: actionType === 'warn-stale' ? 'warn' : 'close',
    // Cast, as above.
    type: targetType as StaleTarget,
    number: targetNumber,
    epoch: numberOrZero(stale, 'epoch'),
    humanAt: new Date(String(stale['human_at'])),
    warnedAt: typeof warnedAt === 'string' ? new Date(warnedAt) : null
  }
}

const ACTIVE_MEANWHILE = 'A person has been active since what was known of it.'

/** Right before the first write: still open, still idle, still not exempt. */
export async function checkStillStale(
  deps: Deps,
  { row, place, config }: PendingAction
): Promise<ActionStop | undefined> {
  const action = staleActionOf(row)
  if (!action) return undefined
  const { type, number, humanAt: since } = action
  const ownLogin = await deps.host.ownLogin()
  const live = await deps.host.itemState(place, { type, number, since, ownLogin })
  if (!live) return stopFor('The host no longer has it.', {})
  const setup = await setupOf(deps.db, row.repoId, config)
  const inputs = staleInputs({
    item: itemNow(action, live),
    limits: staleLimitsOf(setup.effective, type),
    now: deps.now(),
    isReadable: setup.isReadable,
    // The guards of the action have looked for waivers and dry runs.
    waiverId: null,
    isDryRun: false
  })
  const verdict = staleV1.evaluate(inputs, staleConfigOf(setup.config, type))
  const [isActive, isDue] = [live.humanAt > since, plannedStep(verdict.plan) === action.step]
  if (isDue && !isActive) return undefined
  const found = { live: { is_open: live.isOpen, human_at: isActive ? live.humanAt.toISOString() : null } }
  // What is due all the same is found again, by what is known of people from now on.
  return stopFor(isDue ? ACTIVE_MEANWHILE : (verdict.reason ?? 'It is not due any more.'), found)
}

/** Whatever a person did since the warning answers it. */
function itemNow({ type, number, epoch, humanAt, warnedAt }: StaleAction, live: LiveItem): StaleItem {
  return { ...live, type, number, epoch, warnedAt: live.humanAt > humanAt ? null : warnedAt }
}

const stopFor = (detail: string, evidence: JsonObject): ActionStop => ({
  to: 'blocked',
  reason: 'target_drifted',
  detail,
  evidence
})

/** Called in the transaction that ends the action, or that learns later how it ended. */
export async function followStaleAction(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const action = staleActionOf(row)
  if (!action) return
  await settleMaintenance(deps, tx, row, {
    result: action.step === 'warn' ? 'It was warned.' : 'It was closed.',
    done: () => recordDone(deps, tx, row.repoId, action),
    stopped: () => recordLiveActivity(deps, tx, row, action)
  })
}

async function recordDone(deps: Deps, tx: Tx, repoId: number, action: StaleAction): Promise<void> {
  const { type: targetType, number, step, epoch, humanAt: idleSince } = action
  const item = { repoId, targetType, number }
  if (step === 'close') await recordClosing(tx, item)
  else await recordWarning(deps, tx, item, { epoch, at: deps.now(), idleSince })
}

/** The host may show what no event has told. */
async function recordLiveActivity(
  deps: Deps,
  tx: Tx,
  { repoId, evidence }: ActionRow,
  { type: targetType, number }: StaleAction
): Promise<void> {
  // Cast at the database boundary, as above.
  const at = valueAt(evidence as JsonObject, 'live', 'human_at')
  if (typeof at !== 'string') return
  await recordItemActivity(deps, tx, repoId, { targetType, number, at: new Date(at), kind: 'other' })
}
