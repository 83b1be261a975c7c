// Tells on the commit of a failed run why it failed, by what the attempt has found.
import type { ExtractChunk } from '../../../schemas/heal-words.js'
import type { Deps, Tx } from '../../deps.js'
import { diagnosisComment } from '../../domain/heal/comment.js'
import { adviceFor } from '../../domain/heal/prospects.js'
import type { HealRow } from '../../store/heal.js'
import { proposeAction } from '../actions.js'

/** Several workflows may fail of one cause on one commit: it is said once. Where nothing was found, nothing is said. */
export async function tellDiagnosis(deps: Deps, tx: Tx, heal: HealRow, done: string): Promise<void> {
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
  await proposeAction(deps, tx, {
    actionType: 'comment-commit',
    arguments: { sha: heal.headSha, body },
    actionKey: `diagnosis:${heal.headSha}:${signature}`,
    isOnce: true,
    repoId: heal.repoId,
    pillar: 'ci_healing',
    source: 'ci_heal',
    sourceId: heal.id,
    target: { type: 'branch', branch: heal.branch },
    decisionId: heal.decisionId,
    evidence: { attempt_id: heal.id, failure_type: type }
  })
}
