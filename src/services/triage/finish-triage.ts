// Finishes the triage of issues and pull requests: findings, decision, evidence and actions are one transaction.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { mergeLayers } from '#domain/configuration/layers/layers.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { normalizeVerdict } from '#domain/decisions/verdict.js'
import type { Evaluator } from '#domain/decisions/versions.js'
import { valueAt } from '#domain/json/path.js'
import { talliesOfTriage } from '#domain/triage/quality.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { changeEvidence } from '#store/counters/evidence-tallies.js'
import { recordedInputsOf } from '#store/decisions/decisions.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import {
  type NewTriage,
  recordVisit,
  saveTriage,
  TRIAGE_SOURCE,
  type TriageFeedback,
  type TriageRow,
  type TriageSubject,
  triageOfContent,
  triagesOf
} from '#store/triage/triages.js'
import { type NewAction, proposeAction } from '../actions/propose.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { evaluateGuards, type GuardInput } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import { resolveFailures } from './failures.js'
import { COMMAND_TRIGGER } from './requests.js'

/** The target of a triage and its configuration. */
export interface TriageContext {
  job: JobPayload<'triage.run'>
  config: ResolvedConfig
  repository: KnownRepository
}

export interface TriageHistory {
  /** The current triage comes first. */
  history: readonly TriageRow[]
  /** The earlier triage of the same content. */
  known: TriageRow | undefined
  /** It is the triage that is shown, it was allowed everything that is allowed now, and nobody asks for another. */
  isCurrent: boolean
}

/** Loads earlier triages of the target; undefined if this job has run already. */
export async function loadTriageHistory(
  tx: Tx,
  { job, config }: TriageContext,
  subject: TriageSubject & { contentVersion: string }
): Promise<TriageHistory | undefined> {
  const known = await triageOfContent(tx, subject)
  if (known?.jobId === job.job_id) return undefined
  const history = await triagesOf(tx, subject)
  const shown = history.find(({ type }) => type !== null)
  const isShown = known !== undefined && known.id === shown?.id && job.trigger_event !== COMMAND_TRIGGER
  return { history, known, isCurrent: isShown && (await wasAllowed(tx, known, config)) }
}

/** Whether everything that is allowed now was allowed then: held-back actions are proposed once they are allowed. */
async function wasAllowed(tx: Tx, { decisionId }: TriageRow, { config }: ResolvedConfig): Promise<boolean> {
  const { configUsed } = await recordedInputsOf(tx, decisionId)
  if (configUsed === null) return true
  // Cast at the database boundary: a decision stores the settings that it was made under.
  const settings = JSON.parse(configUsed) as JsonObject
  const wasOn = (setting: string) => valueAt(settings, 'pillars', 'triage', setting) === true
  const { auto_label, auto_comment } = config.pillars.triage
  const wasDry = valueAt(settings, 'settings', 'dry_run') !== false
  if (wasDry && !config.settings.dry_run) return false
  return (wasOn('auto_label') || !auto_label) && (wasOn('auto_comment') || !auto_comment)
}

export type TriageFindings = Pick<
  NewTriage,
  'type' | 'priority' | 'probability' | 'isSure' | 'model' | 'label' | 'heard' | 'heardType'
>

const NO_FINDINGS: TriageFindings = {
  type: null,
  priority: null,
  probability: null,
  isSure: false,
  model: null,
  label: null,
  heard: null,
  heardType: null
}

export interface TriageCase {
  context: TriageContext
  subject: TriageSubject & { contentVersion: string }
  past: TriageHistory
  guardInput: Pick<GuardInput, 'issue' | 'pr' | 'branches' | 'event'>
  commitSha: string | null
  inputs: JsonObject
  evaluator: Evaluator
  /** Updates the mirror as the verdict says; undefined if nothing was judged. */
  saveShown(verdict: Verdict, at: Date): Promise<TriageFindings | undefined>
  /** The actions for the host. */
  steps(verdict: Verdict): (ActionIntent & Pick<NewAction, 'actionKey' | 'isOnce'>)[]
}

/**
 * Content that was judged before is not judged again unless a person asks for it: the guards see the lease as taken.
 * The caller holds the repository and the target.
 */
export async function finishTriage(deps: Deps, tx: Tx, triageCase: TriageCase): Promise<void> {
  const at = deps.now()
  const { verdict, ...evaluation } = await evaluateTriage(deps, tx, triageCase)
  const findings = await triageCase.saveShown(verdict, at)
  const decisionId = await recordDecision(tx, {
    ...verdict,
    ...evaluation,
    ...aboutOf(triageCase),
    source: 'triage',
    pillar: 'triage',
    commitSha: triageCase.commitSha,
    evaluator: triageCase.evaluator,
    createdAt: at
  })
  await saveFindings(tx, triageCase, { decisionId, findings, at })
  await resolveFailures(tx, triageCase.context.job, at)
  for (const step of triageCase.steps(verdict))
    await proposeStep(deps, tx, triageCase, { step, decisionId, findings })
}

