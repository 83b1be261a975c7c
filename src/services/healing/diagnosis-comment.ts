// Posts the diagnosis of an attempt as a comment on the commit of the failed run.

import type { Deps, Tx } from '#deps.js'
import { diagnosisComment, type HealResponse } from '#domain/healing/diagnosis-comment.js'
import type { ExtractChunk } from '#schemas/healing/enums.js'
import type { HealRow } from '#store/healing/attempts.js'
import { commentOnCommit } from '../actions/commit-comments.js'
import type { LockedHeal } from './attempt-record.js'

/**
 * Several workflows may fail for the same reason on one commit: there is one comment, which is edited as the attempt
 * proceeds. Without a diagnosis there is none.
 */
export async function commentDiagnosis(
  deps: Deps,
  tx: Tx,
  { attempt: heal, run }: LockedHeal,
  response: HealResponse
): Promise<void> {
  const { failureType: type, rootCause: cause, confidence, failingJob: job, signature } = heal
  if (type === null || cause === null || confidence === null || job === null || signature === null) return
  const body = diagnosisComment({
    type,
    cause,
    confidence,
    job,
    response,
    file: heal.failingFile,
    line: heal.failingLine,
    // The border to the column: extracts are always stored in this form.
    extract: JSON.parse(heal.extract) as ExtractChunk[],
    workflow: heal.workflowName,
    runId: heal.hostRunId,
    runUrl: run.htmlUrl
  })
  await commentOnCommit(deps, tx, {
    sha: heal.headSha,
    body,
    actionKey: diagnosisKey(heal),
    repoId: heal.repoId,
    pillar: 'ci_healing',
    source: 'ci_heal',
    sourceId: heal.id,
    target: { type: 'branch', branch: heal.branch },
    decisionId: heal.decisionId,
    evidence: { attempt_id: heal.id, failure_type: type }
  })
}

/** Identifies the comment on one failure of a commit. */
export const diagnosisKey = ({ headSha, signature }: Pick<HealRow, 'headSha' | 'signature'>) =>
  `diagnosis:${headSha}:${signature}`
