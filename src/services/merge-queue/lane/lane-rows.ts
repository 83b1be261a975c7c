// Lanes and entries as rows, and as the state that the domain steps.
import { ENTRY_STAGE_OF } from '#domain/merge-queue/entry-words.js'
import type {
  Interruption,
  Lane,
  LaneEntry,
  LaneSettings,
  LaneStatus
} from '#domain/merge-queue/lane/lane.js'
import type { EntryFields, EntryRow } from '#store/merge-queue/entries.js'
import type { LaneFields, LaneRow } from '#store/merge-queue/lanes.js'

export function laneIn(row: LaneRow, entries: readonly EntryRow[], settings: LaneSettings): Lane {
  const { base, seenDuringLanding, batches, lastBatch, failedBuilds, stopped } = row
  return {
    settings,
    base,
    baseKnownAt: row.baseKnownAt.getTime(),
    seenDuringLanding,
    batches: batches.map((batch) => ({ ...NOT_YET_THERE, ...batch })),
    lastBatch,
    failedBuilds,
    stopped,
    entries: entries.map(laneEntryOf)
  }
}

/** What batches did not say in earlier versions, which may have stored them. */
const NOT_YET_THERE = { areas: null, greenTo: 0, wasRed: false, isAside: false, agreesWith: null }

function laneEntryOf(row: EntryRow): LaneEntry {
  return {
    number: row.prNumber,
    headSha: row.headSha,
    // Cast: only active entries are read.
    status: row.status as LaneStatus,
    priority: row.priority,
    admittedAt: row.admittedAt.getTime(),
    pendingSince: row.pendingSince.getTime(),
    readyAt: row.readyAt?.getTime() ?? null,
    attempts: row.attempts,
    notBefore: row.nextAttemptAt?.getTime() ?? 0,
    overtaken: row.overtaken,
    behind: row.behind,
    leftOut: row.leftOut,
    // Cast at the database boundary: the service alone writes it.
    interruption: row.interruption as Interruption | null,
    areas: row.areas
  }
}

export function laneFieldsOf(lane: Lane): LaneFields {
  const { base, seenDuringLanding, batches, lastBatch, failedBuilds, stopped } = lane
  return {
    base,
    baseKnownAt: new Date(lane.baseKnownAt),
    seenDuringLanding,
    batches: [...batches],
    lastBatch,
    failedBuilds,
    stopped
  }
}

type LaneColumns = Pick<
  EntryFields,
  | 'headSha'
  | 'status'
  | 'stage'
  | 'pendingSince'
  | 'readyAt'
  | 'attempts'
  | 'nextAttemptAt'
  | 'overtaken'
  | 'behind'
  | 'leftOut'
  | 'interruption'
  | 'areas'
  | 'batchId'
  | 'candidateSha'
>

/** What the lane says of an entry. */
export function laneColumnsOf(lane: Lane, entry: LaneEntry): LaneColumns {
  const batch = lane.batches.find(({ members }) => members.includes(entry.number))
  const isWithin = batch !== undefined && batch.members.indexOf(entry.number) < batch.size
  return {
    headSha: entry.headSha,
    status: entry.status,
    stage: batch ? ENTRY_STAGE_OF[batch.state] : null,
    pendingSince: new Date(entry.pendingSince),
    readyAt: momentOrNull(entry.readyAt),
    attempts: entry.attempts,
    nextAttemptAt: momentOrNull(entry.notBefore || null),
    overtaken: entry.overtaken,
    behind: entry.behind,
    leftOut: entry.leftOut,
    interruption: entry.interruption,
    areas: entry.areas && [...entry.areas],
    batchId: batch ? String(batch.id) : null,
    // Without a test of the merged tree there is no commit to test.
    candidateSha: isWithin ? batch.candidate?.sha || null : null
  }
}

const momentOrNull = (ms: number | null) => (ms === null ? null : new Date(ms))
