// Executes an action. A worker may crash at any moment; the next one asks the host how far it came.
import { randomUUID } from 'node:crypto'
import type { Deps, EffectOrder, EffectState, RepositoryAccess } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import { findDrift } from '#domain/actions/failures.js'
import { actionPolicy } from '#domain/actions/policy.js'
import { executionJobOf } from '#domain/actions/urgency.js'
import { isObject, valueAt } from '#domain/json/path.js'
import type { PendingAction } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import { SUSPENDED } from '#schemas/mirror/sync.js'
import { type ActionRow, endLease, takeAction, takeLease } from '#store/actions/actions.js'
import { unknownOutcomesBefore } from '#store/actions/late-results.js'
import { sentBefore } from '#store/actions/marks.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import {
  effectOrderOf,
  intentOfAction,
  mayHaveRun,
  pillarOfAction,
  placeOfAction,
  targetOfAction
} from './action-row.js'
import { handleFailure, WriteStopped } from './failed-executions.js'
import { checkLateWrite, settleOutcome } from './late-writes.js'
import { type ActionStop, checkActionPolicy, loadActionConfig, obstacleText } from './policy-check.js'
import {
  type ActionWork,
  LeaseLost,
  leaseEnd,
  renewLease,
  startAction,
  stopAction,
  succeedAction,
  wakeWaitingActions
} from './transitions.js'

/** Performs the action on the host exactly once, however often it is called. `tries` counts earlier failed attempts. */
export async function executeAction(deps: Deps, actionId: number, tries = 0): Promise<void> {
  const work = await acquireLease(deps, actionId)
  if (!work) return checkLateWrite(deps, actionId, tries)
  try {
    await executeLeased(work).catch((error: unknown) => {
      if (error instanceof LeaseLost) throw error
      return handleFailure(work, error, tries)
    })
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    await deps.transaction(async (tx) => {
      await endLease(tx, actionId, work.lease)
      await wakeWaitingActions(deps, tx, work.row)
    })
  }
}

/** Allows one worker at a time to write an effect; others come back when the lease has expired. */
async function acquireLease(deps: Deps, actionId: number): Promise<ActionWork | undefined> {
  const lease = randomUUID()
  return deps.transaction(async (tx) => {
    const found = await takeAction(tx, actionId)
    if (!found || !isUnfinished(found.status) || found.status === 'proposed') return undefined
    const before = found.actionType === 'create-check' ? [] : await unknownOutcomesBefore(tx, found)
    const leases = [found, ...before.filter(({ actionKey }) => actionKey === found.actionKey)]
    const heldUntil = Math.max(...leases.map(({ leasedUntil }) => leasedUntil?.getTime() ?? 0))
    const msLeft = heldUntil - deps.now().getTime()
    if (msLeft <= 0) {
      const row = await takeLease(tx, actionId, { lease, until: leaseEnd(deps, found.actionType) })
      const unknownBefore = before.map(({ id }) => id)
      return row && { deps, row, lease, unknownBefore, hasLooked: !mayHaveRun(row) }
    }
    const startAfterSeconds = Math.ceil(msLeft / 1000) + 1
    await deps.queue.enqueue(tx, executionJobOf(found.actionType), [
      { payload: { action_id: actionId }, startAfterSeconds }
    ])
    return undefined
  })
}

async function executeLeased(work: ActionWork): Promise<void> {
  const { deps, row } = work
  const repository = await repositoryById(deps.db, row.repoId)
  // A suspended installation has no credentials, so the host cannot be asked either.
  if (repository.isSuspended) return stopAction(work, suspendedStop)
  const place = placeOfAction(row, repository)
  // An effect that is already on the host counts, even if something would block it now.
  const seen = repository.live ? await findEarlier(work, place) : undefined
  if (seen?.is === 'done') return succeedAction(work, seen.done, { isOurs: true, isFound: true })
  const stop = await checkPolicyNow(work, repository)
  if (stop && stop !== 'seen') return stopAction(work, stop)
  const order = await orderNow(work)
  const finding = seen ?? (stop === 'seen' ? ABSENT : await findFirst(deps, place, order))
  if (finding.is === 'done') return succeedAction(work, finding.done, { isOurs: false, isFound: true })
  const obstacle = await findObstacle(work, place, finding)
  if (obstacle) return stopAction(work, obstacle)
  await startAction(work, finding.is === 'absent' ? finding.before : undefined)
  const done = await deps.host.effects.perform(place, order, () => assertMayWrite(work, place))
  const isFound = done.isFound === true
  await succeedAction(work, done, { isOurs: !isFound, isFound })
}

