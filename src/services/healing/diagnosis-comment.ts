// Posts the diagnosis of a failed run as a comment on its commit.

import type { Deps, Tx } from '#deps.js'
import { adviceFor } from '#domain/healing/assessment.js'
import { diagnosisComment } from '#domain/healing/diagnosis-comment.js'
import type { ExtractChunk } from '#schemas/healing/words.js'
import type { HealRow } from '#store/healing/attempts.js'
import { commentOnCommit } from '../actions/commit-comments.js'

/**
 * Several workflows may fail on one commit for the same reason: they share one comment, which is edited as the attempt
 * proceeds. Without a diagnosis nothing is posted.
 */
export async function commentDiagnosis(deps: Deps, tx: Tx, heal: HealRow, done: string): Promise<void> {
  const { failureType: type, rootCause: cause, confidence, failingJob: job, signature } = heal
  if (type === null || cause === null || confidence === null || job === null || signature === null) return
  const body = diagnosisComment({
    ...{ type, cause, confidence, job, done },
    file: heal.failingFile,
    line: heal.failingLine,
    // Cast at the database boundary: the column was written from log extracts.
    extract: JSON.parse(heal.extract) as ExtractChunk[],
    workflow: heal.workflowName,
    runId: heal.hostRunId,
    advice: adviceFor(type)
  })
  await commentOnCommit(deps, tx, {
    ...{ sha: heal.headSha, body, actionKey: diagnosisKey(heal) },
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
