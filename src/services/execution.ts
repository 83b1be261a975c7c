// Carries out an action: whoever does it may die at any moment, and the next one finds on the host how far it came.
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../schemas/common.js'
import type { Deps, Done, Finding, Place } from '../deps.js'
import { auditOf } from '../domain/action-audit.js'
import { driftOf, outcomeOf } from '../domain/action-failures.js'
import { policyOf } from '../domain/action-policy.js'
import { isLive } from '../domain/actions.js'
import { errorText } from '../domain/failure.js'
import { isObject, valueAt } from '../domain/json-path.js'
import { HostError } from '../host-errors.js'
import {
  type ActionRow,
  extendLease,
  lockAction,
  noteDoneAllTheSame,
  releaseLease,
  takeLease,
  transition
} from '../store/actions.js'
import type { Tx } from '../store/database.js'
import { type KnownRepository, repositoryOf } from '../store/repositories.js'
import { followEnd } from './action-ends.js'
import { intentOf, mayHaveHappened, orderOf, pillarOf, placeOf, targetOf } from './action-orders.js'
import { configFor, noteStop, type Stop, stopByPolicy, stopped } from './action-stops.js'
import { recordAudit } from './audit.js'
import { stopOfClearing } from './branch-clearing.js'
import { SERVICE_ACTOR } from './decisions.js'
import { stopOfFix } from './fix/still-asked.js'

/** Longer than a call of the host takes; who has died with a lease is not missed before it lapses. */
const LEASE_MS = 120_000

interface Work {
  deps: Deps
  row: ActionRow
  lease: string
}

/** Somebody else has it now, or it is no longer wanted. */
class TakenAway extends Error {}

/** Does on the host what an action says, once, however often it is called. */
export async function carryOut(deps: Deps, actionId: number): Promise<void> {
  const work = await begin(deps, actionId)
  if (!work) return
  try {
    await execute(work)
  } catch (error) {
    if (!(error instanceof TakenAway)) await settleFailure(work, error)
  }
}

/** One worker at a time; another comes back when the lease of the first has lapsed. */
async function begin(deps: Deps, actionId: number): Promise<Work | undefined> {
  const lease = randomUUID()
  const row = await deps.transaction(async (tx) => {
    const found = await lockAction(tx, actionId)
    if (!found || !isLive(found.status) || found.status === 'proposed') return undefined
    const msLeft = (found.leasedUntil?.getTime() ?? 0) - deps.now().getTime()
    if (msLeft <= 0) return takeLease(tx, actionId, { lease, until: leaseEnd(deps) })
    const startAfterSeconds = Math.ceil(msLeft / 1000) + 1
    await deps.queue.enqueue(tx, 'action.execute', [{ payload: { action_id: actionId }, startAfterSeconds }])
    return undefined
  })
  return row && { deps, row, lease }
}

const leaseEnd = ({ now }: Deps) => new Date(now().getTime() + LEASE_MS)

async function execute(work: Work): Promise<void> {
  const { deps, row } = work
  const repository = await repositoryOf(deps.db, row.repoId)
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
    (await stopOfClearing(deps.db, row)) ??
    stopOfFix(deps, { row, place: placeOf(repository), config: resolved })
  )
}

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

async function settle(work: Work, stop: Stop): Promise<void> {
  const at = work.deps.now()
  await moved(work, async (tx) => {
    const row = await transition(tx, work.row, { ...stopped(stop, at), lease: work.lease })
    if (row) {
      await noteStop(tx, stop, at)
      await followEnd(work.deps, tx, row)
    }
    return row
  })
}

/** From here on the host may have done it. */
async function start(work: Work): Promise<void> {
  if (work.row.status === 'executing') return
  const at = work.deps.now()
  const change = {
    to: 'executing' as const,
    actor: SERVICE_ACTOR,
    at,
    set: { executedAt: at },
    lease: work.lease
  }
  await moved(work, (tx) => transition(tx, work.row, change))
}

/** A transition of this worker; where somebody else has made one, it is out. */
async function moved(work: Work, move: (tx: Tx) => Promise<ActionRow | undefined>): Promise<void> {
  const row = await work.deps.transaction(move)
  if (!row) throw new TakenAway()
  work.row = row
}

/** Asked before each write: a cancellation, or a lease that has lapsed, stops it there. */
async function mayWrite({ deps, row, lease }: Work): Promise<void> {
  const isOurs = await deps.transaction((tx) => extendLease(tx, row.id, { lease, until: leaseEnd(deps) }))
  if (!isOurs) throw new TakenAway()
}

