// Merge queues in all states, what has gone through them, and merges that were taken back.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { BlockReason, EntryStatus } from '#schemas/merge-queue/enums.js'
import { activity } from '#tables/activity/activity.js'
import { queueConfigs } from '#tables/merge-queue/queue-configs.js'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import { queueLanes } from '#tables/merge-queue/queue-lanes.js'
import type { Random } from '../random.js'
import { act, decide, type Subject } from './basics/deeds.js'
import {
  after,
  ago,
  chanceOf,
  type Fleet,
  type Home,
  laterThan,
  onlyIf,
  type PullItem
} from './basics/fleet.js'
import { addStep } from './basics/pipeline.js'
import { shaOf } from './basics/words.js'
import { addRollback } from './rollbacks.js'

const QUEUES = 14
const MOST_WAITING = 6
const CHECKS = ['build', 'test']

export function addQueues(fleet: Fleet): void {
  const random = chanceOf(fleet, 5)
  for (const home of fleet.homes.slice(0, QUEUES)) {
    const laneId = addLane(fleet, home)
    const pulls = fleet.pulls.filter((pull) => pull.home === home)
    const merged = pulls.filter(({ isMerged }) => isMerged && random.chance(0.6))
    for (const pull of merged) addMerged(fleet, random, { pull, laneId })
    const open = pulls.filter(({ isOpen }) => isOpen)
    const ejected = open.splice(MOST_WAITING, 2)
    for (const [at, pull] of open.slice(0, MOST_WAITING).entries())
      addWaiting(fleet, { pull, laneId, position: at + 1 })
    for (const pull of ejected) addBlocked(fleet, random, { pull, laneId })
  }
}

function addLane(fleet: Fleet, { hostId: repoId }: Home): number {
  const since = ago(fleet, 100 * DAY_MS)
  fleet.book.add(queueConfigs, {
    repoId,
    enabled: true,
    mergeMethod: 'squash',
    deleteBranch: true,
    requiredChecks: CHECKS,
    maxQueueDepth: 20,
    checkTimeoutMins: 60,
    rollbackEnabled: true,
    baseBranch: null,
    batchSize: 4,
    speculativeDepth: 2,
    batchMaxWaitSecs: 60,
    maxAttempts: 3,
    admitOn: ['label'],
    freezes: [],
    strict: true,
    allowSkip: true,
    areas: [],
    createdAt: since,
    updatedAt: since
  })
  return fleet.book.add(queueLanes, {
    repoId,
    baseBranch: 'main',
    baseKnownAt: ago(fleet, MINUTE_MS),
    batches: [],
    lastBatch: 0,
    failedBuilds: 0,
    stopped: null,
    updatedAt: ago(fleet, MINUTE_MS)
  })
}

interface Queued {
  pull: PullItem
  laneId: number
}

interface Stand {
  status: EntryStatus
  admittedAt: Date
  endedAt: Date | null
  position?: number
  isTesting?: boolean
  mergeSha?: string
  reason?: BlockReason
}

const LAST_MOMENT = 8_640_000_000_000_000

function addEntry(fleet: Fleet, { pull, laneId }: Queued, stand: Stand): void {
  const { home } = pull
  const {
    status,
    admittedAt,
    endedAt,
    position = 0,
    isTesting = false,
    mergeSha = null,
    reason = null
  } = stand
  const isBlocked = status === 'blocked'
  const id = fleet.book.add(queueEntries, {
    repoId: home.hostId,
    laneId,
    repoFullName: home.fullName,
    prNumber: pull.number,
    prTitle: pull.title,
    authorLogin: pull.author,
    headSha: pull.headSha,
    headBranch: pull.branch,
    baseBranch: 'main',
    isOwnBranch: true,
    position,
    status,
    stage: onlyIf(isTesting, 'testing'),
    priority: 0,
    admittedBy: 'label',
    requiredChecks: CHECKS,
    ...PROGRESS[status],
    mergeMethod: 'squash',
    deleteBranch: true,
    mergeError: reason && ERRORS[reason],
    mergeSha,
    blockedReason: reason,
    exitReason: null,
    attempts: 0,
    overtaken: 0,
    leftOut: 0,
    batchId: onlyIf(isTesting, '12'),
    candidateSha: onlyIf(isTesting, pull.headSha),
    admittedAt,
    pendingSince: admittedAt,
    readyAt: onlyIf(status !== 'pending' && !isBlocked, after(admittedAt, 4 * MINUTE_MS)),
    mergedAt: onlyIf(status === 'merged', endedAt),
    blockedAt: onlyIf(isBlocked, endedAt),
    updatedAt: endedAt ?? admittedAt,
    endedOrder: LAST_MOMENT - (endedAt?.getTime() ?? LAST_MOMENT),
    live: !home.row.deletedAt
  })
  showEntry(fleet, pull, { id, status, admittedAt })
}

