// Heal requests: each is recorded with its actor, and a job runs it.

import type { Deps } from '#deps.js'
import { configUnreadable } from '#errors/host.js'
import { healRefused, runNotFound } from '#errors/pillars.js'
import type { JsonObject } from '#schemas/common.js'
import type { HealTrigger } from '#schemas/healing/enums.js'
import type { HealBody, HealRequested, ManualHealRequested, RetryBody } from '#schemas/healing/requests.js'
import { type HealedRunRow, type HealRow, openHealOf, repositoryOfRun } from '#store/healing/attempts.js'
import type { Tx } from '#store/sql/database.js'
import { recordAttemptRequest } from '../attempts/request.js'
import { loadConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { findWaiver } from '../waivers/waivers.js'
import { healKind } from './attempt.js'
import type { LockedHeal } from './attempt-record.js'
import { lockRunWithRepo, startHealing } from './completed-run.js'

interface ActorRequest<Body> {
  body: Body
  actor: string
}

/** Allowed for any run; obstacles are found when the attempt runs. */
export async function retryHealing(
  deps: Deps,
  runId: number,
  { body, actor }: ActorRequest<RetryBody>
): Promise<HealRequested> {
  const { reason = null, force = false } = body
  return deps.transaction(async (tx) => {
    const run = await lockLiveRun(tx, runId)
    const open = await openHealOf(tx, run.id)
    if (open) return shown(run, open, 'An attempt is already in progress.')
    const heal = await startHealingOrFail(deps, tx, { run, trigger: 'retry', force, requestedBy: actor })
    await recordHealRequest(
      deps,
      tx,
      { attempt: heal, run },
      { actor, reason, parameters: { reason, force } }
    )
    return shown(run, heal, 'A new attempt to heal the run is queued.')
  })
}

export async function requestManualHeal(
  deps: Deps,
  runId: number,
  request: ActorRequest<HealBody>
): Promise<ManualHealRequested> {
  return deps.transaction(await prepareHeal(deps, runId, { ...request, trigger: 'manual' }))
}

interface HealingRequest extends ActorRequest<HealBody> {
  trigger: Extract<HealTrigger, 'manual' | 'command'>
}

/** Refuses what is blocked already; a later obstacle ends the attempt. */
export async function prepareHeal(
  deps: Deps,
  runId: number,
  { body, actor, trigger }: HealingRequest
): Promise<(tx: Tx) => Promise<ManualHealRequested>> {
  const { strategy = 'auto', dry_run: dryRun = false } = body
  const repoId = await repositoryOfRun(deps.db, { id: runId })
  if (repoId === undefined) throw runNotFound(runId)
  const config = await loadConfig(deps, { repoId })
  if (!config.isReadable) throw configUnreadable()
  return async (tx) => {
    const run = await lockLiveRun(tx, runId)
    await mustBeHealable(deps, tx, { run, config })
    const options = { wish: strategy, dryRun, requestedBy: actor }
    const heal = await startHealingOrFail(deps, tx, { run, trigger, ...options })
    const parameters = { strategy, dry_run: dryRun }
    await recordHealRequest(deps, tx, { attempt: heal, run }, { actor, reason: null, parameters })
    return { ...shown(run, heal, 'An attempt to heal the run is queued.'), strategy }
  }
}

async function lockLiveRun(tx: Tx, id: number): Promise<HealedRunRow> {
  const run = await lockRunWithRepo(tx, { id })
  if (!run?.live) throw runNotFound(id)
  return run
}

async function startHealingOrFail(
  deps: Deps,
  tx: Tx,
  request: Parameters<typeof startHealing>[2]
): Promise<HealRow> {
  const heal = await startHealing(deps, tx, request)
  if (!heal) throw new Error('the attempt for a locked run was not created')
  return heal
}

function shown(run: HealedRunRow, heal: HealRow, message: string): HealRequested {
  return {
    message,
    run_id: run.id,
    host_run_id: run.hostRunId,
    heal_status: heal.status === 'attempted' ? 'attempted' : 'pending',
    attempt_id: heal.id,
    job_id: heal.jobId
  }
}

async function mustBeHealable(
  deps: Deps,
  tx: Tx,
  { run, config }: { run: HealedRunRow; config: ResolvedConfig }
): Promise<void> {
  const { id, conclusion, healStatus, branch, repoId } = run
  const open = await openHealOf(tx, id)
  if (open) throw healRefused('attempt_open', `Attempt ${open.id} to heal run ${id} is already in progress.`)
  if (healStatus === 'healed') throw healRefused('already_healed', `Run ${id} is already healed.`)
  if (conclusion !== 'failure')
    throw healRefused('run_not_failed', `Run ${id} has not failed: it is ${conclusion ?? 'still running'}.`)
  if (!config.config.pillars.ci_healing.enabled)
    throw healRefused(
      'pillar_disabled',
      'The pillar ci_healing is disabled in this repository. Turn on pillars.ci_healing.enabled first.'
    )
  const waiver = await findRunWaiver(deps, tx, { repoId, branch })
  if (waiver !== undefined)
    throw healRefused('waived', `Waiver ${waiver} applies to this run. Revoke it first.`)
}

async function findRunWaiver(
  { now }: Deps,
  tx: Tx,
  { repoId, branch }: { repoId: number; branch: string }
): Promise<number | undefined> {
  return (await findWaiver(tx, { repoId, pillar: 'ci_healing', at: now(), branches: [branch] }))?.id
}

interface HealRequestRecord {
  actor: string
  reason: string | null
  parameters: JsonObject
}

function recordHealRequest(
  { now }: Deps,
  tx: Tx,
  held: LockedHeal,
  { actor, reason, parameters }: HealRequestRecord
): Promise<void> {
  const { attempt, run } = held
  return recordAttemptRequest(tx, {
    actor,
    reason,
    subject: healKind.subject(held),
    facts: { run_id: run.id, host_run_id: run.hostRunId, attempt_id: attempt.id, ...parameters },
    audit: {
      category: 'heal',
      eventType: attempt.trigger === 'retry' ? 'retry_requested' : 'heal_requested'
    },
    at: now()
  })
}
