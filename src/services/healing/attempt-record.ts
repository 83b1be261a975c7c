// The record of a heal attempt: its row, the row of its run, the tallies of both, and its activity.

import type { Deps, Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfHeal } from '#domain/healing/tallies.js'
import { talliesOfRun } from '#domain/mirror/tallies.js'
import { recordActivity } from '#store/activity/activity.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  earlierHealOf,
  type HealedRunRow,
  type HealRow,
  insertHeal,
  lockHeal,
  lockRun,
  type NewHealRow,
  type RunHealing,
  saveHeal,
  saveRunHealing
} from '#store/healing/attempts.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { recordHealEvent } from './pipeline-events.js'

export interface LockedHeal {
  attempt: HealRow
  run: HealedRunRow
}

export interface HealChange {
  attempt: Partial<HealRow>
  /** Left out if the run does not change. */
  run?: Partial<RunHealing>
}

/** Locks the repository, then the run and the attempt. */
export async function lockHealWithRun(
  tx: Tx,
  { id, repoId, ciRunId }: HealRow
): Promise<LockedHeal | undefined> {
  await lockRepository(tx, repoId)
  const run = await lockRun(tx, { id: ciRunId })
  const attempt = await lockHeal(tx, id)
  return run && attempt && { attempt, run }
}

/** The caller holds the repository and both rows; returns their new state. */
export async function updateHealAttempt(
  tx: Tx,
  { attempt, run }: LockedHeal,
  requested: HealChange
): Promise<LockedHeal> {
  const change = { ...requested, ...(await keepHealedStatus(tx, attempt, requested)) }
  const after = { attempt: { ...attempt, ...change.attempt }, run: { ...run, ...change.run } }
  await changeTallied(tx, async (tallied) => {
    if (!(await saveHeal(tallied, attempt.id, attempt.status, change.attempt)))
      throw new Error('a locked attempt was changed by another transaction')
    if (change.run) await saveRunHealing(tallied, run.id, change.run)
    return [
      { repoId: attempt.repoId, tallies: tallyDifference(countedFor({ attempt, run }), countedFor(after)) }
    ]
  })
  await recordHealEvent(tx, attempt, after.attempt)
  return after
}

/** A skipped later attempt does not reset a run that an earlier attempt healed. */
async function keepHealedStatus(
  tx: Tx,
  attempt: HealRow,
  { run }: HealChange
): Promise<Pick<HealChange, 'run'>> {
  const healed = run?.healStatus === 'skipped' ? await earlierHealOf(tx, attempt) : undefined
  return healed ? { run: { healStatus: 'healed', healedAt: healed.finishedAt } } : {}
}

/** Inserts an attempt; undefined if one is in progress, or if nobody requested another. */
export async function insertHealAttempt(
  tx: Tx,
  row: NewHealRow,
  run: HealedRunRow
): Promise<HealRow | undefined> {
  const change = { healStatus: 'pending' as const, healedAt: null }
  let attempt: HealRow | undefined
  await changeTallied(tx, async (tallied) => {
    attempt = await insertHeal(tallied, row)
    if (!attempt) return []
    await saveRunHealing(tallied, run.id, change)
    const after = countedFor({ attempt, run: { ...run, ...change } })
    return [{ repoId: attempt.repoId, tallies: tallyDifference(talliesOfLiveRun(run), after) }]
  })
  return attempt
}

const countedFor = ({ attempt, run }: LockedHeal) => [...talliesOfLiveRun(run), ...talliesOfHeal(attempt)]

/** Rows that ended are not counted. */
const talliesOfLiveRun = (run: HealedRunRow) => (run.goneAt === null ? talliesOfRun(run) : [])

/** While an attempt is open, later attempts of its run are ignored; they are checked once it ends. */
export async function requestLaterRunCheck(
  { queue }: Deps,
  tx: Tx,
  { attempt, run }: LockedHeal
): Promise<void> {
  if (attempt.finishedAt === null || run.attempt === attempt.runAttempt) return
  const payload = { host_run_id: run.hostRunId, trigger: 'webhook' as const }
  await queue.enqueue(tx, 'heal.run-completed', [{ payload, singletonKey: String(run.hostRunId) }])
}

/**
 * One item of the activity feed per attempt; call this last. It is about the run that failed, and from then on about
 * the pull request with the repair.
 */
export async function recordHealActivity(
  tx: Tx,
  { attempt, run }: LockedHeal,
  { isIncident = false }: { isIncident?: boolean } = {}
): Promise<void> {
  const { id, repoId, status, failureType, prNumber, prUrl, prStatus, createdAt } = attempt
  if (status === 'pending') return
  await recordActivity(tx, [
    {
      source: 'ci_heal',
      sourceId: id,
      repoId,
      targetNumber: prNumber,
      targetUrl: prUrl ?? run.htmlUrl,
      actionType: failureType ?? 'unknown',
      status: prStatus ?? status,
      detail: activityDetail(attempt, isIncident),
      createdAt
    }
  ])
}

function activityDetail(attempt: HealRow, isIncident: boolean): string {
  const { prNumber, filesChanged, workflowName, branch, rootCause } = attempt
  if (prNumber !== null) return filesChanged.join(', ')
  return `${workflowName} on ${branch}: ${activityText(attempt, isIncident)}. ${rootCause ?? ''}`.trim()
}

const INCIDENT_TEXT = 'an incident; other repositories fail alike, and healing of this failure pauses'

function activityText(
  { status, strategy, skipReason, outcome, error }: HealRow,
  isIncident: boolean
): string {
  if (isIncident) return INCIDENT_TEXT
  const rerunText = outcome === 'unknown' ? NO_RESULT_TEXT : RERUN_TEXTS[status]
  return error ?? skipReason ?? (strategy === 'rerun' ? rerunText : undefined) ?? status
}

const NO_RESULT_TEXT = 'the failed jobs were run again, and neither passed nor failed'

const RERUN_TEXTS: Readonly<Record<string, string>> = {
  attempted: 'the failed jobs are run again',
  healed: 'passed when the failed jobs were run again',
  failed: 'failed once more when the failed jobs were run again'
}