function showEntry(
  fleet: Fleet,
  { home, number, author, title }: PullItem,
  { id, status, admittedAt }: Pick<Stand, 'status' | 'admittedAt'> & { id: number }
): void {
  fleet.book.add(activity, {
    source: 'merge_queue',
    sourceId: id,
    repoId: home.hostId,
    targetNumber: number,
    targetUrl: null,
    actionType: 'queued',
    status,
    detail: `${author}: ${title.slice(0, 80)}`,
    createdAt: admittedAt
  })
}

const PASSED = { checksPassed: CHECKS, checksFailed: [] }
/** How far the checks are. */
const PROGRESS = {
  pending: { checksPassed: ['build'], checksFailed: [], waitingOn: ['test'] },
  ready: { ...PASSED, waitingOn: ['turn'] },
  merging: { ...PASSED, waitingOn: ['candidate'] },
  merged: { ...PASSED, waitingOn: [] },
  blocked: { checksPassed: ['build'], checksFailed: ['test'], waitingOn: [] },
  removed: { ...PASSED, waitingOn: [] }
}

const ERRORS: Readonly<Record<BlockReason, string>> = {
  check_failed: 'This check failed: test. Push a fix, and it is admitted again.',
  check_timeout: 'The check test did not end within an hour.',
  conflict: 'It conflicts with main. Merge main into its branch.',
  approval_lost: 'Its approval was dismissed.',
  merge_rejected: 'The host refused the merge: a required review is missing.',
  attempts_exhausted: 'Three attempts to land it have failed.'
}

function subjectOf({ home, number }: PullItem, at: Date): Subject {
  return { home, type: 'pr', number, at }
}

const MADE = { source: 'merge_queue', pillar: 'merge_queue', decision: 'acted' } as const

function addMerged(fleet: Fleet, random: Random, queued: Queued): void {
  const { pull } = queued
  const { home, number } = pull
  const endedAt = pull.closedAt ?? pull.createdAt
  const admittedAt = ago(fleet, fleet.now.getTime() - endedAt.getTime() + (4 + random.below(50)) * MINUTE_MS)
  fleet.book.happened(endedAt, () => {
    const mergeSha = shaOf(random)
    addEntry(fleet, queued, { status: 'merged', admittedAt, endedAt, mergeSha })
    const decisionId = decide(fleet, subjectOf(pull, endedAt), {
      ...MADE,
      trigger: 'checks.completed',
      reason: 'All required checks passed on what it is merged into.'
    })
    act(fleet, random, subjectOf(pull, endedAt), {
      actionType: 'merge-pr',
      arguments: { sha: pull.headSha, method: 'squash' },
      source: 'merge_queue',
      pillar: 'merge_queue',
      key: 'merge-pr:squash',
      status: 'reconciled',
      decisionId,
      evidence: { author: pull.author, merge_commit_sha: mergeSha, method: 'squash' }
    })
    const durationMs = endedAt.getTime() - admittedAt.getTime()
    addStep(fleet, { home, type: 'pr_admitted', at: admittedAt, ref: pull.branch, prNumber: number })
    addStep(fleet, {
      home,
      type: 'pr_merged',
      at: endedAt,
      ref: pull.branch,
      prNumber: number,
      durationMs,
      success: true,
      metadata: {
        merge_sha: mergeSha,
        method: 'squash',
        ci_ms: Math.floor(durationMs / 2),
        tested: random.chance(0.8)
      }
    })
    if (random.chance(0.05))
      addRollback(fleet, random, { pull, mergeSha, at: after(endedAt, 20 * MINUTE_MS) })
  })
}

function addWaiting(fleet: Fleet, queued: Queued & { position: number }): void {
  const { pull, position } = queued
  const at = laterThan(
    fleet,
    pull.createdAt,
    Math.max(0, fleet.now.getTime() - pull.createdAt.getTime() - (60 - 8 * position) * MINUTE_MS)
  )
  fleet.book.happened(at, () => {
    const isTesting = position <= 2
    const status = isTesting ? 'merging' : position <= 4 ? 'ready' : 'pending'
    addEntry(fleet, queued, { status, admittedAt: at, endedAt: null, position, isTesting })
    decide(fleet, subjectOf(pull, at), {
      ...MADE,
      trigger: 'pull_request.labeled',
      reason: `It is number ${position} in its lane.`
    })
    addStep(fleet, { home: pull.home, type: 'pr_admitted', at, ref: pull.branch, prNumber: pull.number })
  })
}

function addBlocked(fleet: Fleet, random: Random, queued: Queued): void {
  const { pull } = queued
  const admittedAt = laterThan(fleet, pull.createdAt, HOUR_MS)
  const at = laterThan(fleet, admittedAt, 40 * MINUTE_MS)
  const reason = random.one(['check_failed', 'conflict', 'check_timeout', 'approval_lost'] as const)
  fleet.book.happened(at, () => {
    addEntry(fleet, queued, { status: 'blocked', admittedAt, endedAt: at, reason })
    decide(fleet, subjectOf(pull, at), { ...MADE, trigger: 'checks.completed', reason: ERRORS[reason] })
    addStep(fleet, {
      home: pull.home,
      type: 'pr_blocked',
      at,
      ref: pull.branch,
      prNumber: pull.number,
      success: false,
      metadata: { reason }
    })
  })
}
