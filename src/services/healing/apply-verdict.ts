// Applies the verdict of an attempt: its row, its run, the actions and the activity, in one transaction.

import type { Deps, Tx } from '#deps.js'
import { riskLevel } from '#domain/decisions/levels.js'
import type { HealResponse } from '#domain/healing/diagnosis-comment.js'
import { adviceFor } from '#domain/healing/failure-texts.js'
import type { HealVerdict } from '#domain/healing/guards.js'
import { candidatePaths, type RepairCandidate } from '#domain/healing/repair-candidate.js'
import type { SkipReason } from '#schemas/healing/enums.js'
import type { HealRow, RunHealing } from '#store/healing/attempts.js'
import { proposeAction } from '../actions/propose.js'
import type { AttemptStep } from '../attempts/run.js'
import { proposePatch } from '../patches/propose.js'
import { announceFailure } from './announcements.js'
import {
  type HealChange,
  type LockedHeal,
  recordHealActivity,
  requestLaterRunCheck,
  updateHealAttempt
} from './attempt-record.js'
import { commentDiagnosis } from './diagnosis-comment.js'
import type { HealRunTypes, TrustedDiagnosis } from './evaluation-input.js'
import { buildHealPatch } from './patch-proposal.js'

export type HealStep = AttemptStep<HealRunTypes>

/** The caller holds the repository, the run and the attempt. */
export async function applyHealVerdict(
  deps: Deps,
  tx: Tx,
  step: HealStep,
  { decisionId, at }: { decisionId: number; at: Date }
): Promise<void> {
  const { held, evaluation } = step
  const { planned, diagnosis } = evaluation
  const { isDiagnosisPosted, next } = planned.plan
  const change = healChangeFor(step, at)
  const attempt = { ...held.attempt, ...change.attempt, decisionId }
  const actionId =
    next === 'attempted' ? await proposeHealAction(deps, tx, { ...step, held: { ...held, attempt } }) : null
  const updated = await updateHealAttempt(tx, held, {
    ...change,
    attempt: { ...change.attempt, decisionId, actionId }
  })
  if (diagnosis && (isDiagnosisPosted || (next !== 'attempted' && wasCommented(step))))
    await commentDiagnosis(deps, tx, updated, responseOf(planned))
  if (diagnosis) await announceFailure(deps, tx, updated)
  await requestLaterRunCheck(deps, tx, updated)
  if (diagnosis || actionId !== null)
    await recordHealActivity(tx, updated, { isIncident: evaluation.isFirstOfIncident })
}

/** Stores and posts the diagnosis before the language model is asked, which may take long to answer. */
export async function recordDiagnosis(deps: Deps, tx: Tx, step: HealStep): Promise<LockedHeal> {
  const { held, evaluation } = step
  if (!evaluation.diagnosis) return held
  const at = deps.now()
  const found = diagnosisColumns(evaluation.diagnosis)
  const updated = await updateHealAttempt(tx, held, {
    attempt: {
      ...found.attempt,
      status: 'attempted',
      startedAt: held.attempt.startedAt ?? at,
      updatedAt: at
    },
    run: { ...found.run, healStatus: 'attempted' }
  })
  if (!isDry(step)) await commentDiagnosis(deps, tx, updated, { is: 'asking_model' })
  await announceFailure(deps, tx, updated)
  await recordHealActivity(tx, updated)
  return updated
}

const isDry = ({ held, config }: HealStep) => held.attempt.dryRun || config.config.settings.dry_run

/** If the comment says that a language model was asked, it must be updated. */
const wasCommented = (step: HealStep) => step.held.attempt.signature !== null && !isDry(step)

const responseOf = ({ plan, reason }: HealVerdict): HealResponse =>
  plan.next === 'attempted' ? { is: 'rerun' } : { is: 'nothing', reason }

function healChangeFor(
  { held, evaluation, facts }: HealStep,
  at: Date
): HealChange & { run: Partial<RunHealing> } {
  const { diagnosis, planned } = evaluation
  const { next, skipReason, strategy } = planned.plan
  if (next === 'diagnose' || next === 'generate') throw new Error('the verdict is not final')
  const isOpen = next === 'attempted'
  const found = diagnosis ? diagnosisColumns(diagnosis) : withoutDiagnosis(skipReason)
  return {
    attempt: {
      ...found.attempt,
      status: next,
      skipReason,
      strategy,
      updatedAt: at,
      error: next === 'failed' && strategy === 'patch_pr' ? planned.reason : null,
      startedAt: held.attempt.startedAt ?? at,
      finishedAt: isOpen ? null : at,
      outcome: isOpen ? 'pending' : null,
      ...repairColumns(facts.findings?.candidate)
    },
    run: {
      ...found.run,
      healStatus: next,
      healFixApplied: isOpen && strategy === 'rerun' ? 'The failed jobs run again.' : null
    }
  }
}

function repairColumns(candidate: RepairCandidate | undefined): Partial<HealRow> {
  if (!candidate) return {}
  const files = candidate.plan?.is === 'change' ? candidatePaths(candidate) : []
  return { repair: candidate.remedy, filesChanged: files, sourceFile: files[0] ?? null }
}

/** Missing logs are stored as the diagnosis; if none were requested, the diagnosis stays empty. */
function withoutDiagnosis(skipReason: SkipReason | null): HealChange {
  if (skipReason !== 'logs_unavailable') return { attempt: {} }
  const [type, confidence] = ['unknown', 'low'] as const
  return {
    attempt: { failureType: type, confidence },
    run: { healFailureType: type, healRootCause: null, healConfidence: confidence }
  }
}

function diagnosisColumns(diagnosis: TrustedDiagnosis): HealChange {
  const { type, transient, rule, cause, confidence, job, file, line, signature, risk, extract } = diagnosis
  return {
    attempt: {
      failureType: type,
      transient,
      rule,
      rootCause: cause,
      confidence,
      signature,
      failingJob: job,
      failingFile: file,
      failingLine: line,
      suggestedFix: adviceFor(type),
      riskScore: risk,
      riskLevel: riskLevel(risk),
      extract: JSON.stringify(extract)
    },
    run: { healFailureType: type, healRootCause: cause, healConfidence: confidence }
  }
}

/** A patch if one was chosen, a re-run otherwise. */
function proposeHealAction(deps: Deps, tx: Tx, step: HealStep): Promise<number> {
  return step.evaluation.planned.plan.strategy === 'rerun'
    ? proposeRerun(deps, tx, step.held)
    : proposePatch(deps, tx, buildHealPatch(step), step.config.config)
}

/** Once per attempt of a run: a repeated call finds the earlier proposal. */
function proposeRerun(deps: Deps, tx: Tx, { attempt, run }: LockedHeal): Promise<number> {
  const { hostRunId, runAttempt, branch, decisionId } = attempt
  return proposeAction(deps, tx, {
    actionType: 'rerun-failed-jobs',
    arguments: { run_id: hostRunId, run_attempt: runAttempt },
    actionKey: `rerun-failed-jobs:${hostRunId}:${runAttempt}`,
    isOnce: true,
    repoId: run.repoId,
    pillar: 'ci_healing',
    source: 'ci_heal',
    sourceId: attempt.id,
    target: { type: 'branch', branch },
    decisionId,
    evidence: { attempt_id: attempt.id, failure_type: attempt.failureType, root_cause: attempt.rootCause }
  })
}
