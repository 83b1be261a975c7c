// Decides whether a repository is corrected, and proposes the corrections.
import type { Deps, Tx } from '#deps.js'
import { type ActionTarget, isUnfinished, protectionKey, targetLabel } from '#domain/actions/actions.js'
import {
  correctionOf,
  isPartDue,
  SETUP_PARTS,
  type SetupCorrection,
  type SetupPart
} from '#domain/reconciler/drift.js'
import { reconcilerInputs, reconcilerV1 } from '#domain/reconciler/reconciler.v1.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { countWritesSince, isAnyUnfinished } from '#store/actions/actions.js'
import { lastAttemptOfEffect } from '#store/actions/marks.js'
import { type NewAction, proposeAction } from '../actions/propose.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import type { JudgedSetup } from './judge.js'
import { ACTION_OF_PART } from './outcomes.js'
import type { Reconciliation } from './reconcile.js'
import { AFTER_CORRECTION, BY_CLOCK, BY_PEOPLE, RECONCILER, repositoryJob } from './repository-job.js'

/** The actions, and how many writes they make; in a preview none, and how many they would make. */
export interface DecidedCorrections {
  ids: readonly number[]
  planned: number
  /** Why parts of it are not tried now. */
  obstacles: readonly string[]
}

export async function decideSetup(
  deps: Deps,
  tx: Tx,
  work: Reconciliation,
  judged: JudgedSetup
): Promise<DecidedCorrections> {
  const { drift, reading, state } = judged
  if (drift.length === 0) return NOTHING
  const { repository, config, job } = work
  const { branch } = reading
  const input = {
    repoId: repository.repoId,
    pillar: 'enforcement' as const,
    branches: branch === null ? [] : [branch]
  }
  const guards = await evaluateGuards(deps, tx, input, config)
  const correction = correctionOf(reading.desired, reading.observed, drift)
  const obstacles = await findObstacles(deps, tx, work, { correction, branch })
  const facts = {
    branch,
    differences: drift.map((one) => ({ ...one })),
    corrections: partsOf(correction),
    obstacles,
    isSkipped: state?.reconcileSkip === true,
    isArchived: reading.isArchived,
    isDry: job.dry_run
  }
  const inputs = { ...guards.inputs, ...reconcilerInputs(facts) }
  const verdict = reconcilerV1.evaluate(inputs, guards.configUsed)
  const due = SETUP_PARTS.filter((part) => verdict.plan?.[part] !== undefined)
  const planned = countWrites(correction, due)
  const undone = { ids: [], planned, obstacles: Object.values(obstacles) }
  if (!isWorthRecording(work, judged, verdict)) return undone
  const decisionId = await record(deps, tx, work, { guards, inputs, verdict })
  if (verdict.decision !== 'acted') return undone
  const ids = await propose(deps, tx, { work, correction, due, branch, decisionId })
  return { ...undone, ids }
}

const NOTHING: DecidedCorrections = { ids: [], planned: 0, obstacles: [] }

function partsOf(correction: SetupCorrection): JsonObject {
  const { floor, labels, settings } = correction
  const parts = {
    protection: { ...floor },
    labels: labels.map((label) => ({ ...label })),
    settings: { ...settings }
  }
  return Object.fromEntries(
    SETUP_PARTS.filter((part) => isPartDue(correction, part)).map((part) => [part, parts[part]])
  )
}

/** Each label is a write of its own. */
const countWrites = ({ labels }: SetupCorrection, due: readonly SetupPart[]): number =>
  due.reduce((sum, part) => sum + (part === 'labels' ? labels.length : 1), 0)

/** After an event, only what is new or done. */
function isWorthRecording({ job }: Reconciliation, { state, drift }: JudgedSetup, verdict: Verdict): boolean {
  if (verdict.decision === 'acted' || [BY_PEOPLE, BY_CLOCK].includes(job.trigger_event)) return true
  return drift.map(({ field }) => field).join('\n') !== state?.driftFields.join('\n')
}

const MOST_IN_AN_HOUR = 3

