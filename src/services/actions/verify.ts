// Verifies that the effect of an action is still in place. Differences are reported, never repaired.

import type { Deps, EffectCheck } from '#deps.js'
import { logText } from '#domain/text/failure.js'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { actionNotFound, actionState } from '#errors/actions.js'
import { invalidParameter, repoNotFound } from '#errors/errors.js'
import type { ReconcileBody } from '#schemas/actions/actions.js'
import type { ReconciliationStatus } from '#schemas/actions/enums.js'
import { type ActionRow, findAction, lockAction, transition } from '#store/actions/actions.js'
import { dueForCheck, insertCheck, postponeCheck } from '#store/actions/due.js'
import { actionText } from '#store/actions/reports.js'
import { repositoryById } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { effectOrderOf } from './action-row.js'

const AT_ONCE = 100
/** Shorter than the timeout of the job. */
const LONGEST_RUN_MS = 50 * MINUTE_MS
const AFTER_START_SECONDS = 300
const RECHECK_AFTER_MS = 6 * HOUR_MS

/** Runs some time after startup, when the actions of the previous process have finished. */
export async function requestVerification({ queue, host }: Deps, tx: Tx): Promise<void> {
  const job = { payload: {}, singletonKey: 'start', startAfterSeconds: AFTER_START_SECONDS }
  if (host.client.isConfigured) await queue.enqueue(tx, 'action.verify', [job])
}

/** Verifies all due actions until the time limit; each verified row is due later or never again. */
export async function verifyActions(deps: Deps): Promise<void> {
  const endsAt = deps.now().getTime() + LONGEST_RUN_MS
  const isTimeLeft = () => deps.now().getTime() < endsAt
  for (let isMore = true; isMore && isTimeLeft(); ) {
    const due = await dueForCheck(deps.db, deps.now(), AT_ONCE)
    for (const row of due) if (isTimeLeft()) await verifyOne(deps, row)
    isMore = due.length === AT_ONCE
  }
}

/** An action that cannot be verified does not keep the others from being verified. */
async function verifyOne(deps: Deps, row: ActionRow): Promise<void> {
  try {
    await verifyAction(deps, row, SERVICE_ACTOR)
  } catch (error) {
    deps.log.warn({ action: row.id, reason: logText(error) }, 'Action could not be verified')
    await postpone(deps, row)
  }
}

function postpone({ now, transaction }: Deps, { id }: ActionRow): Promise<void> {
  return transaction((tx) => postponeCheck(tx, id, new Date(now().getTime() + RECHECK_AFTER_MS)))
}

async function verifyAction(deps: Deps, row: ActionRow, actor: string): Promise<void> {
  const repository = await repositoryById(deps.db, row.repoId)
  const place = repositoryAccessOf(repository)
  // A deleted repository cannot be inspected; it may come back.
  if (!repository.live) throw repoNotFound(repository.fullName)
  const check = await deps.host.effects.verify(place, effectOrderOf(row))
  // An open pull request is neither confirmed nor drifted.
  if (check?.isOpen) return postpone(deps, row)
  await recordReconciliation(deps, row, { actor, check, status: check?.drifted ? 'drifted' : 'confirmed' })
}

function checkRow(row: ActionRow, { checkType, expected, actual, drifted }: EffectCheck, checkedAt: Date) {
  return { actionId: row.id, checkType, expected, actual, drifted, checkedAt }
}

interface Reconciliation {
  actor: string
  status: ReconciliationStatus
  check: EffectCheck | undefined
}

async function recordReconciliation(
  deps: Deps,
  row: ActionRow,
  { actor, status, check }: Reconciliation
): Promise<void> {
  const at = deps.now()
  const outcome = {
    ...(check?.outcome === undefined ? {} : { prOutcome: check.outcome }),
    ...(check?.outcome === 'merged' ? { prMergedAt: check.at ?? null } : {}),
    ...(check?.outcome === 'closed' ? { prClosedAt: check.at ?? null } : {})
  }
  await deps.transaction(async (tx) => {
    const set = { reconciledAt: at, reconciliationStatus: status, checkAfter: null, ...outcome }
    const moved = await transition(tx, row, { to: 'reconciled', actor, at, detail: status, set })
    if (!moved) throw actionState(row.id, (await lockAction(tx, row.id))?.status ?? 'gone', 'verified')
    if (check) await insertCheck(tx, checkRow(row, check, at))
  })
}

/** On request: records the status that the caller states, or asks the host. */
export async function reconcileAction(deps: Deps, id: number, body: ReconcileBody, actor: string) {
  const { status, check: shouldCheck = false } = body
  if (shouldCheck && status !== undefined)
    throw invalidParameter('/status', 'cannot be given together with check', 'invalid_field')
  const row = await findAction(deps.db, id)
  if (!row) throw actionNotFound(id)
  if (row.status !== 'succeeded') throw actionState(id, row.status, 'verified')
  if (shouldCheck) await verifyAction(deps, row, actor)
  else await recordReconciliation(deps, row, { actor, status: status ?? 'confirmed', check: manual(status) })
  return actionText(deps.db, id)
}

function manual(status: ReconciliationStatus = 'confirmed'): EffectCheck {
  return { checkType: 'manual', expected: 'confirmed', actual: status, drifted: status === 'drifted' }
}
