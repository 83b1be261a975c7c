// The change that an attempt proposes: its branch, its pull request, and the comment that links to it.

import { changedFilesOf } from '#domain/healing/changed-files.js'
import { diagnosisComment } from '#domain/healing/diagnosis-comment.js'
import {
  type HealProposal,
  healCommitMessage,
  healPullBody,
  healPullLabels,
  healPullTitle
} from '#domain/healing/proposal.js'
import type { HealRow } from '#store/healing/attempts.js'
import type { PatchProposal } from '../patches/propose.js'
import type { HealStep } from './apply-verdict.js'
import { diagnosisKey } from './diagnosis-comment.js'

/** One branch per attempt, so that no attempt overwrites the branch of an earlier one. */
const healBranchFor = ({ hostRunId, attempt }: HealRow) =>
  `service/heal-${hostRunId}${attempt > 1 ? `-${attempt}` : ''}`

export function buildHealPatch({ held, evaluation, facts }: HealStep): PatchProposal {
  const { attempt: heal, run } = held
  const { diagnosis } = evaluation
  const { candidate, commit } = facts.findings ?? {}
  const { decisionId } = heal
  if (!diagnosis || candidate?.plan?.is !== 'change') throw new Error('a repair that was chosen has a plan')
  const { remedy, plan, isOfWorkflow, isConventional } = candidate
  const { type, cause, confidence } = diagnosis
  const failedRun = { workflow: heal.workflowName, runId: heal.hostRunId, runUrl: run.htmlUrl }
  const proposed: HealProposal = {
    ...diagnosis,
    ...failedRun,
    isConventional,
    remedy,
    explanation: plan.explanation,
    paths: plan.files.map(({ path }) => path)
  }
  return {
    repoId: run.repoId,
    pillar: 'ci_healing',
    source: 'ci_heal',
    sourceId: heal.id,
    decisionId,
    files: plan.files,
    isWorkflowRepair: isOfWorkflow,
    isByModel: remedy === 'model',
    branch: healBranchFor(heal),
    base: { branch: heal.branch, sha: heal.headSha },
    isForHeadOnly: true,
    title: healPullTitle(proposed),
    body: healPullBody(proposed),
    message: healCommitMessage(proposed),
    evidence: {
      attempt_id: heal.id,
      failure_type: type,
      root_cause: cause,
      fix_type: remedy,
      confidence,
      changed_files: changedFilesOf(plan.files)
    },
    followUp: {
      labels: healPullLabels(type),
      reviewer: commit?.author ?? null,
      comment: {
        sha: heal.headSha,
        // The diagnosis was posted before the language model was asked.
        goesOn: remedy === 'model' ? { actionKey: diagnosisKey(heal), branch: heal.branch } : null,
        body: diagnosisComment({
          ...diagnosis,
          ...failedRun,
          response: { is: 'pull_request' }
        })
      }
    }
  }
}
