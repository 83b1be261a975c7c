// Requests the preview of a pull request that may change the organisation's file.
import type { Deps, Tx } from '#deps.js'
import type { WorkEvent } from '#registry.js'
import { ORGANISATION_REPOSITORY } from '#store/configuration/configs.js'

/** New commits, or another branch that it goes to. */
const KINDS: readonly string[] = ['opened', 'reopened', 'synchronize']

/** Once for each head, however many events arrive before the job runs. */
export async function requestPreview({ host, queue }: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  if (event.kind !== 'pull-request') return
  const { repository, pullRequest, changeKind, isRetargeted } = event
  const { number, headSha, state } = pullRequest
  const isDue = isRetargeted === true || KINDS.includes(changeKind)
  if (!host.client.isConfigured || !isDue || headSha === null || state !== 'open') return
  if (repository.name.toLowerCase() !== ORGANISATION_REPOSITORY) return
  const trigger_event = `pull_request.${isRetargeted ? 'edited' : changeKind}`
  const payload = { repo_id: repository.hostId, pr_number: number, head_sha: headSha, trigger_event }
  const singletonKey = `${repository.hostId}:${number}:${headSha}`
  await queue.enqueue(tx, 'reconciler.preview', [{ payload, singletonKey }])
}
