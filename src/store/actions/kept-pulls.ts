// Which action keeps a pull request current.
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { keptPullKey } from '#domain/actions/actions.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { branchesOfPullRequest } from '../mirror/pull-requests.js'
import type { Db, Tx } from '../sql/database.js'
import { mayHaveEffect } from './outcomes.js'

const actions = managedActions

export interface KeptPull {
  actionId: number
  source: string
  actionKey: string
  number: number
  /** Nothing has been wanted since: if it is closed, the service has closed it, or is about to. */
  isDropped: boolean
}

/** By the latest action that opened or edited it; undefined if the service does not keep this pull request. */
export async function keptPullOf(
  db: Db | Tx,
  repoId: number,
  prNumber: number
): Promise<KeptPull | undefined> {
  const [branch] = await branchesOfPullRequest(db, repoId, prNumber)
  if (branch === undefined) return undefined
  const isOfEffect = and(
    eq(actions.repoId, repoId),
    eq(actions.actionKey, keptPullKey(branch)),
    eq(actions.actionType, 'keep-patch-pr'),
    mayHaveEffect(actions)
  )
  const [latest] = await db
    .select({ actionId: actions.id, source: actions.source, actionKey: actions.actionKey })
    .from(actions)
    .where(and(isOfEffect, sql`${actions.evidence}->'pr_number' = ${String(prNumber)}::jsonb`))
    .orderBy(desc(actions.id))
    .limit(1)
  if (!latest) return undefined
  const isDrop = sql`${actions.evidence}->'is_wanted' = 'false'::jsonb`
  const drops = await db.$count(actions, and(isOfEffect, gte(actions.id, latest.actionId), isDrop))
  return { ...latest, number: prNumber, isDropped: drops > 0 }
}