const aboutOf = ({ context: { job } }: TriageCase) => ({
  repoId: job.repo_id,
  triggerEvent: job.trigger_event,
  targetType: job.target_type,
  targetNumber: job.number
})

async function evaluateTriage(
  deps: Deps,
  tx: Tx,
  { context, guardInput, inputs, evaluator, past }: TriageCase
) {
  const { job, config } = context
  const lease = past.isCurrent ? 'taken' : 'free'
  const input: GuardInput = { ...guardInput, repoId: job.repo_id, pillar: 'triage', lease }
  const guardEvaluation = await evaluateGuards(deps, tx, input, config)
  const { auto_label, auto_comment } = config.config.pillars.triage
  const configUsed = mergeLayers(guardEvaluation.configUsed, {
    pillars: { triage: { auto_label, auto_comment } }
  })
  const allInputs = { ...guardEvaluation.inputs, ...inputs }
  const { configVersion, waiverId } = guardEvaluation
  return {
    verdict: normalizeVerdict(evaluator.evaluate(allInputs, configUsed)),
    inputs: allInputs,
    configUsed,
    configVersion,
    waiverId
  }
}

interface TriageResult {
  decisionId: number
  findings: TriageFindings | undefined
  at: Date
}

/**
 * A judgement stays until the content is judged again. A triage without a result is stored too, so that no job repeats
 * it.
 */
async function saveFindings(
  tx: Tx,
  triageCase: TriageCase,
  { decisionId, findings, at }: TriageResult
): Promise<void> {
  const { subject, past, context } = triageCase
  const { known, isCurrent } = past
  const { repo_id: repoId, job_id: jobId, number: targetNumber } = context.job
  if (known !== undefined && known.type !== null && findings === undefined)
    return recordVisit(tx, known.id, { jobId, ...(isCurrent ? { decisionId } : {}) })
  const found = withFeedback(findings ?? NO_FINDINGS, known, at)
  const saved = { ...subject, repoId, targetNumber, jobId, decisionId, ...found, createdAt: at }
  await changeEvidence(tx, async (tallied) => {
    await saveTriage(tallied, saved)
    const before = known ? talliesOfTriage(known) : []
    return [{ repoId, tallies: tallyDifference(before, talliesOfTriage(saved)) }]
  })
}

type JudgedFindings = TriageFindings & TriageFeedback

/**
 * Feedback on a content applies again when it is judged again, and so does the judgement that it is about: another one
 * was neither confirmed nor refused by anybody.
 */
function withFeedback(found: TriageFindings, known: TriageRow | undefined, at: Date): JudgedFindings {
  const isNewWord = found.heard !== null && found.heardType !== known?.heardType
  if (isNewWord || !known || known.heard === null)
    return { ...found, heardBy: null, heardAt: found.heard === null ? null : at }
  const { type, probability, isSure, model, heard, heardType, heardBy, heardAt } = known
  return { ...found, type, probability, isSure, model, heard, heardType, heardBy, heardAt }
}

interface ProposedStep {
  step: ReturnType<TriageCase['steps']>[number]
  decisionId: number
  findings: TriageFindings | undefined
}

/** In a dry run the action is cancelled at once and shows what would have been done. */
async function proposeStep(
  deps: Deps,
  tx: Tx,
  { context: { job } }: TriageCase,
  { step, decisionId, findings }: ProposedStep
): Promise<void> {
  const { type = null, probability = null, model = null } = findings ?? {}
  await proposeAction(deps, tx, {
    ...step,
    repoId: job.repo_id,
    pillar: 'triage',
    source: TRIAGE_SOURCE,
    target: { type: job.target_type, number: job.number },
    decisionId,
    evidence: { trigger_event: job.trigger_event, type, probability, model }
  })
}

/** The action key contains the name of the label, so that labels do not block one another. */
export const labelSteps = ({ add, remove }: { add: readonly string[]; remove: readonly string[] }) => [
  ...add.map((label) => ({
    actionType: 'add-label' as const,
    arguments: { label },
    actionKey: `triage:label:${label}`
  })),
  ...remove.map((label) => ({
    actionType: 'remove-label' as const,
    arguments: { label },
    actionKey: `triage:unlabel:${label}`
  }))
]
