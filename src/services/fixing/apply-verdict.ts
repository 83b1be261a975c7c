// Applies the verdict of an attempt: its row, the proposed patch and the activity, in one transaction.
import type { Deps, Tx } from '#deps.js'
import { riskLevel } from '#domain/decisions/levels.js'
import { fixConfidence, proposalConfidence } from '#domain/fixing/risk.js'
import {
  type FixProposal,
  fixCommitMessage,
  fixPullBody,
  fixPullTitle,
  storedText
} from '#domain/fixing/texts.js'
import type { FixRow, NewFixRow } from '#store/fixing/attempts.js'
import type { AttemptStep } from '../attempts/run.js'
import { proposePatch } from '../patches/propose.js'
import { recordFixActivity, startNextFix, updateFixAttempt } from './attempt-record.js'
import type { CheckedAnalysis, FixRunTypes, GeneratedPatch } from './evaluation-input.js'

type Step = AttemptStep<FixRunTypes>

/** The caller holds the repository and the attempt. */
export async function applyFixVerdict(
  deps: Deps,
  tx: Tx,
  step: Step,
  { decisionId, at }: { decisionId: number; at: Date }
): Promise<void> {
  const { attempt } = step.held
  const { plan, reason } = step.evaluation.planned
  const found = { ...findingColumns(step), decisionId, heldBy: null, updatedAt: at }
  const change: Partial<NewFixRow> =
    plan.next === 'submit'
      ? { reason: null, actionId: await proposeFixPatch(deps, tx, step, decisionId) }
      : {
          status: plan.next === 'failed' ? 'failed' : 'rejected',
          error: plan.error,
          // A dry run by configuration counts like a requested one.
          dryRun: attempt.dryRun || plan.error === 'dry_run',
          reason,
          finishedAt: at
        }
  const updated = await updateFixAttempt(tx, attempt, { ...found, ...change })
  await startNextFix(deps, tx, attempt.repoId)
  await recordFixActivity(tx, updated)
}

function findingColumns({ facts: { analyzed, patch } }: Step): Partial<NewFixRow> {
  if (!analyzed) return {}
  const { analysis } = analyzed
  const { complexity } = analysis
  const ofAnalysis = {
    complexity,
    confidence: fixConfidence(complexity),
    explanation: storedText(patch?.explanation ?? analysis.explanation)
  }
  if (!patch) return ofAnalysis
  const { risk, lines, files } = patch
  const filesChanged = files.filter(({ before, after }) => before !== after).map(({ path }) => path)
  const ofPatch = { riskScore: risk, riskLevel: riskLevel(risk), linesChanged: lines, filesChanged }
  return { ...ofAnalysis, ...ofPatch }
}

function proposeFixPatch(deps: Deps, tx: Tx, step: Step, decisionId: number): Promise<number> {
  const { held, config, facts } = step
  const { attempt: fix } = held
  const { baseBranch, baseSha } = fix
  const { analyzed, patch } = facts
  if (!analyzed || !patch || baseBranch === null || baseSha === null)
    throw new Error('a fix cannot be submitted without a patch')
  const { analysis } = analyzed
  const proposal = proposalOf(deps, fix, analysis, patch)
  return proposePatch(
    deps,
    tx,
    {
      pillar: 'issue_fix',
      files: patch.files,
      repoId: fix.repoId,
      source: 'issue_fix',
      sourceId: fix.id,
      branch: fix.branchName,
      base: { branch: baseBranch, sha: baseSha },
      title: fixPullTitle(proposal),
      body: fixPullBody(proposal),
      message: fixCommitMessage(proposal),
      decisionId,
      evidence: { attempt_id: fix.id, issue_number: fix.issueNumber, complexity: analysis.complexity },
      followUp: { labels: ['service-fix', analysis.complexity], reviewer: null, comment: null }
    },
    config.config
  )
}

function proposalOf(
  { model }: Deps,
  fix: FixRow,
  analysis: CheckedAnalysis,
  patch: GeneratedPatch
): FixProposal {
  return {
    issueNumber: fix.issueNumber,
    summary: patch.summary,
    explanation: patch.explanation,
    files: patch.paths,
    lines: patch.lines,
    complexity: analysis.complexity,
    confidence: proposalConfidence(analysis.complexity, patch.isWhole),
    riskScore: patch.risk,
    riskLevel: riskLevel(patch.risk),
    model: model?.name ?? ''
  }
}
