// Has duplicates looked for where an issue says something new.
import type { Deps, Tx } from '../../deps.js'
import type { Occurrence } from '../pillar-requests.js'

const ABOUT: readonly string[] = ['opened', 'reopened', 'edited']

/** Once, however many events speak of it before the job begins. */
export async function requestScan({ queue }: Deps, tx: Tx, event: Occurrence): Promise<void> {
  if (event.kind !== 'issue' || event.gone || !ABOUT.includes(event.news)) return
  const { hostId } = event.issue
  const payload = { issue_id: hostId, trigger_event: `issues.${event.news}` }
  await queue.enqueue(tx, 'duplicates.scan', [{ payload, singletonKey: String(hostId) }])
}
