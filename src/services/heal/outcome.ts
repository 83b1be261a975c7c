// What became of an attempt: its re-run passed or did not, or it was lost on the way.
import type { HealOutcome } from '../../../schemas/action-words.js'
import type { HealStatus } from '../../../schemas/ci.js'
import { HEAL_EVENTS } from '../../../schemas/heal-words.js'
import type { Deps } from '../../deps.js'
import { code } from '../../domain/heal/comment.js'
import { noteActivity } from '../../store/activity.js'
import type { Tx } from '../../store/database.js'
import {
  type HealedRunRow,
  type HealRow,
  healOf,
  lockHeal,
  lockRun,
  lostHeals,
  noteHealGrounds
} from '../../store/heal.js'
import { lockRepository } from '../../store/mirror.js'
import { recordDecision } from '../decisions.js'
import { keepHealing, lookAgain } from './keeping.js'
import { tellDiagnosis } from './telling.js'

export interface Healed {
  heal: HealRow
  run: HealedRunRow
}

/** A later attempt of the run has ended: the same commit, so that a pass shows that the failure was none of its own. */
export async function settleRerun(deps: Deps, tx: Tx, { heal, run }: Healed): Promise<void> {
  const at = deps.now()
  const { status, outcome } = outcomeOf(run)
  const settled = { status, outcome, settledRunAttempt: run.attempt, error: null }
  const kept = await keepHealing(
    tx,
    { heal, run },
    {
      heal: { ...settled, finishedAt: at, updatedAt: at },
      run: { healStatus: status, healedAt: status === 'healed' ? at : null }
    }
  )
  await noteHealing(tx, kept)
}

/** One that was cancelled says nothing of what a re-run would have helped. */
function outcomeOf({ conclusion }: HealedRunRow): { status: HealStatus; outcome: HealOutcome } {
  if (conclusion === 'success') return { status: 'healed', outcome: 'verified' }
  const hasFailed = ['failure', 'timed_out', 'startup_failure'].some((word) => word === conclusion)
  return { status: 'failed', outcome: hasFailed ? 'ineffective' : 'unknown' }
}

const INCIDENT = 'an incident; other repositories fail alike, and healing of this failure pauses'

function wordsFor(
  { status, strategy, skipReason, outcome, error, prNumber }: HealRow,
  isIncident: boolean
): string {
  if (isIncident) return INCIDENT
  if (strategy === 'patch_pr' && prNumber !== null) return pullWords(prNumber, outcome)
  const again = outcome === 'unknown' ? WITHOUT_RESULT : AGAIN[status]
  return error ?? skipReason ?? (strategy === 'rerun' ? again : undefined) ?? status
}

const pullWords = (number: number, outcome: HealOutcome | null) =>
  `a repair is proposed in #${number}${outcome === null ? '' : AFTER_PULL[outcome]}`

const AFTER_PULL: Readonly<Record<HealOutcome, string>> = {
  pending: '',
  verified: ', and the next run passed with it',
  ineffective: ', and the next run failed all the same',
  unknown: ', and no later run has shown whether it helps',
  rejected: ', and was not taken'
}

const WITHOUT_RESULT = 'the failed jobs were run again, and neither passed nor failed'

const AGAIN: Readonly<Record<string, string>> = {
  attempted: 'the failed jobs are run again',
  healed: 'passed when the failed jobs were run again',
  failed: 'failed once more when the failed jobs were run again'
}

/** One item of the feed for each attempt; to be called last. */
export async function noteHealing(
  tx: Tx,
  { heal, run }: Healed,
  { isIncident = false }: { isIncident?: boolean } = {}
): Promise<void> {
  const { status, rootCause } = heal
  if (status === 'pending') return
  await noteActivity(tx, [
    {
      source: 'ci_heal',
      sourceId: heal.id,
      repoId: heal.repoId,
      targetNumber: null,
      targetUrl: run.htmlUrl,
      actionType: isIncident ? 'incident' : (heal.failureType ?? 'unknown'),
      status,
      detail:
        `${heal.workflowName} on ${heal.branch}: ${wordsFor(heal, isIncident)}. ${rootCause ?? ''}`.trim(),
      createdAt: heal.createdAt
    }
  ])
}

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 100
const WITHOUT_PULL = 'Nothing: there is a repair, and its pull request could not be opened.'
const STOPPED = 'Every worker that tried it stopped before the end.'

/** Ends attempts whose action came to nothing, or of which nothing was heard for a day. */
export async function endLostHeals(deps: Deps): Promise<void> {
  const since = new Date(deps.now().getTime() - DAY_MS)
  for (const { id, why } of await lostHeals(deps.db, since, AT_ONCE)) await endHeal(deps, id, why)
}

/** When the queue has tried often enough; a re-run that is under way goes on. */
export async function giveUpHealing(deps: Deps, attemptId: number): Promise<void> {
  const heal = await healOf(deps.db, attemptId)
  if (heal?.decisionId === null) await endHeal(deps, attemptId, heal.error ?? STOPPED)
}

async function endHeal(deps: Deps, attemptId: number, error: string): Promise<void> {
  const found = await healOf(deps.db, attemptId)
  if (!found || found.finishedAt !== null) return
  await deps.transaction(async (tx) => {
    const held = await holdHeal(tx, found)
    if (held) await endHeld(deps, tx, held, error)
  })
}

/** An attempt and its run, held together with their repository. */
export async function holdHeal(tx: Tx, { id, repoId, ciRunId }: HealRow): Promise<Healed | undefined> {
  await lockRepository(tx, repoId)
  const run = await lockRun(tx, { id: ciRunId })
  const heal = await lockHeal(tx, id)
  return run && heal && { heal, run }
}

/** It has failed itself; whoever calls holds it. */
export async function endHeld(deps: Deps, tx: Tx, { heal, run }: Healed, error: string): Promise<void> {
  if (heal.finishedAt !== null) return
  const at = deps.now()
  const ended = { status: 'failed' as const, error, finishedAt: at, updatedAt: at }
  const outcome = heal.strategy === null ? null : ('unknown' as const)
  const change = { heal: { ...ended, outcome }, run: { healStatus: 'failed' as const, healedAt: null } }
  const kept = await keepHealing(tx, { heal, run }, change)
  if (heal.decisionId === null)
    await noteHealGrounds(tx, heal.id, { decisionId: await recordEnd(tx, heal, { error, at }) })
  // Of a repair its pull request would have told; a re-run was told of when it was decided upon.
  if (heal.strategy === 'patch_pr') await tellDiagnosis(deps, tx, kept.heal, `${WITHOUT_PULL} ${code(error)}`)
  await noteHealing(tx, kept)
  await lookAgain(deps, tx, kept)
}

/** Nobody came to decide: that is what is recorded. */
function recordEnd(tx: Tx, heal: HealRow, { error, at }: { error: string; at: Date }): Promise<number> {
  return recordDecision(tx, {
    decision: 'error',
    reason: error,
    conditions: [],
    repoId: heal.repoId,
    source: 'ci_heal',
    triggerEvent: HEAL_EVENTS[heal.trigger],
    targetType: 'branch',
    targetBranch: heal.branch,
    pillar: 'ci_healing',
    commitSha: heal.headSha,
    inputs: { attempt_id: heal.id },
    evaluator: null,
    createdAt: at
  })
}
