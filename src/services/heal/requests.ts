// What people ask of healing: each request is recorded with who asked, and a job carries it out.
import type { JsonObject } from '../../../schemas/common.js'
import type {
  HealBody,
  HealRequested,
  ManualHealRequested,
  RetryBody
} from '../../../schemas/heal-requests.js'
import { HEAL_EVENTS } from '../../../schemas/heal-words.js'
import type { Deps } from '../../deps.js'
import { configNotRead } from '../../host-errors.js'
import { healRefused, runNotFound } from '../../pillar-errors.js'
import type { Tx } from '../../store/database.js'
import { type HealedRunRow, type HealRow, openHealOf, repositoryOfRun } from '../../store/heal.js'
import { repositoryOf } from '../../store/repositories.js'
import { recordAudit } from '../audit.js'
import { configOf, type ResolvedConfig } from '../config.js'
import { recordDecision } from '../decisions.js'
import { waiverFor } from '../waivers.js'
import { beginHealing, holdRun } from './news.js'

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
    if (open) return shown(run, open, 'An attempt is under way already.')
    const heal = await began(deps, tx, { run, trigger: 'retry', force, requestedBy: actor })
    await recordRequest(deps, tx, { heal, run, actor, given: { reason, force } })
    return shown(run, heal, 'Healing of the run begins anew.')
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
    await recordRequest(deps, tx, { heal, run, actor, given: { strategy, dry_run: dryRun } })
    return { ...shown(run, heal, 'The run will be healed.'), strategy }
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
  if (open) throw healRefused('attempt_open', `Attempt ${open.id} to heal run ${id} is under way.`)
  if (healStatus === 'healed') throw healRefused('already_healed', `Run ${id} is healed already.`)
  if (conclusion !== 'failure')
    throw healRefused('run_not_failed', `Run ${id} has not failed: it is ${conclusion ?? 'still running'}.`)
  if (!config.config.pillars.ci_healing.enabled)
    throw healRefused('pillar_disabled', 'The pillar ci_healing of this repository is off.')
  const waiver = await waiverOf(deps, tx, { repoId, branch })
  if (waiver !== undefined) throw healRefused('waived', `Waiver ${waiver} holds for this run.`)
}

async function waiverOf(
  { now }: Deps,
  tx: Tx,
  { repoId, branch }: { repoId: number; branch: string }
): Promise<number | undefined> {
  return (await waiverFor(tx, { repoId, pillar: 'ci_healing', at: now(), branches: [branch] }))?.id
}

interface Request {
  heal: HealRow
  run: HealedRunRow
  actor: string
  given: JsonObject
}

/** A person decided: the decision is evidence, and nothing that could be made again. */
async function recordRequest(deps: Deps, tx: Tx, { heal, run, actor, given }: Request): Promise<void> {
  const at = deps.now()
  const { fullName } = await repositoryOf(tx, run.repoId)
  const facts: JsonObject = { run_id: run.id, host_run_id: run.hostRunId, attempt_id: heal.id, ...given }
  const decisionId = await recordDecision(tx, {
    decision: 'acted',
    reason: typeof given['reason'] === 'string' ? given['reason'] : 'It was asked for.',
    conditions: [],
    repoId: run.repoId,
    source: 'api',
    triggerEvent: HEAL_EVENTS[heal.trigger],
    targetType: 'branch',
    targetBranch: run.branch,
    pillar: 'ci_healing',
    commitSha: run.headSha,
    inputs: facts,
    evaluator: null,
    actor,
    createdAt: at
  })
  await recordAudit(tx, {
    category: 'heal',
    eventType: heal.trigger === 'retry' ? 'retry_requested' : 'heal_requested',
    actor,
    actorType: 'human',
    repo: fullName,
    commitSha: run.headSha,
    payload: { ...facts, decision_id: decisionId },
    occurredAt: at
  })
}
