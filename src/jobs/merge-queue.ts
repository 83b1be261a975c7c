// The jobs of the merge queue.
import type { Jobs } from '#queue/job.js'
import { readAwaitedChecks } from '#services/merge-queue/awaited-checks.js'
import { fillLane } from '#services/merge-queue/fill.js'
import { followLaneAction } from '#services/merge-queue/follow-actions.js'
import { lookAtLane, readPushedBase, wakeLane } from '#services/merge-queue/lane-jobs.js'
import { lookAtPull } from '#services/merge-queue/pulls.js'

declare module '#deps.js' {
  interface JobPayloads {
    'merge-queue.pull': {
      repo_id: number
      pr_number: number
      /** Whether somebody asks for its merge, so that a blocked one is tried again. */
      is_asked: boolean
      /** Whether the checks that blocked it pass now. */
      has_recovered?: boolean
      /** The label of the queue that somebody has just removed. */
      unlabelled?: string
      /** Login of that person. */
      by?: string
    }
    'merge-queue.checks': { repo_id: number; sha: string }
    'merge-queue.base': {
      repo_id: number
      base_branch: string
      /** Login of whoever has moved it, if that is known. */
      pushed_by: string | null
    }
    'merge-queue.follow': { action_id: number }
    'merge-queue.wake': { lane_id: number }
    'merge-queue.look': { lane_id: number; tries: number }
    'merge-queue.fill': { lane_id: number }
  }
}

/** Until the host is back, or an event or a look tells the same. */
const PATIENT = { concurrency: 4, retryLimit: 8, timeoutSeconds: 120, singleton: true }

export const queueJobs = {
  /** Compares a pull request with its place in the queue. */
  'merge-queue.pull': { handle: (deps, payload) => lookAtPull(deps, payload), ...PATIENT },
  /** Reads the checks of a commit that entries or candidates wait for. */
  'merge-queue.checks': {
    handle: (deps, { repo_id: repoId, sha }) => readAwaitedChecks(deps, { repoId, sha }),
    ...PATIENT
  },
  /** Reads where the base of a lane is. */
  'merge-queue.base': {
    handle: (deps, payload) => readPushedBase(deps, payload),
    ...PATIENT
  },
  /** Tells a lane how an action ended that it asked for. */
  'merge-queue.follow': {
    handle: (deps, { action_id: id }) => followLaneAction(deps, id),
    concurrency: 4,
    retryLimit: 20,
    // Trees that are compared take many requests, and nobody else tells the lane.
    timeoutSeconds: 600
  },
  /** Tells a lane that time has passed. */
  'merge-queue.wake': { handle: (deps, { lane_id: id }) => wakeLane(deps, id), ...PATIENT },
  /** Asks the host for what a lane has been waiting for. */
  'merge-queue.look': { handle: (deps, payload) => lookAtLane(deps, payload), ...PATIENT },
  /** Admits those for whom there was no room before. */
  'merge-queue.fill': {
    handle: (deps, { lane_id: id }) => fillLane(deps, id),
    ...PATIENT,
    timeoutSeconds: 600
  }
} satisfies Jobs
