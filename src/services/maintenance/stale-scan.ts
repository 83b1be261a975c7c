// Warns of and closes issues and pull requests on which nobody has been active.
import type { Deps, JobPayload, Tx } from '#deps.js'
import { plannedStep, staleV1 } from '#domain/maintenance/stale.v1.js'
import {
  closableFrom,
  type StaleLimits,
  type StaleStep,
  staleConfigOf,
  staleInputs,
  staleKey,
  staleLimitsOf
} from '#domain/maintenance/stale-inputs.js'
import { staleNotice } from '#domain/maintenance/stale-texts.js'
import { utcDay } from '#domain/time/day.js'
import { DAY_MS } from '#domain/time/durations.js'
import { configUnreadable } from '#errors/host.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import {
  KEEP_ALIVE_LABEL,
  STALE_CLOSED_LABEL,
  STALE_LABEL,
  STALE_TARGETS,
  type StaleTarget
} from '#schemas/host/enums.js'
import { firstActionOfEffect } from '#store/actions/marks.js'
import { linkAction } from '#store/maintenance/maintenance-actions.js'
import { type DueItem, dueItems, type StaleCutOffs } from '#store/maintenance/stale-items.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { proposeAction } from '../actions/propose.js'
import { findWaiver } from '../waivers/waivers.js'
import { claimMaintenance, type MaintenanceClaim } from './claims.js'
import { loadMaintenance, type MaintenanceSetup } from './config.js'
import { STALE_SOURCE } from './stale-check.js'

/** Per repository and run, for both kinds of items together. */
const MOST = { warn: 100, close: 30 } as const satisfies Record<StaleStep, number>

type Job = JobPayload<'maintenance.stale-scan'>

interface StaleScan {
  repoId: number
  setup: MaintenanceSetup
  job: Job
}

/** Reads all that is due first, and acts afterwards. */
export async function scanForStale(deps: Deps, job: Job): Promise<void> {
  const repoId = job.repo_id
  const repository = await repositoryById(deps.db, repoId)
  if (!repository.live || repository.isSuspended) return
  const setup = await loadMaintenance(deps, repoId)
  // The job fails and is retried until the configuration file is readable.
  if (!setup.isReadable) throw configUnreadable()
  const scan = { repoId, setup, job }
  const due: DueItem[] = []
  for (const type of STALE_TARGETS) due.push(...(await dueOfType(deps, scan, type)))
  for (const step of ['warn', 'close'] as const)
    for (const item of due.filter((one) => one.step === step).slice(0, MOST[step]))
      await deps.transaction((tx) => handleDueItem(deps, tx, scan, item))
}

function dueOfType(deps: Deps, { repoId, setup }: StaleScan, type: StaleTarget): Promise<DueItem[]> {
  const { stale } = setup.config.pillars.maintainer
  const exempt = [...(type === 'issue' ? stale.issues : stale.prs).exempt_labels, KEEP_ALIVE_LABEL]
  const at = deps.now()
  return dueItems(deps.db, {
    repoId,
    type,
    at,
    cutOffs: cutOffsOf(staleLimitsOf(setup.effective, type), at),
    exemptLabels: exempt.map((label) => label.toLowerCase()),
    most: MOST
  })
}

function cutOffsOf({ stale, warn, close }: StaleLimits, at: Date): StaleCutOffs {
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
  return { warn: before(stale - warn), close: close === null ? null : before(close), warned: before(warn) }
}

async function handleDueItem(deps: Deps, tx: Tx, scan: StaleScan, item: DueItem): Promise<void> {
  const { repoId, setup, job } = scan
  if ((await lockRepository(tx, repoId))?.live !== true) return
  const { type, number, branches } = item
  const now = deps.now()
  const subject = type === 'issue' ? { issue: number } : { pr: number, branches }
  const waiver = await findWaiver(tx, { repoId, pillar: 'maintainer', at: now, ...subject })
  const limits = staleLimitsOf(setup.effective, type)
  const inputs = staleInputs({
    item,
    limits,
    now,
    isReadable: setup.isReadable,
    waiverId: waiver?.id ?? null,
    isDryRun: job.dry_run
  })
  const configUsed = staleConfigOf(setup.config, type)
  const verdict = staleV1.evaluate(inputs, configUsed)
  const decision = {
    action: {
      repoId,
      actionType: item.step === 'warn' ? ('stale_warn' as const) : ('stale_close' as const),
      targetType: type,
      targetNumber: String(number),
      idempotencyKey: staleKey(repoId, item, item.step)
    },
    verdict,
    inputs,
    configUsed,
    configVersion: setup.version,
    waiverId: waiver?.id ?? null,
    evaluator: staleV1,
    triggerEvent: job.trigger,
    result: resultOf(verdict, item)
  }
  const step = plannedStep(verdict.plan)
  await claimMaintenance(deps, tx, decision, async (claim) => {
    if (step) await proposeNotice(deps, tx, { claim, item, step, limits })
  })
}

const WOULD_BE: Record<StaleStep, string> = { warn: 'warned', close: 'closed' }

/** The same from day to day, so that a preview is recorded once. */
function resultOf({ decision, reason }: Verdict, { step, humanAt }: DueItem): string {
  return decision === 'dry_run'
    ? `Dry run: it would be ${WOULD_BE[step]}, because no person has been active since ${utcDay(humanAt)}.`
    : (reason ?? decision)
}

interface StaleProposal {
  claim: MaintenanceClaim
  item: DueItem
  step: StaleStep
  limits: StaleLimits
}

/** A further try continues the effect of the first one: what that has left on the host is found. */
async function proposeNotice(
  deps: Deps,
  tx: Tx,
  { claim, item, step, limits }: StaleProposal
): Promise<void> {
  const { row, decisionId } = claim
  const { repoId } = row
  const { type, number, epoch, humanAt } = item
  const warnedAt = item.warnedAt ?? deps.now()
  const actionKey = `stale-${step}:${epoch}`
  const target = { type, number }
  const mark = await firstActionOfEffect(tx, { repoId, actionKey, target: `${type}:${number}` })
  const args = {
    body: staleNotice({ type, step, limits, closableFrom: closableFrom(limits, { humanAt, warnedAt }) }),
    label: step === 'warn' ? STALE_LABEL : STALE_CLOSED_LABEL
  }
  const actionId = await proposeAction(deps, tx, {
    repoId,
    pillar: 'maintainer',
    source: STALE_SOURCE,
    sourceId: row.id,
    decisionId,
    target,
    actionKey,
    actionType: step === 'warn' ? 'warn-stale' : 'close-stale',
    arguments: args,
    evidence: {
      stale: {
        epoch,
        human_at: humanAt.toISOString(),
        warned_at: item.warnedAt?.toISOString() ?? null
      }
    },
    ...(mark ? { mark } : {})
  })
  await linkAction(tx, row.id, actionId)
}
