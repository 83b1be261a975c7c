// Builds the input of the healing guards and evaluates them.

import type { Deps } from '#deps.js'
import { ROLLBACK_PREFIX, SERVICE_BRANCH_PREFIX } from '#domain/actions/policy.js'
import {
  adjustCertainty,
  confidenceLevel,
  mayBeIncident,
  repairRiskScore
} from '#domain/healing/assessment.js'
import { type HealVerdict, toRecordedVerdict } from '#domain/healing/guards.js'
import { decideHeal } from '#domain/healing/heal.v2.js'
import { candidatePaths, type RepairCandidate } from '#domain/healing/repair-candidate.js'
import type { RunFailure } from '#domain/healing/run-failure.js'
import { CANDIDATE_PREFIX, SCRATCH_PREFIX } from '#domain/host/queue-branches.js'
import type { JsonObject } from '#schemas/common.js'
import type { LeastConfidence } from '#schemas/configuration/keys.js'
import {
  type HealFacts,
  type HealRow,
  healFacts,
  healTrackRecord,
  lockSignature
} from '#store/healing/attempts.js'
import type { Tx } from '#store/sql/database.js'
import type { AttemptEvaluation, AttemptInput } from '../attempts/run.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { objectionTo } from '../patches/propose.js'
import { findWaiver } from '../waivers/waivers.js'
import type { HealTypes } from './attempt.js'
import type { FailingCommit } from './find-repair.js'

export interface HealRunTypes extends HealTypes {
  facts: {
    /** Login of the service itself, if no person uses the same account. */
    ownLogin: string | undefined
    /** Set once the logs were requested. */
    findings?: HealFindings
  }
  evaluation: HealEvaluation
}

/** What the host shows about the failure. */
export interface HealFindings {
  finding: RunFailure | undefined
  commit: FailingCommit
  candidate: RepairCandidate | undefined
}

export interface HealEvaluation extends AttemptEvaluation {
  /** The verdict with its plan. */
  planned: HealVerdict
  diagnosis: TrustedDiagnosis | undefined
  /** Only the first attempt that detects an incident reports it. */
  isFirstOfIncident: boolean
}

/** A diagnosis with its confidence in this repository. */
export interface TrustedDiagnosis extends RunFailure {
  confidence: LeastConfidence
  risk: number
}

type Question = AttemptInput<HealRunTypes>

/** The caller holds the repository, the run and the attempt. */
export async function evaluateHeal(deps: Deps, tx: Tx, input: Question): Promise<HealEvaluation> {
  const { held, config, facts: gathered } = input
  const { attempt, run } = held
  const { findings } = gathered
  const now = deps.now()
  const diagnosis = findings?.finding && (await rateDiagnosis(tx, run.repoId, findings))
  const signature = diagnosis?.signature ?? null
  if (signature !== null) await lockSignature(tx, signature)
  const facts = await healFacts(tx, {
    heal: attempt,
    run,
    signature,
    isRequested: isRequested(attempt),
    now,
    type: diagnosis?.type ?? null,
    repair: plannedRepair(findings)
  })
  const waiver = await findWaiver(tx, {
    repoId: run.repoId,
    pillar: 'ci_healing',
    at: now,
    branches: [attempt.branch]
  })
  const inputs: JsonObject = {
    is_readable: config.isReadable,
    is_read: findings !== undefined,
    wish: attempt.wish,
    force: attempt.force,
    dry_run: attempt.dryRun,
    run: runInputs(input, facts),
    branch: {
      faults: facts.faults,
      is_cooling_down: facts.isCoolingDown,
      attempts: facts.attempts
    },
    waiver: waiver === undefined ? null : { id: waiver.id },
    ...diagnosisInputs(diagnosis, facts),
    ...repairInputs(deps, input)
  }
  const configUsed = healSettings(config)
  const planned = decideHeal(inputs, configUsed)
  const { next, skipReason } = planned.plan
  return {
    planned,
    diagnosis,
    inputs,
    configUsed,
    verdict: toRecordedVerdict(planned),
    waiverId: waiver?.id ?? null,
    commitSha: attempt.headSha,
    neededFacts: next === 'diagnose' || next === 'generate' ? next : null,
    isFirstOfIncident: skipReason === 'incident' && !facts.isIncidentReported
  }
}

function plannedRepair(findings: HealFindings | undefined) {
  const { candidate } = findings ?? {}
  const paths = candidate ? candidatePaths(candidate) : []
  return candidate && paths.length > 0 ? { name: candidate.remedy, paths } : null
}