/** Why a part is not tried now. A person who asks for it waits only for what is under way. */
async function findObstacles(
  deps: Deps,
  tx: Tx,
  { repository, job }: Reconciliation,
  { correction, branch }: { correction: SetupCorrection; branch: string | null }
): Promise<Record<string, string>> {
  const { repoId } = repository
  const since = new Date(deps.now().getTime() - HOUR_MS)
  const obstacles: Record<string, string> = {}
  for (const part of SETUP_PARTS.filter((one) => isPartDue(correction, one))) {
    const actionKey = keyOf(part, branch)
    const last = await lastAttemptOfEffect(tx, {
      repoId,
      actionKey,
      target: targetLabel(targetOf(part, branch))
    })
    const intent = intentOf(part, correction, branch ?? '')
    if (last && isUnfinished(last.status)) obstacles[part] = `${part}: action ${last.id} is under way.`
    else if (job.trigger_event !== BY_PEOPLE && (await isRepeated(tx, { repoId, actionKey, intent, since })))
      obstacles[part] = `${part}: ${CHANGED_BACK}`
  }
  return obstacles
}

const isRepeated = async (tx: Tx, write: Parameters<typeof countWritesSince>[1]) =>
  (await countWritesSince(tx, write)) >= MOST_IN_AN_HOUR

const targetOf = (part: SetupPart, branch: string | null): ActionTarget =>
  part === 'protection' ? { type: 'branch', branch: branch ?? '' } : { type: 'repo' }

const CHANGED_BACK = 'corrected several times within an hour, and somebody else changes it back.'

/** One action at a time, whoever asks for it. */
const keyOf = (part: SetupPart, branch: string | null) =>
  part === 'protection' ? protectionKey(branch ?? '') : ACTION_OF_PART[part]

interface DecidedSetup {
  guards: GuardEvaluation
  inputs: JsonObject
  verdict: Verdict
}

function record(
  deps: Deps,
  tx: Tx,
  { repository, job }: Reconciliation,
  { guards, inputs, verdict }: DecidedSetup
): Promise<number> {
  const { configUsed, configVersion, waiverId } = guards
  return recordDecision(tx, {
    ...verdict,
    inputs,
    configUsed,
    configVersion,
    waiverId,
    evaluator: reconcilerV1,
    repoId: repository.repoId,
    source: 'trust',
    pillar: 'enforcement',
    triggerEvent: job.trigger_event,
    targetType: 'repo',
    createdAt: deps.now()
  })
}

interface DueCorrections {
  work: Reconciliation
  correction: SetupCorrection
  due: readonly SetupPart[]
  branch: string | null
  decisionId: number
}

async function propose(deps: Deps, tx: Tx, corrections: DueCorrections): Promise<number[]> {
  const { work, due } = corrections
  const { repoId } = work.repository
  const ids: number[] = []
  for (const part of due) ids.push(await proposeAction(deps, tx, actionOf(part, corrections)))
  // Actions that ended at once have told nobody: their ids are stored after them.
  if (!(await isAnyUnfinished(tx, ids))) {
    const reading = repositoryJob({ repoId, runId: null, triggerEvent: AFTER_CORRECTION })
    await deps.queue.enqueue(tx, 'reconciler.repository', [reading])
  }
  return ids
}

function actionOf(part: SetupPart, { work, correction, branch, decisionId }: DueCorrections): NewAction {
  return {
    ...intentOf(part, correction, branch ?? ''),
    repoId: work.repository.repoId,
    pillar: 'enforcement',
    source: RECONCILER,
    target: targetOf(part, branch),
    actionKey: keyOf(part, branch),
    decisionId
  }
}

function intentOf(
  part: SetupPart,
  { floor, labels, settings }: SetupCorrection,
  branch: string
): ActionIntent {
  switch (part) {
    case 'protection':
      return { actionType: ACTION_OF_PART[part], arguments: { branch, floor } }
    case 'labels':
      return { actionType: ACTION_OF_PART[part], arguments: { labels } }
    case 'settings':
      return { actionType: ACTION_OF_PART[part], arguments: { wish: settings } }
  }
}