const CHECKED_AFTER_MS = 6 * 3_600_000

interface Origin {
  /** Whether this action has done it, now or in an earlier try; not somebody else. */
  isOurs: boolean
  /** Whether it was there already. */
  isFound: boolean
}

/** The effect, its transition and its evidence in one transaction. */
async function succeed(work: Work, done: Done, { isOurs, isFound }: Origin): Promise<void> {
  await start(work)
  const { deps, row, lease } = work
  const at = deps.now()
  const { hostId } = done
  const evidence = { ...done.evidence, ...(isFound ? { already_there: true } : {}) }
  const set = {
    resolvedAt: at,
    hostId,
    errorMessage: null,
    leasedUntil: null,
    checkAfter: new Date(at.getTime() + CHECKED_AFTER_MS)
  }
  await deps.transaction(async (tx) => {
    const change = { to: 'succeeded' as const, actor: SERVICE_ACTOR, at, evidence, set, lease }
    const succeeded = await transition(tx, row, change)
    // Ended while the host was at it: the row stays as it is, and says what happened all the same.
    const told = succeeded ?? (await noteDoneAllTheSame(tx, row.id, { hostId, evidence }))
    if (told && isOurs && !isToldAlready(row)) await auditEffect(tx, told, at)
    if (told) await followEnd(deps, tx, told)
  })
}

/** The try before had been ended when it turned out to have happened. */
const isToldAlready = ({ evidence }: ActionRow) =>
  // The border to the column: evidence is JSON.
  valueAt(evidence as JsonObject, 'done_all_the_same') === true

/** In the transaction that notes what was done. */
export async function auditEffect(tx: Tx, row: ActionRow, at: Date): Promise<void> {
  // The borders to the columns: both hold JSON objects.
  const evidence = row.evidence as JsonObject
  const told = auditOf({ ...row, evidence, arguments: JSON.parse(row.arguments) as JsonObject })
  if (!told) return
  const { category, eventType, payload } = told
  const prNumber = valueAt(evidence, 'pr_number') ?? row.targetNumber
  await recordAudit(tx, {
    category,
    eventType,
    actor: row.actor,
    actorType: row.actor === SERVICE_ACTOR ? 'bot' : 'human',
    repo: row.repoFullName,
    prNumber: typeof prNumber === 'number' ? prNumber : null,
    payload: { ...payload, action_id: row.id, decision_id: row.decisionId },
    occurredAt: at
  })
}

const AGAIN_AFTER_MS = 5 * 60_000

/** The host may be away for longer than the queue has patience; the sweep ends what takes too long. */
const soon = ({ now }: Deps) => new Date(now().getTime() + AGAIN_AFTER_MS)

/** What the host refuses for good ends the action; anything else leaves it to a later try. */
async function settleFailure(work: Work, error: unknown): Promise<void> {
  const { deps, row, lease } = work
  const outcome = outcomeOf(error)
  if (outcome.is === 'blocked')
    return settle(work, { to: 'blocked', reason: outcome.reason, detail: outcome.detail, evidence: {} })
  if (outcome.is === 'failed') return fail(work, outcome.detail)
  const until = outcome.until ?? (error instanceof HostError ? soon(deps) : undefined)
  await deps.transaction(async (tx) => {
    await releaseLease(tx, row.id, { lease, error: errorText(error) })
    if (until) await enqueueAt(deps, tx, row.id, until)
  })
  if (!until) throw error
}

async function fail(work: Work, detail: string): Promise<void> {
  await start(work)
  const at = work.deps.now()
  const set = { resolvedAt: at, errorMessage: detail, leasedUntil: null }
  const change = { to: 'failed' as const, actor: SERVICE_ACTOR, at, detail, set, lease: work.lease }
  await moved(work, async (tx) => {
    const row = await transition(tx, work.row, change)
    if (row) await followEnd(work.deps, tx, row)
    return row
  })
}

async function enqueueAt(deps: Deps, tx: Tx, actionId: number, until: Date): Promise<void> {
  const startAfterSeconds = Math.max(1, Math.ceil((until.getTime() - deps.now().getTime()) / 1000))
  await deps.queue.enqueue(tx, 'action.execute', [{ payload: { action_id: actionId }, startAfterSeconds }])
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
