// Sends word of diagnosed failures and of repairs to whoever has a feedback rule for them.
import type { Deps, Tx } from '#deps.js'
import type { ChangedFile } from '#domain/healing/changed-files.js'
import { sendFeedback } from '../feedback/send.js'
import type { LockedHeal } from './attempt-record.js'

/** Once for each attempt. A dry run that a person asked for announces nothing. */
export async function announceFailure(deps: Deps, tx: Tx, { attempt, run }: LockedHeal): Promise<void> {
  if (attempt.dryRun || attempt.rootCause === null) return
  await sendFeedback(deps, tx, {
    event: 'ci_failure',
    data: {
      workflow_name: attempt.workflowName,
      branch: attempt.branch,
      root_cause: attempt.rootCause,
      suggested_fix: attempt.suggestedFix,
      run_url: run.htmlUrl,
      heal_pr_url: run.healPrUrl
    },
    ...aboutAttempt(attempt)
  })
}

/** The repair is proposed, or the failed jobs have passed when they ran again. */
export async function announceRepair(
  deps: Deps,
  tx: Tx,
  { attempt }: LockedHeal,
  changedFiles: readonly ChangedFile[] = []
): Promise<void> {
  await sendFeedback(deps, tx, {
    event: 'ci_heal',
    data: {
      failure_type: attempt.failureType ?? 'unknown',
      root_cause: attempt.rootCause,
      pr_url: attempt.prUrl,
      confidence: attempt.confidence,
      changed_files: [...changedFiles]
    },
    ...aboutAttempt(attempt)
  })
}

const aboutAttempt = ({ id, repoId, headSha, decisionId }: LockedHeal['attempt']) => ({
  repoId,
  headSha,
  subject: `heal:${id}`,
  decisionId
})
