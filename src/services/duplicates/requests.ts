// Schedules scans for issues whose text changed, and updates of existing comments.
import type { Deps, Tx } from '#deps.js'
import type { ListingHandlers, PillarHooks, WorkEvent } from '#registry.js'
import { invalidateComparisons } from '#store/duplicates/compared-issues.js'
import { signalsAbout } from '#store/duplicates/signals.js'

const SCANNED_CHANGES: readonly string[] = ['opened', 'reopened', 'edited']

/** Once, however many events arrive before the job runs. */
async function requestScan(deps: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  if (event.kind !== 'issue') return
  if (changesCanonical(event)) await requestCommentUpdates(deps, tx, [event.issue.hostId])
  if (event.gone || !SCANNED_CHANGES.includes(event.changeKind)) return
  await requestScanOf(deps, tx, event.issue.hostId, `issues.${event.changeKind}`)
  if (event.changeKind === 'edited') await requestScansOfNewer(deps, tx, event.issue.hostId)
}

/** The canonical issue of its cluster may have changed. */
function changesCanonical({ gone, changeKind, issue }: Extract<WorkEvent, { kind: 'issue' }>): boolean {
  return gone || changeKind === 'reopened' || (changeKind === 'other' && issue.state === 'closed')
}

async function requestCommentUpdates({ queue }: Deps, tx: Tx, issueIds: readonly number[]): Promise<void> {
  if (issueIds.length === 0) return
  const signals = await signalsAbout(tx, issueIds)
  const mentioned = new Set(
    signals.flatMap(({ sourceIssueId, targetIssueId }) => [sourceIssueId, targetIssueId])
  )
  const jobs = issueIds
    .filter((id) => mentioned.has(id))
    .map((id) => ({ payload: { issue_id: id }, singletonKey: String(id) }))
  if (jobs.length > 0) await queue.enqueue(tx, 'duplicates.update-comments', jobs)
}

/** Changes found by a sync are handled like events. */
export const duplicatesListings: ListingHandlers = {
  issues: (deps, tx, { changed, gone }) => requestCommentUpdates(deps, tx, [...changed, ...gone])
}

/** Newer issues that matched the former text of this one may no longer match. */
async function requestScansOfNewer(deps: Deps, tx: Tx, issueId: number): Promise<void> {
  const signals = await signalsAbout(tx, [issueId])
  const newer = signals
    .filter((row) => row.targetIssueId === issueId && row.status === 'pending' && row.goneAt === null)
    .map(({ sourceIssueId }) => sourceIssueId)
  if (newer.length === 0) return
  await invalidateComparisons(tx, newer)
  for (const id of newer) await requestScanOf(deps, tx, id, 'duplicate.edited')
}

async function requestScanOf({ queue }: Deps, tx: Tx, issueId: number, trigger: string): Promise<void> {
  const payload = { issue_id: issueId, trigger_event: trigger }
  await queue.enqueue(tx, 'duplicates.scan', [{ payload, singletonKey: String(issueId) }])
}

export const duplicatesPillar: PillarHooks = {
  request: requestScan,
  async requestMissed(deps, tx, { targetType, hostId }) {
    if (targetType === 'issue') await requestScanOf(deps, tx, hostId, 'sync')
  }
}
