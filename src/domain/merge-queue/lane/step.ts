// What an event does to a lane. Everything that follows from the new state is settled afterwards, so that the same state
// always has the same consequences, whichever event led to it.
import { applyBuild, applyBuildFailure, applyTest } from './candidates.js'
import { type Draft, openDraft, stepOf } from './draft.js'
import { addEntry, applyChecks, applyConflict, applyExit, applyPush } from './entries.js'
import { applyBase, applyLanding, applyMergeByOthers, applyRefusal, resume } from './landings.js'
import type { Lane, LaneEntry, LaneEvent, LaneSettings, LaneStep } from './lane.js'
import { settle } from './settle.js'

export function emptyLane(settings: LaneSettings): Lane {
  return {
    settings,
    base: null,
    baseKnownAt: 0,
    seenDuringLanding: null,
    entries: [],
    batches: [],
    lastBatch: 0,
    failedBuilds: 0,
    stopped: null
  }
}

/** An entry as it is when it is admitted. */
export const newEntry = (
  { number, headSha, priority, areas }: Pick<LaneEntry, 'number' | 'headSha' | 'priority' | 'areas'>,
  now: number
): LaneEntry => ({
  number,
  headSha,
  priority,
  status: 'pending',
  admittedAt: now,
  pendingSince: now,
  readyAt: null,
  attempts: 0,
  notBefore: 0,
  overtaken: 0,
  areas,
  behind: null,
  leftOut: 0,
  interruption: null
})

export function stepLane(lane: Lane, event: LaneEvent, now: number): LaneStep {
  const draft = openDraft(lane, now)
  apply(draft, event)
  settle(draft)
  return stepOf(draft)
}

function apply(draft: Draft, event: LaneEvent) {
  switch (event.is) {
    case 'admitted':
      return addEntry(draft, event.entry)
    case 'pushed':
      return applyPush(draft, event)
    case 'left':
      return applyExit(draft, event.number, event.reason)
    case 'checked':
      return applyChecks(draft, event)
    case 'conflicting':
      return applyConflict(draft, event)
    case 'base':
      return applyBase(draft, event.tip, event.at)
    case 'built':
      return applyBuild(draft, event)
    case 'build-failed':
      return applyBuildFailure(draft, event.batch)
    case 'tested':
      return applyTest(draft, event)
    case 'landed':
      return applyLanding(draft, event)
    case 'refused':
      return applyRefusal(draft, event)
    case 'merged':
      return applyMergeByOthers(draft, event.number)
    case 'resumed':
      return resume(draft)
    case 'time':
  }
}
