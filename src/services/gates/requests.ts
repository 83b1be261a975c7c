// Has gates evaluated where a pull request proposes something new.

import type { Deps, Tx } from '#deps.js'
import type { HostEvent } from '#domain/host/events.js'

/** Once per commit, however many events speak of it before the job begins. */
export async function requestEvaluation(
  { queue }: Deps,
  tx: Tx,
  { repository, pullRequest, news }: Extract<HostEvent, { kind: 'pull-request' }>
): Promise<void> {
  const { number, headSha } = pullRequest
  // Other words in its title or its text propose nothing new.
  if (news === 'other' || news === 'edited' || headSha === null) return
  await queue.enqueue(tx, 'gate.evaluate', [
    {
      payload: {
        repo_id: repository.hostId,
        pr_number: number,
        head_sha: headSha,
        trigger_event: `pull_request.${news}`
      },
      singletonKey: `${repository.hostId}:${number}:${headSha}`
    }
  ])
}
