// What people ask of healing: each request is recorded with who asked, and a job carries it out.

import type { Deps } from '#deps.js'
import { configNotRead } from '#errors/host.js'
import { healRefused, runNotFound } from '#errors/pillars.js'
import type { JsonObject } from '#schemas/common.js'
import type { HealBody, HealRequested, ManualHealRequested, RetryBody } from '#schemas/healing/requests.js'
import { type HealedRunRow, type HealRow, openHealOf, repositoryOfRun } from '#store/healing/attempts.js'
import type { Tx } from '#store/sql/database.js'
import { recordRequest } from '../attempts/request.js'
import { configOf, type ResolvedConfig } from '../configuration/resolve.js'
import { waiverFor } from '../waivers/waivers.js'
import { healKind } from './attempt.js'
import type { HeldHeal } from './attempt-record.js'
import { beginHealing, holdRun } from './completed-run.js'

interface By<Body> {
  body: Body
  actor: string
}

/** Allowed for any run: what stands in the way is found when it is carried out. */
export async function retryHealing(
  deps: Deps,
  runId: number,
  { body, actor }: By<RetryBody>
): Promise<HealRequested> {
  const { reason = null, force = false } = body
  return deps.transaction(async (tx) => {
    const run = await heldRun(tx, runId)
    const open = await openHealOf(tx, run.id)
    if (open) return shown(run, open, 'An attempt is already in progress.')
    const heal = await began(deps, tx, { run, trigger: 'retry', force, requestedBy: actor })
    await record(deps, tx, { attempt: heal, run }, { actor, reason, given: { reason, force } })
    return shown(run, heal, 'A new attempt to heal the run is queued.')
  })
}

export async function healByHand(
  deps: Deps,
  runId: number,
  { body, actor }: By<HealBody>
): Promise<ManualHealRequested> {
  const { strategy = 'auto', dry_run: dryRun = false } = body
  const repoId = await repositoryOfRun(deps.db, { id: runId })
  if (repoId === undefined) throw runNotFound(runId)
  const config = await configOf(deps, { repoId })
  if (!config.isReadable) throw configNotRead()
  return deps.transaction(async (tx) => {
    const run = await heldRun(tx, runId)
    await mustBeHealable(deps, tx, { run, config })
    const wanted = { wish: strategy, dryRun, requestedBy: actor }
    const heal = await began(deps, tx, { run, trigger: 'manual', ...wanted })
    const given = { strategy, dry_run: dryRun }
    await record(deps, tx, { attempt: heal, run }, { actor, reason: null, given })
    return { ...shown(run, heal, 'An attempt to heal the run is queued.'), strategy }
  })
}

async function heldRun(tx: Tx, id: number): Promise<HealedRunRow> {
  const run = await holdRun(tx, { id })
  if (!run?.live) throw runNotFound(id)
  return run
}

async function began(deps: Deps, tx: Tx, beginning: Parameters<typeof beginHealing>[2]): Promise<HealRow> {
  const heal = await beginHealing(deps, tx, beginning)
  if (!heal) throw new Error('nothing is under way for a run that is held')
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
  const waiver = await waiverOf(deps, tx, { repoId, branch })
  if (waiver !== undefined)
    throw healRefused('waived', `Waiver ${waiver} applies to this run. Revoke it first.`)
}

async function waiverOf(
  { now }: Deps,
  tx: Tx,
  { repoId, branch }: { repoId: number; branch: string }
): Promise<number | undefined> {
  return (await waiverFor(tx, { repoId, pillar: 'ci_healing', at: now(), branches: [branch] }))?.id
}

interface Given {
  actor: string
  reason: string | null
  given: JsonObject
}

function record({ now }: Deps, tx: Tx, held: HeldHeal, { actor, reason, given }: Given): Promise<void> {
  const { attempt, run } = held
  return recordRequest(tx, {
    ...{ actor, reason },
    subject: healKind.subject(held),
    facts: { run_id: run.id, host_run_id: run.hostRunId, attempt_id: attempt.id, ...given },
    audit: {
      category: 'heal',
      eventType: attempt.trigger === 'retry' ? 'retry_requested' : 'heal_requested'
    },
    at: now()
  })
}
