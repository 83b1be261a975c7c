// Merges that broke a deployment, and were taken back where that was possible.
import { activity } from '#tables/activity/activity.js'
import { rollbackEvents } from '#tables/rollbacks/rollback-events.js'
import type { Random } from '../random.js'
import { decide } from './basics/deeds.js'
import { after, type Fleet, onlyIf, type PullItem } from './basics/fleet.js'
import { addStep } from './basics/pipeline.js'
import { shaOf } from './basics/words.js'

export interface TakenBack {
  pull: PullItem
  mergeSha: string
  at: Date
}

export function addRollback(fleet: Fleet, random: Random, { pull, mergeSha, at }: TakenBack): void {
  if (at > fleet.now) return
  const { home, number } = pull
  const isReverted = random.chance(0.75)
  const decisionId = decide(
    fleet,
    { home, type: 'pr', number, at },
    {
      source: 'merge_queue',
      pillar: 'merge_queue',
      decision: 'acted',
      trigger: 'workflow_run.completed',
      reason: `The workflow deploy failed on ${mergeSha.slice(0, 7)}, and passed before it.`
    }
  )
  const prNumber = isReverted ? number + 1 : null
  const id = fleet.book.add(rollbackEvents, {
    repoId: home.hostId,
    prNumber: number,
    title: pull.title,
    baseBranch: 'main',
    mergeCommit: mergeSha,
    revertCommit: onlyIf(isReverted, shaOf(random)),
    revertPrNumber: prNumber,
    revertPrUrl: prNumber === null ? null : `https://github.com/${home.fullName}/pull/${prNumber}`,
    triggerReason: 'deploy_check_failed',
    triggerDetails: 'The workflow deploy failed.',
    status: isReverted ? 'reverted' : 'failed',
    initiatedBy: 'service[bot]',
    error: isReverted ? null : 'A later change of the same lines is in the way.',
    decisionId,
    createdAt: at,
    completedAt: after(at, 30_000),
    live: !home.row.deletedAt
  })
  fleet.book.add(activity, {
    source: 'rollback',
    sourceId: id,
    repoId: home.hostId,
    targetNumber: number,
    targetUrl: null,
    actionType: 'deploy_check_failed',
    status: isReverted ? 'reverted' : 'failed',
    detail: `#${number}: the workflow deploy failed.`,
    createdAt: at
  })
  const about = { home, ref: 'main', prNumber: number }
  addStep(fleet, { ...about, type: 'rollback_triggered', at })
  if (isReverted)
    addStep(fleet, { ...about, type: 'rollback_completed', at: after(at, 30_000), success: true })
}
