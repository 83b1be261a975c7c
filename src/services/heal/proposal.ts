// The change that an attempt proposes: its branch, its pull request, and what follows upon that.
import { diagnosisComment } from '../../domain/heal/comment.js'
import { bodyOf, labelsFor, messageOf, type Proposed, titleOf } from '../../domain/heal/proposal.js'
import { adviceFor } from '../../domain/heal/prospects.js'
import type { HealedRunRow, HealRow } from '../../store/heal.js'
import type { Patch } from '../patches.js'
import type { Grounds } from './grounds.js'

interface Wanted {
  heal: HealRow
  run: HealedRunRow
  grounds: Grounds
  decisionId: number
}

/** One branch for each attempt: what an earlier one has left is not written over. */
const branchFor = ({ hostRunId, attempt }: HealRow) =>
  `service/heal-${hostRunId}${attempt > 1 ? `-${attempt}` : ''}`

export function patchFor({ heal, run, grounds, decisionId }: Wanted): Patch {
  const { diagnosed, reading } = grounds
  const { mending, commit } = reading ?? {}
  if (!diagnosed || mending?.plan?.is !== 'change') throw new Error('a repair that was chosen has a plan')
  const { remedy, plan, isOfWorkflow, isConventional } = mending
  const { type, cause, confidence, risk, job, file, line, extract } = diagnosed
  const proposed: Proposed = {
    ...{ type, cause, confidence, risk, isConventional, remedy, explanation: plan.explanation },
    workflow: heal.workflowName,
    runId: heal.hostRunId,
    paths: plan.files.map(({ path }) => path)
  }
  return {
    ...{ repoId: run.repoId, pillar: 'ci_healing', source: 'ci_heal', sourceId: heal.id, decisionId },
    ...{ files: plan.files, isWorkflowRepair: isOfWorkflow, isByModel: remedy === 'model' },
    branch: branchFor(heal),
    base: { branch: heal.branch, sha: heal.headSha },
    isForHeadOnly: true,
    ...{ title: titleOf(proposed), body: bodyOf(proposed), message: messageOf(proposed) },
    evidence: {
      ...{ attempt_id: heal.id, failure_type: type, root_cause: cause, fix_type: remedy, confidence }
    },
    followUp: {
      labels: labelsFor(type),
      reviewer: commit?.author ?? null,
      comment: {
        sha: heal.headSha,
        body: diagnosisComment({
          ...{ type, cause, confidence, job, file, line, extract, workflow: heal.workflowName },
          runId: heal.hostRunId,
          advice: adviceFor(type),
          done: 'A repair is proposed as a pull request.'
        })
      }
    }
  }
}