const isRequested = ({ trigger }: HealRow) => trigger !== 'webhook' && trigger !== 'sync'

async function rateDiagnosis(
  tx: Tx,
  repoId: number,
  { finding, candidate }: HealFindings
): Promise<TrustedDiagnosis | undefined> {
  if (!finding) return undefined
  const { certainty, rule, transient, type } = finding
  const hasRepair = candidate?.plan !== undefined && candidate.plan.is !== 'refused'
  const file = finding.file ?? (candidate ? (candidatePaths(candidate)[0] ?? null) : null)
  const named = [
    ...(rule === null ? [] : [{ kind: 'rule' as const, name: rule }]),
    ...(hasRepair ? [{ kind: 'repair' as const, name: candidate.remedy }] : [])
  ]
  let trust = certainty
  for (const subject of named) trust = adjustCertainty(trust, await healTrackRecord(tx, repoId, subject))
  const confidence = confidenceLevel(trust)
  const risk = repairRiskScore({ type, hasRemedy: transient || hasRepair, confidence, file })
  return { ...finding, confidence, risk }
}

const OWN_BRANCHES = [SERVICE_BRANCH_PREFIX, CANDIDATE_PREFIX, SCRATCH_PREFIX, ROLLBACK_PREFIX]

function runInputs({ held, facts: { ownLogin } }: Question, facts: HealFacts): JsonObject {
  const { attempt: heal, run } = held
  const isOvertaken = run.attempt !== heal.runAttempt
  const isOwnBranch = OWN_BRANCHES.some((prefix) => heal.branch.startsWith(prefix))
  const isOwnActor = ownLogin !== undefined && run.actor?.toLowerCase() === ownLogin.toLowerCase()
  return {
    id: run.hostRunId,
    attempt: heal.runAttempt,
    branch: heal.branch,
    author: run.actor,
    // The result of an attempt that another one followed is unknown and does not matter.
    is_failed: run.conclusion === 'failure' || isOvertaken,
    is_superseded: isOvertaken || (!isRequested(heal) && facts.isSuperseded),
    is_own: isOwnBranch || isOwnActor,
    was_run_again: facts.wasRunAgain
  }
}

function diagnosisInputs(diagnosis: TrustedDiagnosis | undefined, facts: HealFacts): JsonObject {
  if (!diagnosis) return { diagnosis: null, signature: null }
  const { type, transient, certainty, confidence, rule, file, line, signature, risk } = diagnosis
  return {
    diagnosis: { type, transient, certainty, confidence, rule, file, line, risk },
    signature: {
      hash: signature,
      // A similar failure alone is no incident: five formatters may fail on the same day.
      repositories: mayBeIncident({ type, transient, certainty }) ? facts.repositories : 1,
      has_failed: facts.hasFailed,
      was_proposed: facts.wasProposed
    }
  }
}

function repairInputs(deps: Deps, { config, facts: { findings } }: Question): JsonObject {
  const { candidate, commit } = findings ?? {}
  return {
    is_own_commit: commit?.isOwn ?? false,
    is_model_configured: deps.model !== undefined,
    repair: candidate ? repairInput(deps, candidate, config) : null
  }
}

function repairInput(deps: Deps, candidate: RepairCandidate, { config }: ResolvedConfig): JsonObject {
  const { remedy: name, plan, isAtHead, isOfWorkflow } = candidate
  const known: JsonObject = { name, refused: null, is_at_head: isAtHead }
  switch (plan?.is) {
    case undefined:
      return known
    case 'refused':
      return { ...known, refused: plan.reason }
    case 'fault':
      return { ...known, fault: plan.reason }
    case 'offer':
      return { ...known, offered: candidatePaths(candidate) }
    case 'change': {
      const change = {
        pillar: 'ci_healing' as const,
        source: 'ci_heal' as const,
        files: plan.files,
        isWorkflowRepair: isOfWorkflow,
        isByModel: name === 'model'
      }
      return {
        ...known,
        files: candidatePaths(candidate),
        objection: objectionTo(deps, change, config) ?? null
      }
    }
  }
}

/** Only the settings that matter. */
function healSettings({ config }: ResolvedConfig): JsonObject {
  const { enabled, auto_patch, max_fix_attempts, min_confidence_to_patch, triggers } =
    config.pillars.ci_healing
  const { branches, ignore_authors } = triggers
  return {
    settings: { dry_run: config.settings.dry_run },
    pillars: {
      ci_healing: {
        enabled,
        auto_patch,
        max_fix_attempts,
        min_confidence_to_patch,
        triggers: { branches, ignore_authors }
      }
    }
  }
}
