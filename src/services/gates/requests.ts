// Schedules gate evaluations when a pull request changes.

import type { Deps, Tx } from '#deps.js'
import type { WorkEvent } from '#registry.js'

/** Once per commit, however many events arrive before the job runs. */
export async function requestEvaluation({ queue }: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  if (event.kind !== 'pull-request') return
  const { repository, pullRequest, changeKind } = event
  const { number, headSha } = pullRequest
  // Edits of the title or the body do not change the commit.
  if (changeKind === 'other' || changeKind === 'edited' || headSha === null) return
  await queue.enqueue(tx, 'gate.evaluate', [
    {
      payload: {
        repo_id: repository.hostId,
        pr_number: number,
        head_sha: headSha,
        trigger_event: `pull_request.${changeKind}`
      },
      singletonKey: `${repository.hostId}:${number}:${headSha}`
    }
  ])
}
