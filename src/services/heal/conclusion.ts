// What comes of an attempt once it is judged: its row, its run, the decision, the actions and the feed, in one transaction.
import { HEAL_EVENTS, type SkipReason } from '../../../schemas/heal-words.js'
import type { Deps } from '../../deps.js'
import { code } from '../../domain/heal/comment.js'
import type { HealJudgement } from '../../domain/heal/guards.js'
import { type Mending, pathsIn } from '../../domain/heal/mending.js'
import { adviceFor, riskLevel } from '../../domain/heal/prospects.js'
import { HEAL_EVALUATOR } from '../../domain/heal/verdict.js'
import type { Tx } from '../../store/database.js'
import { type HealedRunRow, type Healing, type HealRow, noteHealGrounds } from '../../store/heal.js'
import { countWaiverUse } from '../../store/waivers.js'
import { proposeAction } from '../actions.js'
import { recordDecision } from '../decisions.js'
import { proposePatch } from '../patches.js'
import type { Diagnosed, Grounds, Occasion } from './grounds.js'
import { keepHealing, lookAgain } from './keeping.js'
import { noteHealing } from './outcome.js'
import { patchFor } from './proposal.js'
import { tellDiagnosis } from './telling.js'

export interface Judged {
  heal: HealRow
  run: HealedRunRow
  occasion: Occasion
  grounds: Grounds
}

/** The caller holds the repository, the run and the attempt. */
export async function conclude(deps: Deps, tx: Tx, judged: Judged): Promise<void> {
  const { heal, run, grounds } = judged
  const at = deps.now()
  const { judgement, diagnosed } = grounds
  const kept = await keepHealing(tx, { heal, run }, changeFor(judged, at))
  if (judgement.plan.skipReason === 'waived' && grounds.waiverId !== null)
    await countWaiverUse(tx, grounds.waiverId, at)
  const decisionId = await decide(tx, judged, at)
  const actionId =
    judgement.plan.next === 'attempted' ? await act(deps, tx, { ...judged, ...kept, decisionId }) : null
  if (diagnosed && judgement.plan.isTold)
    await tellDiagnosis(deps, tx, { ...kept.heal, decisionId }, doneBy(judgement))
  await noteHealGrounds(tx, heal.id, { decisionId, actionId })
  await lookAgain(deps, tx, kept)
  if (diagnosed || actionId !== null) await noteHealing(tx, kept, { isIncident: grounds.isFirstOfIncident })
}

/** A reason may hold paths of the repository and words of a tool. */
const doneBy = ({ plan, reason }: HealJudgement) =>
  plan.next === 'attempted' ? 'The failed jobs are run again, once.' : `Nothing. ${code(reason)}`

function changeFor({ heal, grounds }: Judged, at: Date): { heal: Partial<HealRow>; run: Partial<Healing> } {
  const { diagnosed, judgement, reading } = grounds
  const { next, skipReason, strategy } = judgement.plan
  if (next === 'diagnose' || next === 'generate') throw new Error('nothing is concluded yet')
  const isOpen = next === 'attempted'
  const found = diagnosed ? foundIn(diagnosed) : withoutDiagnosis(skipReason)
  return {
    heal: {
      ...found.heal,
      ...{ status: next, skipReason, strategy, updatedAt: at },
      error: next === 'failed' && strategy === 'patch_pr' ? judgement.reason : null,
      startedAt: heal.startedAt ?? at,
      finishedAt: isOpen ? null : at,
      outcome: isOpen ? 'pending' : null,
      ...mendedBy(reading?.mending)
    },
    run: {
      ...found.run,
      healStatus: next,
      healFixApplied: isOpen && strategy === 'rerun' ? 'The failed jobs are run again.' : null
    }
  }
}

function mendedBy(mending: Mending | undefined): Partial<HealRow> {
  if (!mending) return {}
  const files = mending.plan?.is === 'change' ? pathsIn(mending) : []
  return { repair: mending.remedy, filesChanged: files, sourceFile: files[0] ?? null }
}

/** Where there is no log, that is what is known of the failure; where none was asked for, nothing is said of it. */
function withoutDiagnosis(skipReason: SkipReason | null): { heal: Partial<HealRow>; run: Partial<Healing> } {
  if (skipReason !== 'logs_unavailable') return { heal: {}, run: {} }
  const [type, confidence] = ['unknown', 'low'] as const
  return {
    heal: { failureType: type, confidence },
    run: { healFailureType: type, healRootCause: null, healConfidence: confidence }
  }
}

function foundIn(diagnosed: Diagnosed): { heal: Partial<HealRow>; run: Partial<Healing> } {
  const { type, transient, rule, cause, confidence, job, file, line, signature, risk, extract } = diagnosed
  return {
    heal: {
      ...{ failureType: type, transient, rule, rootCause: cause, confidence, signature },
      ...{ failingJob: job, failingFile: file, failingLine: line, suggestedFix: adviceFor(type) },
      ...{ riskScore: risk, riskLevel: riskLevel(risk), extract: JSON.stringify(extract) }
    },
    run: { healFailureType: type, healRootCause: cause, healConfidence: confidence }
  }
}

function decide(tx: Tx, { heal, run, occasion, grounds }: Judged, at: Date): Promise<number> {
  const { judgement, inputs, configUsed, waiverId } = grounds
  const { next, skipReason, strategy, isTold } = judgement.plan
  return recordDecision(tx, {
    decision: judgement.decision,
    reason: judgement.reason,
    conditions: judgement.conditions,
    plan: { next, skip_reason: skipReason, strategy, is_told: isTold },
    repoId: run.repoId,
    source: 'ci_heal',
    triggerEvent: HEAL_EVENTS[heal.trigger],
    targetType: 'branch',
    targetBranch: heal.branch,
    pillar: 'ci_healing',
    ...{ inputs, configUsed, waiverId },
    configVersion: occasion.config.version,
    commitSha: heal.headSha,
    evaluator: HEAL_EVALUATOR,
    createdAt: at
  })
}

/** A change where one was chosen, and another attempt of the run otherwise. */
function act(deps: Deps, tx: Tx, judged: Judged & { decisionId: number }): Promise<number> {
  const { heal, run, grounds, decisionId } = judged
  if (grounds.judgement.plan.strategy === 'rerun') return rerun(deps, tx, { heal, run }, decisionId)
  const patch = patchFor(judged)
  return proposePatch(deps, tx, patch, judged.occasion.config.config)
}

/** Of each attempt of a run once: whoever is asked again finds what was proposed before. */
function rerun(
  deps: Deps,
  tx: Tx,
  { heal, run }: { heal: HealRow; run: HealedRunRow },
  decisionId: number
): Promise<number> {
  const { hostRunId, runAttempt, branch } = heal
  return proposeAction(deps, tx, {
    actionType: 'rerun-failed-jobs',
    arguments: { run_id: hostRunId, run_attempt: runAttempt },
    actionKey: `rerun-failed-jobs:${hostRunId}:${runAttempt}`,
    isOnce: true,
    repoId: run.repoId,
    pillar: 'ci_healing',
    source: 'ci_heal',
    sourceId: heal.id,
    target: { type: 'branch', branch },
    decisionId,
    evidence: { attempt_id: heal.id, failure_type: heal.failureType, root_cause: heal.rootCause }
  })
}