/** What an interrupted attempt has sent is not known. */
async function orderNow({ deps, row }: ActionWork): Promise<EffectOrder> {
  const earlier = mayHaveRun(row) ? undefined : await sentBefore(deps.db, row)
  return { ...effectOrderOf(row), ...(earlier === undefined ? {} : { earlier }) }
}

const ABSENT: EffectState = { is: 'absent' }

async function findFirst(
  { host: { effects } }: Deps,
  place: RepositoryAccess,
  order: EffectOrder
): Promise<EffectState> {
  return effects.needsNoFinding(order) ? ABSENT : effects.find(place, order)
}

/** What earlier attempts have left. Once this action has written, nobody can tell what another one did before it. */
async function findEarlier(work: ActionWork, place: RepositoryAccess): Promise<EffectState | undefined> {
  const { deps, row } = work
  for (const id of work.unknownBefore) await settleOutcome(deps, id)
  if (!mayHaveRun(row)) return undefined
  const seen = await deps.host.effects.find(place, effectOrderOf(row))
  work.hasLooked = true
  return seen
}

async function findObstacle(
  work: ActionWork,
  place: RepositoryAccess,
  finding: EffectState
): Promise<ActionStop | undefined> {
  return finding.is === 'blocked' ? blockedBy(finding) : checkDrift(work, place)
}

/** Checks the policy as of now: disabling a pillar also stops actions that were proposed before. */
async function checkPolicyNow(
  { deps, row }: ActionWork,
  repository: KnownRepository
): Promise<ActionStop | 'seen' | undefined> {
  if (!repository.live)
    return {
      to: 'blocked',
      reason: 'target_drifted',
      detail: 'The repository no longer exists or is not accessible.',
      evidence: {}
    }
  const intent = intentOfAction(row)
  const [pillar, target] = [pillarOfAction(row), targetOfAction(row)]
  const policy = actionPolicy({ intent, pillar, target, defaultBranch: repository.defaultBranch })
  const resolved = await loadActionConfig(deps, row)
  const check = { repoId: row.repoId, intent, pillar, target, policy, resolved }
  return (
    (await checkActionPolicy(deps, deps.db, check)) ??
    checkCapabilityHooks(deps, { row, place: repositoryAccessOf(repository), config: resolved })
  )
}

/** Lets capabilities veto an action that is no longer wanted. */
async function checkCapabilityHooks(
  deps: Deps,
  pending: PendingAction
): Promise<ActionStop | 'seen' | undefined> {
  let seen: 'seen' | undefined
  for (const { stopOf } of deps.registry.actions) {
    const stop = await stopOf?.(deps, pending)
    if (stop && stop !== 'seen') return stop
    seen ??= stop
  }
  return seen
}

async function assertMayWrite(work: ActionWork, place: RepositoryAccess): Promise<void> {
  const { deps, row } = work
  await renewLease(work)
  for (const { lastStopOf } of deps.registry.actions) {
    const stop = await lastStopOf?.(deps, { row, place })
    if (stop) throw new WriteStopped(stop)
  }
}

const suspendedStop: ActionStop = {
  to: 'blocked',
  reason: 'backend_unavailable',
  detail: SUSPENDED,
  evidence: {}
}

function blockedBy({ reason, expected, actual }: Extract<EffectState, { is: 'blocked' }>): ActionStop {
  const found = { expected, actual }
  return { to: 'blocked', reason, detail: obstacleText(found), evidence: found }
}

/** The target must still match the snapshot that the decision was based on. */
async function checkDrift(
  { deps, row }: ActionWork,
  place: RepositoryAccess
): Promise<ActionStop | undefined> {
  // Cast at the database boundary: evidence is JSON.
  const snapshot = valueAt(row.evidence as JsonObject, 'target_snapshot')
  if (!isObject(snapshot)) return undefined
  const target = { type: row.targetType, number: row.targetNumber ?? 0, branch: row.targetBranch ?? '' }
  const state = await deps.host.effects.targetState(place, target)
  const expected = mayHaveRun(row) ? lastingOf(row, snapshot) : snapshot
  const drift = state ? findDrift(expected, state) : { expected, actual: null }
  if (!drift) return undefined
  const detail = 'The target has changed since the decision.'
  return { to: 'blocked', reason: 'target_drifted', detail, evidence: drift }
}

/**
 * The fields that an earlier, partial attempt cannot have changed itself; it may have commented or pushed to the
 * branch.
 */
function lastingOf({ targetType }: ActionRow, snapshot: JsonObject): JsonObject {
  const lasting = targetType === 'branch' ? ['state'] : ['state', 'head_sha']
  return Object.fromEntries(Object.entries(snapshot).filter(([key]) => lasting.includes(key)))
}
