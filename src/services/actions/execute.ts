// Carries out an action: whoever does it may die at any moment, and the next one finds on the host how far it came.
import { randomUUID } from 'node:crypto'
import type { Deps, Done, Finding, Place } from '#deps.js'
import { isLive } from '#domain/actions/actions.js'
import { againAfterSeconds, driftOf, outcomeOf } from '#domain/actions/failures.js'
import { policyOf } from '#domain/actions/policy.js'
import { isObject, valueAt } from '#domain/json/path.js'
import { errorText } from '#domain/text/failure.js'
import { HostError } from '#errors/host.js'
import type { WaitingAction } from '#registry.js'
import { retryAfterSeconds } from '#runtime/retry-after.js'
import type { JsonObject } from '#schemas/common.js'
import { SUSPENDED } from '#schemas/mirror/sync.js'
import {
  type ActionRow,
  lockAction,
  releaseLease,
  takeAction,
  takeLease,
  transition
} from '#store/actions/actions.js'
import { type KnownRepository, repositoryOf } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import { followEnd } from './follow-up.js'
import { lookBack } from './lookback.js'
import { intentOf, mayHaveHappened, orderOf, pillarOf, placeOf, targetOf } from './orders.js'
import { configFor, type Stop, stopByPolicy, stopped } from './stops.js'
import {
  fail,
  leaseEnd,
  mayWrite,
  settle,
  start,
  succeed,
  TakenAway,
  type Work,
  wakeFollowers
} from './work.js'

/** Does on the host what an action says, once, however often it is called; `tries` have come to nothing before. */
export async function carryOut(deps: Deps, actionId: number, tries = 0): Promise<void> {
  const work = await begin(deps, actionId)
  if (!work) return lookBack(deps, actionId, tries)
  try {
    await execute(work).catch((error: unknown) => {
      if (error instanceof TakenAway) throw error
      return settleFailure(work, error, tries)
    })
  } catch (error) {
    if (!(error instanceof TakenAway)) throw error
    // Nothing of it is on its way any more.
    await deps.transaction((tx) => wakeFollowers(deps, tx, work.row))
  }
}

/** One worker at a time; another comes back when the lease of the first has lapsed. */
async function begin(deps: Deps, actionId: number): Promise<Work | undefined> {
  const lease = randomUUID()
  const row = await deps.transaction(async (tx) => {
    const found = await takeAction(tx, actionId)
    if (!found || !isLive(found.status) || found.status === 'proposed') return undefined
    const msLeft = (found.leasedUntil?.getTime() ?? 0) - deps.now().getTime()
    if (msLeft <= 0) return takeLease(tx, actionId, { lease, until: leaseEnd(deps) })
    const startAfterSeconds = Math.ceil(msLeft / 1000) + 1
    await deps.queue.enqueue(tx, 'action.execute', [{ payload: { action_id: actionId }, startAfterSeconds }])
    return undefined
  })
  return row && { deps, row, lease }
}

async function execute(work: Work): Promise<void> {
  const { deps, row } = work
  const repository = await repositoryOf(deps.db, row.repoId)
  // There is nobody to ask as, and so nothing to be found either.
  if (repository.isSuspended) return settle(work, awayStop)
  const [place, order] = [placeOf(repository), orderOf(row)]
  const isResumed = mayHaveHappened(row)
  // What has happened has happened, whatever stands in its way by now.
  const seen = isResumed && repository.live ? await deps.host.effects.found(place, order) : undefined
  if (seen?.is === 'done') return succeed(work, seen.done, { isOurs: true, isFound: true })
  const stop = await stopNow(work, repository)
  if (stop) return settle(work, stop)
  const finding = seen ?? (await deps.host.effects.found(place, order))
  if (finding.is === 'done') return succeed(work, finding.done, { isOurs: false, isFound: true })
  const obstacle = await obstacleIn(work, place, finding)
  if (obstacle) return settle(work, obstacle)
  await start(work)
  const done = await deps.host.effects.perform(place, order, () => mayWrite(work))
  await succeed(work, done, { isOurs: true, isFound: false })
}

async function obstacleIn(work: Work, place: Place, finding: Finding): Promise<Stop | undefined> {
  return finding.is === 'blocked' ? blockedBy(finding) : driftStop(work, place)
}

/** What has changed since the proposal counts: a pillar that was switched off stops what waits. */
async function stopNow({ deps, row }: Work, repository: KnownRepository): Promise<Stop | undefined> {
  if (!repository.live)
    return { to: 'blocked', reason: 'target_drifted', detail: 'The repository is gone.', evidence: {} }
  const intent = intentOf(row)
  const [pillar, target] = [pillarOf(row), targetOf(row)]
  const policy = policyOf({ intent, pillar, target, defaultBranch: repository.defaultBranch })
  const resolved = await configFor(deps, row)
  const asked = { repoId: row.repoId, intent, pillar, target, policy, resolved }
  return (
    (await stopByPolicy(deps, deps.db, asked)) ??
    stopByCapability(deps, { row, place: placeOf(repository), config: resolved })
  )
}

