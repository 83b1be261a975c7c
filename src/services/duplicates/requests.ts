// Has duplicates looked for where an issue says something new.
import type { Deps, Tx } from '../../deps.js'
import type { Occurrence } from '../pillar-requests.js'

const ABOUT: readonly string[] = ['opened', 'reopened', 'edited']

/** Once, however many events speak of it before the job begins. */
export async function requestScan(deps: Deps, tx: Tx, event: Occurrence): Promise<void> {
  if (event.kind !== 'issue' || event.gone || !ABOUT.includes(event.news)) return
  await requestScanOf(deps, tx, event.issue.hostId, `issues.${event.news}`)
}

export async function requestScanOf(
  { queue }: Deps,
  tx: Tx,
  issueId: number,
  trigger: string
): Promise<void> {
  const payload = { issue_id: issueId, trigger_event: trigger }
  await queue.enqueue(tx, 'duplicates.scan', [{ payload, singletonKey: String(issueId) }])
}
