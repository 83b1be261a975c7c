// Tells on the commit of a failed run why it failed, by what the attempt has found.

import type { Deps, Tx } from '#deps.js'
import { adviceFor } from '#domain/healing/assessment.js'
import { diagnosisComment } from '#domain/healing/diagnosis-comment.js'
import type { ExtractChunk } from '#schemas/healing/words.js'
import type { HealRow } from '#store/healing/attempts.js'
import { commentOnCommit } from '../actions/commit-comments.js'

/**
 * Several workflows may fail of one cause on one commit: it is said once, and edited as the attempt goes on. Where nothing was
 * found, nothing is said.
 */
export async function commentDiagnosis(deps: Deps, tx: Tx, heal: HealRow, done: string): Promise<void> {
  const { failureType: type, rootCause: cause, confidence, failingJob: job, signature } = heal
  if (type === null || cause === null || confidence === null || job === null || signature === null) return
  const body = diagnosisComment({
    ...{ type, cause, confidence, job, done },
    file: heal.failingFile,
    line: heal.failingLine,
    // The border to the column: what is kept of a log is written as this alone.
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

/** Names what is said of one failure of a commit. */
export const diagnosisKey = ({ headSha, signature }: Pick<HealRow, 'headSha' | 'signature'>) =>
  `diagnosis:${headSha}:${signature}`