/** Whoever wanted the action may know by now that it must not be carried out. */
async function stopByCapability(deps: Deps, waiting: WaitingAction): Promise<Stop | undefined> {
  for (const { stopOf } of deps.registry.actions) {
    const stop = await stopOf?.(deps, waiting)
    if (stop) return stop
  }
  return undefined
}

const awayStop: Stop = { to: 'blocked', reason: 'backend_unavailable', detail: SUSPENDED, evidence: {} }

function blockedBy({ reason, expected, actual }: Extract<Finding, { is: 'blocked' }>): Stop {
  const detail = `Expected: ${expected}; found: ${actual}.`
  return { to: 'blocked', reason, detail, evidence: { expected, actual } }
}

/** What the decision rested on must still be so, in all that it has noted of the target. */
async function driftStop({ deps, row }: Work, place: Place): Promise<Stop | undefined> {
  // The border to the column: evidence is JSON.
  const snapshot = valueAt(row.evidence as JsonObject, 'target_snapshot')
  if (!isObject(snapshot)) return undefined
  const target = { type: row.targetType, number: row.targetNumber ?? 0, branch: row.targetBranch ?? '' }
  const state = await deps.host.effects.stateOf(place, target)
  const expected = mayHaveHappened(row) ? lastingOf(row, snapshot) : snapshot
  const drift = state ? driftOf(expected, state) : { expected, actual: null }
  if (!drift) return undefined
  const detail = 'The target is no longer as it was when this was decided.'
  return { to: 'blocked', reason: 'target_drifted', detail, evidence: drift }
}

/** What an earlier try cannot have changed itself, had it come half way: it may have commented, or written the branch. */
function lastingOf({ targetType }: ActionRow, snapshot: JsonObject): JsonObject {
  const lasting = targetType === 'branch' ? ['state'] : ['state', 'head_sha']
  return Object.fromEntries(Object.entries(snapshot).filter(([key]) => lasting.includes(key)))
}

/** What the host refuses for good ends the action; anything else leaves it to a later try. */
async function settleFailure(work: Work, error: unknown, tries: number): Promise<void> {
  const { deps, row, lease } = work
  const outcome = outcomeOf(error)
  if (outcome.is === 'blocked')
    return settle(work, { to: 'blocked', reason: outcome.reason, detail: outcome.detail, evidence: {} })
  if (outcome.is === 'failed') return fail(work, outcome.detail)
  const isOfHost = error instanceof HostError
  const done = isOfHost ? await doneUnanswered(work) : undefined
  if (done) return succeed(work, done, { isOurs: true, isFound: true })
  await deps.transaction(async (tx) => {
    await releaseLease(tx, row.id, { lease, error: errorText(error) })
    if (isOfHost) await tryAgain(deps, tx, row, { until: outcome.until, tries })
  })
  if (!isOfHost) throw error
}

/** Where the host has not answered a write, it is asked at once what became of it. */
async function doneUnanswered({ deps, row }: Work): Promise<Done | undefined> {
  if (!mayHaveHappened(row)) return undefined
  const repository = await repositoryOf(deps.db, row.repoId)
  try {
    const seen = await deps.host.effects.found(placeOf(repository), orderOf(row))
    return seen.is === 'done' ? seen.done : undefined
  } catch (error) {
    if (error instanceof HostError) return undefined
    throw error
  }
}

interface Again {
  /** Before which the host does not want to be asked. */
  until: Date | undefined
  tries: number
}

/** The host may be away for longer than the queue has patience; the sweep ends what takes too long. */
async function tryAgain(deps: Deps, tx: Tx, { id }: ActionRow, { until, tries }: Again): Promise<void> {
  const startAfterSeconds = until ? retryAfterSeconds(deps, until) : againAfterSeconds(tries)
  const payload = { action_id: id, tries: tries + 1 }
  await deps.queue.enqueue(tx, 'action.execute', [{ payload, startAfterSeconds }])
}

/** When the queue has tried often enough: whatever kept it from being done, nobody waits for it any longer. */
export async function giveUp(deps: Deps, actionId: number): Promise<void> {
  await deps.transaction(async (tx) => {
    const row = await lockAction(tx, actionId)
    const at = deps.now()
    // Whoever has it now brings it to its end.
    if (!row || !isLive(row.status) || (row.leasedUntil && row.leasedUntil > at)) return
    const detail = row.errorMessage ?? 'Every worker that tried it stopped before the end.'
    if (row.status === 'executing') {
      const set = { resolvedAt: at, errorMessage: detail, leasedUntil: null }
      await transition(tx, row, { to: 'failed', actor: 'system', at, detail, set })
    } else {
      const stop: Stop = { to: 'blocked', reason: 'backend_unavailable', detail, evidence: {} }
      await transition(tx, row, stopped(stop, at, 'system'))
    }
    await followEnd(deps, tx, row)
  })
}
