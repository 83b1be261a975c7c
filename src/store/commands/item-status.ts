// What the service knows of an issue or a pull request, for people who ask in a comment.
import { and, desc, eq, ne } from 'drizzle-orm'
import { COMMAND_SOURCE } from '#schemas/commands/enums.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { itemActivity } from '#tables/maintenance/item-activity.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import type { ItemRef } from '../maintenance/item-activity.js'
import type { Db } from '../sql/database.js'

const MOST_ACTIONS = 5

export async function issueTriage(db: Db, { repoId, number }: ItemRef) {
  const { state, triageType: type, triagePriority: priority, triagedAt } = issues
  const [found] = await db
    .select({ state, type, priority, triagedAt })
    .from(issues)
    .where(and(eq(issues.repoId, repoId), eq(issues.number, number), eq(issues.live, true)))
  return found && { ...found, size: null, risk: null }
}

export async function pullTriage(db: Db, { repoId, number }: ItemRef) {
  const { state, triageType: type, triageSize: size, triageRisk: risk, triagedAt } = pullRequests
  const [found] = await db
    .select({ state, type, size, risk, triagedAt })
    .from(pullRequests)
    .where(and(eq(pullRequests.repoId, repoId), eq(pullRequests.number, number), eq(pullRequests.live, true)))
  return found && { ...found, priority: null }
}

export async function humanActivity(db: Db, { repoId, targetType, number }: ItemRef) {
  const { humanAt, warnedAt } = itemActivity
  const [found] = await db
    .select({ humanAt, warnedAt })
    .from(itemActivity)
    .where(
      and(
        eq(itemActivity.repoId, repoId),
        eq(itemActivity.targetType, targetType),
        eq(itemActivity.number, number)
      )
    )
  return found
}

/** Of the head of the pull request. */
export async function lastRunOfPull(db: Db, { repoId, number }: Pick<ItemRef, 'repoId' | 'number'>) {
  const [found] = await runsOfHead(db, { repoId, number })
  return found
}

export async function failedRunOf(db: Db, { repoId, number }: Pick<ItemRef, 'repoId' | 'number'>) {
  const [found] = await runsOfHead(db, { repoId, number }, 'failure')
  return found
}

function runsOfHead(db: Db, { repoId, number }: Pick<ItemRef, 'repoId' | 'number'>, conclusion?: 'failure') {
  const { id, workflowName: workflow, status, healStatus, headSha } = ciRuns
  // The branch leads to the index; a branch may have runs of other commits.
  const isOfHead = and(
    eq(pullRequests.repoId, ciRuns.repoId),
    eq(pullRequests.headBranch, ciRuns.branch),
    eq(pullRequests.headSha, headSha)
  )
  return db
    .select({ id, workflow, status, conclusion: ciRuns.conclusion, healStatus })
    .from(ciRuns)
    .innerJoin(pullRequests, isOfHead)
    .where(
      and(
        eq(ciRuns.repoId, repoId),
        eq(ciRuns.live, true),
        eq(pullRequests.number, number),
        eq(pullRequests.live, true),
        conclusion ? eq(ciRuns.conclusion, conclusion) : undefined
      )
    )
    .orderBy(desc(ciRuns.createdAt), desc(id))
    .limit(1)
}

/** Replies to commands are left out. */
export function lastActionsOn(db: Db, { repoId, targetType, number }: ItemRef) {
  const { actionType, actionValue, status, createdAt, id } = managedActions
  return db
    .select({ actionType, actionValue, status, createdAt })
    .from(managedActions)
    .where(
      and(
        eq(managedActions.repoId, repoId),
        eq(managedActions.targetType, targetType),
        eq(managedActions.targetNumber, number),
        ne(managedActions.source, COMMAND_SOURCE)
      )
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST_ACTIONS)
}
