// Evaluates the gates of a repository: the outcomes, the decision, its evidence and its check are one transaction.

import type { Deps, JobPayload, Tx } from '#deps.js'
import {
  evaluateGate,
  type GateDefinition,
  type GateOutcome,
  gatesInForce,
  overallResult
} from '#domain/gates/gates.js'
import { gateInputsJson, qualityGatesV1 } from '#domain/gates/quality-gates.v1.js'
import { utcDay } from '#domain/time/day.js'
import { configUnreadable } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import type { EvaluateBody, Evaluation, MeasuredMetrics, Overall } from '#schemas/gates/gates.js'
import { recordActivity } from '#store/activity/activity.js'
import {
  deleteOtherStandings,
  hasJobEvaluated,
  insertEvaluations,
  saveMetricDays,
  saveStandings,
  storedGates
} from '#store/gates/gates.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { branchesOfPullRequest } from '#store/mirror/pull-requests.js'
import { type RepositoryRef, repositoryById } from '#store/mirror/repositories.js'
import { recordAudit } from '../audit/record.js'
import { loadConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { recordDecision, SERVICE_ACTOR } from '../decisions/record.js'
import { findWaiver } from '../waivers/waivers.js'
import { gateDefinitionOf } from './changes.js'
import { type ProposedCheck, postCheck, proposeGateCheck } from './check.js'
import { loadFigures } from './figures.js'

type Repository = Pick<RepositoryRef, 'repoId' | 'fullName'>

/** What is evaluated, and for whom. */
interface GateEventContext {
  repo: Repository
  config: ResolvedConfig
  headSha: string | null
  prNumber: number | null
  triggerEvent: string
  actor: string
  actorType: 'human' | 'bot'
  jobId: string | null
}

/** The result of an evaluation. */
interface GateEvaluationResult {
  outcomes: GateOutcome[]
  decisionId: number | null
  waiverId: number | null
  check: ProposedCheck | null
}

const NO_EVALUATION: GateEvaluationResult = { outcomes: [], decisionId: null, waiverId: null, check: null }

/** For a request that waits: the check is posted at once if the host answers in time. */
export async function evaluateGatesNow(
  deps: Deps,
  repo: Repository,
  { body, actor }: { body: EvaluateBody; actor: string }
): Promise<Evaluation> {
  const headSha = body.head_sha?.toLowerCase() ?? null
  const config = await loadConfig(deps, repo)
  const event = { headSha, prNumber: body.pr_number ?? null, triggerEvent: 'api', actor, jobId: null }
  const { outcomes, check, ...result } = await deps.transaction((tx) =>
    evaluateGates(deps, tx, { repo, config, ...event, actorType: 'human' })
  )
  return {
    repo: repo.fullName,
    results: outcomes.map(shown),
    overall: overallIn(config, outcomes),
    decision_id: result.decisionId,
    waiver_id: result.waiverId,
    ...(check ? { check: await postCheck(deps, check) } : {})
  }
}

/** For an event. Idempotent: a repeated job evaluates once. Without gates nothing is posted. */
export async function runGateEvaluation(
  deps: Deps,
  payload: JobPayload<'gate.evaluate'>,
  jobId: string
): Promise<void> {
  const repo = await repositoryById(deps.db, payload.repo_id)
  const config = await loadConfig(deps, { repoId: payload.repo_id })
  await deps.transaction(async (tx) => {
    const held = await lockRepository(tx, payload.repo_id)
    if (held?.live !== true || (await hasJobEvaluated(tx, jobId))) return
    // The job fails and is retried until the configuration file is readable.
    if (!config.isReadable) throw configUnreadable()
    if ((await loadGatesInForce(tx, payload.repo_id, config)).length === 0)
      return deleteOtherStandings(tx, payload.repo_id, [])
    await evaluateGates(deps, tx, {
      repo: { repoId: payload.repo_id, fullName: repo.fullName },
      config,
      headSha: payload.head_sha,
      prNumber: payload.pr_number,
      triggerEvent: payload.trigger_event,
      actor: SERVICE_ACTOR,
      actorType: 'bot',
      jobId
    })
  })
}

/** While the file is unreadable, an unknown gate may fail. */
function overallIn({ isReadable }: ResolvedConfig, outcomes: readonly GateOutcome[]): Overall {
  return isReadable ? overallResult(outcomes) : 'failed'
}

async function loadGatesInForce(
  tx: Tx,
  repoId: number,
  { config }: ResolvedConfig
): Promise<GateDefinition[]> {
  return gatesInForce((await storedGates(tx, repoId)).map(gateDefinitionOf), config.quality_gates)
}

/** Concurrent evaluations of a repository wait for each other, so that their results are stored in order. */
async function evaluateGates(deps: Deps, tx: Tx, context: GateEventContext): Promise<GateEvaluationResult> {
  const { repoId } = context.repo
  await lockRepository(tx, repoId)
  const startedAt = deps.now()
  const gates = await loadGatesInForce(tx, repoId, context.config)
  const measured = await loadFigures(deps, tx, repoId, startedAt)
  const outcomes = gates.map((gate) => evaluateGate(gate, measured))
  const at = deps.now()
  await saveMetricDays(tx, [{ repoId, day: utcDay(at), measured, takenAt: at }])
  const { isReadable } = context.config
  if (isReadable)
    await deleteOtherStandings(
      tx,
      repoId,
      gates.map(({ name }) => name)
    )
  if (isReadable && gates.length === 0) return reportWithoutGates(deps, tx, context)
  const decided = await recordGateDecision(tx, context, { gates, measured, at })
  await saveEvaluation(tx, context, {
    outcomes,
    at,
    durationMs: at.getTime() - startedAt.getTime(),
    ...decided
  })
  const check = await proposeGateCheck(deps, tx, { ...aboutOf(context), outcomes, ...decided })
  return { outcomes, decisionId: decided.decisionId, waiverId: decided.waiverId, check }
}

/** A commit that was named gets its check even without gates. */
async function reportWithoutGates(
  deps: Deps,
  tx: Tx,
  context: GateEventContext
): Promise<GateEvaluationResult> {
  const verdict = { decision: 'acted' as const, reason: 'There are no gates.' }
  const none = { outcomes: [], verdict, decisionId: null }
  return { ...NO_EVALUATION, check: await proposeGateCheck(deps, tx, { ...aboutOf(context), ...none }) }
}

function aboutOf({ repo, headSha, prNumber, actor, jobId }: GateEventContext) {
  return { repoId: repo.repoId, headSha, prNumber, actor, isAwaited: jobId === null }
}

interface GateDecision {
  verdict: Pick<Verdict, 'decision' | 'reason'>
  decisionId: number | null
  waiverId: number | null
}

async function recordGateDecision(
  tx: Tx,
  context: GateEventContext,
  { gates, measured, at }: { gates: GateDefinition[]; measured: MeasuredMetrics; at: Date }
): Promise<GateDecision & { verdict: Verdict; decisionId: number }> {
  const { repo, config, prNumber } = context
  const { repoId } = repo
  const branches = prNumber === null ? [] : await branchesOfPullRequest(tx, repoId, prNumber)
  const pull = prNumber === null ? {} : { pr: prNumber, branches }
  const waiver = await findWaiver(tx, { repoId, pillar: 'quality_gates', at, ...pull })
  const settings: JsonObject = { settings: { dry_run: config.config.settings.dry_run } }
  const inputs = gateInputsJson({
    gates,
    measured,
    waiver: waiver ? { id: waiver.id, reason: waiver.reason } : null,
    isReadable: config.isReadable
  })
  const verdict = qualityGatesV1.evaluate(inputs, settings)
  const decisionId = await recordDecision(tx, {
    ...verdict,
    repoId,
    source: 'quality_gate',
    triggerEvent: context.triggerEvent,
    targetType: prNumber === null ? 'repo' : 'pr',
    targetNumber: prNumber,
    configUsed: settings,
    configVersion: config.version,
    waiverId: waiver?.id ?? null,
    commitSha: context.headSha,
    actor: context.actor,
    inputs,
    evaluator: qualityGatesV1,
    createdAt: at
  })
  return { verdict, decisionId, waiverId: waiver?.id ?? null }
}

interface EvaluationRecord extends GateDecision {
  outcomes: GateOutcome[]
  at: Date
  durationMs: number
}

async function saveEvaluation(tx: Tx, context: GateEventContext, record: EvaluationRecord): Promise<void> {
  const { repo, headSha, prNumber, jobId } = context
  const { outcomes, at, durationMs, verdict, decisionId } = record
  const { repoId } = repo
  const rows = outcomes.map(({ name, ...outcome }) => ({
    ...outcome,
    repoId,
    gateName: name,
    headSha,
    prNumber,
    evaluatedAt: at,
    durationMs,
    decisionId,
    jobId
  }))
  await saveStandings(tx, rows)
  const ids = await insertEvaluations(tx, rows)
  if (verdict.decision === 'blocked') await recordAudit(tx, auditEntry(context, record))
  if (ids.length === 0) return
  const passed = outcomes.filter(({ result }) => result === 'passed').length
  await recordActivity(tx, [
    {
      source: 'quality_gate',
      sourceId: Math.max(...ids),
      repoId,
      targetNumber: prNumber,
      targetUrl: null,
      actionType: 'evaluated',
      status: overallIn(context.config, outcomes) === 'failed' ? 'failed' : 'passed',
      detail: `${passed} of ${outcomes.length} gates passed`,
      createdAt: at
    }
  ])
}

function auditEntry(context: GateEventContext, { outcomes, verdict, at, decisionId }: EvaluationRecord) {
  const { repo, actor, actorType, prNumber, headSha } = context
  const findings = outcomes
    .filter(({ result, blockOnFail }) => result === 'failed' && blockOnFail)
    .map(({ name, score, conditions }) => ({
      gate: name,
      score,
      conditions: conditions
        .filter(({ passed }) => !passed)
        .map(({ metric, operator, threshold, actual }) => ({ metric, operator, threshold, actual }))
    }))
  return {
    category: 'review_gate' as const,
    eventType: 'merge_blocked',
    actor,
    actorType,
    prNumber,
    repo: repo.fullName,
    commitSha: headSha,
    occurredAt: at,
    payload: { verdict: 'blocked', reason: verdict.reason, findings, decision_id: decisionId }
  }
}

function shown({ name, blockOnFail, passedCount, failedCount, totalCount, ...rest }: GateOutcome) {
  const { result, score, conditions } = rest
  const counts = { passed_count: passedCount, failed_count: failedCount, total_count: totalCount }
  return { name, result, score, ...counts, conditions, block_on_fail: blockOnFail }
}
