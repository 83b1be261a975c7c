// Pull requests in merge queues, in the activity feed.
import type { Tx } from '#deps.js'
import { recordActivity } from '#store/activity/activity.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import type { LaneChange } from './change-lane.js'
import { knownRow, type WrittenEntries } from './write-entries.js'

const LONGEST_TITLE = 80

/** One item for each entry, of which the feed shows the status; call this last. */
export async function recordQueueActivity(
  tx: Tx,
  change: LaneChange,
  written: WrittenEntries
): Promise<void> {
  const rows = [...written.values()].map((after) => ({ after, before: knownRow(change, after.prNumber) }))
  await recordActivity(
    tx,
    rows.filter(isShown).map(({ before, after }) => ({
      source: 'merge_queue',
      sourceId: after.id,
      repoId: after.repoId,
      targetNumber: after.prNumber,
      targetUrl: null,
      actionType: 'queued',
      status: after.status,
      detail: detailOf(after),
      createdAt: after.admittedAt,
      isAnew: before !== undefined && isAdmitted(before, after)
    }))
  )
}

interface WrittenEntry {
  before: EntryRow | undefined
  after: EntryRow
}

const isShown = ({ before, after }: WrittenEntry): boolean =>
  before === undefined || before.status !== after.status || isAdmitted(before, after)

/** An entry that ended is admitted once more. */
const isAdmitted = (before: EntryRow, after: EntryRow): boolean =>
  before.admittedAt.getTime() !== after.admittedAt.getTime()

function detailOf({ authorLogin, prTitle }: EntryRow): string {
  const title = [...prTitle].slice(0, LONGEST_TITLE).join('')
  return authorLogin === null ? title : `${authorLogin}: ${title}`
}
