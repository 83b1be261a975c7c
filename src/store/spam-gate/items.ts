// What the spam gate knows about an issue or a pull request.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { targetLabel } from '#domain/actions/actions.js'
import type { GatedItem } from '#domain/spam-gate/inputs.js'
import { SPAM_GATE_SOURCE, SPAM_LABEL } from '#schemas/spam-gate/enums.js'
import type { TriageTarget } from '#schemas/triage/enums.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { decisions } from '#tables/decisions/decisions.js'
import { issues } from '#tables/mirror/issues.js'
import { labels } from '#tables/mirror/labels.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { repositories } from '#tables/mirror/repositories.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { mayHaveEffect } from '../actions/outcomes.js'
import { type Db, momentOf, rowsOf, type Tx, utc } from '../sql/database.js'

const a = alias(managedActions, 'a')
const d = alias(decisions, 'd')

export interface GatedItemRef {
  repoId: number
  type: TriageTarget
  number: number
}

const TABLES = { issue: issues, pr: pullRequests } as const

interface ItemRow extends Omit<GatedItem, 'createdAt'> {
  createdAt: string
}

/**
 * An item with the number of open ones of its author: itself and all older ones, and of the newer ones those that the
 * gate has let pass. In whatever order events arrive, as many stay open as are allowed. Counted no further than `most`;
 * the index by author serves it.
 */
export async function gatedItem(
  db: Db | Tx,
  { repoId, type, number }: GatedItemRef,
  most: number
): Promise<GatedItem | undefined> {
  const table = TABLES[type]
  const [t, o] = [alias(table, 't'), alias(table, 'o')]
  const others = sql`from ${table} o where ${o.repoId} = ${repoId} and ${o.author} = ${t.author}
    and ${o.live} and ${o.state} = 'open'`
  const hasPassed = sql`exists (select from ${decisions} d where ${d.repoId} = ${repoId}
    and ${d.targetNumber} = newer.number and ${d.targetType} = ${type} and ${d.source} = ${SPAM_GATE_SOURCE}
    and ${d.decision} <> 'acted')`
  const [row] = await rowsOf<ItemRow>(
    db,
    sql`select ${t.state} = 'open' as "isOpen", ${t.author}, ${t.labels}, ${utc(t.createdAt)} as "createdAt",
      (select count(*)::int from (
        select from (select ${o.number} ${others} and ${o.number} <= ${number} order by ${o.number} desc limit ${most}) as older
        union all select from (
          select ${o.number} ${others} and ${o.number} > ${number} order by ${o.number} limit ${most}
        ) as newer where ${hasPassed}
        limit ${most}
      ) as counted) as "openCount"
    from ${table} t where ${t.repoId} = ${repoId} and ${t.number} = ${number} and ${t.live} limit 1`
  )
  return row && { ...row, createdAt: new Date(row.createdAt) }
}

const PARTS = { issue: 'issues', pr: 'pull_requests' } as const

/** Whether all items of a type were compared with the host once, and a sync has ended since then. */
export async function isMirrorComplete(
  db: Db | Tx,
  { repoId, type, since }: Pick<GatedItemRef, 'repoId' | 'type'> & { since: Date }
): Promise<boolean> {
  const { comparedAt, refusal, part } = syncWalks
  const rows = await db
    .select({ repoId: syncWalks.repoId })
    .from(syncWalks)
    .innerJoin(repositories, eq(repositories.hostId, syncWalks.repoId))
    .where(
      and(
        eq(syncWalks.repoId, repoId),
        eq(part, PARTS[type]),
        sql`${comparedAt} is not null`,
        isNull(refusal),
        sql`${repositories.lastSyncedAt} >= ${momentOf(since)}`
      )
    )
  return rows.length > 0
}

/** The label as the repository spells it; null if it has none. */
export async function spamLabelOf(db: Db | Tx, repoId: number): Promise<string | null> {
  const [found] = await db
    .select({ name: labels.name })
    .from(labels)
    .where(and(eq(labels.repoId, repoId), isNull(labels.goneAt), sql`lower(${labels.name}) = ${SPAM_LABEL}`))
    .limit(1)
  return found?.name ?? null
}

/** Whether the gate has decided on an item. */
export async function hasGateDecision(db: Db | Tx, { repoId, type, number }: GatedItemRef): Promise<boolean> {
  const rows = await db
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        eq(decisions.repoId, repoId),
        eq(decisions.targetNumber, number),
        eq(decisions.targetType, type),
        eq(decisions.source, SPAM_GATE_SOURCE)
      )
    )
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(1)
  return rows.length > 0
}

/** Identifies the closing of an item, which happens once. */
export const CLOSING_KEY = 'spam-gate:close'

/**
 * Whether the gate has closed an item, or is about to. It holds the item back until the closing has failed, or the
 * mirror shows the item open as of later.
 */
export async function isHeldBack(db: Db | Tx, { repoId, type, number }: GatedItemRef): Promise<boolean> {
  const t = alias(TABLES[type], 't')
  const [found] = await rowsOf<{ held: boolean }>(
    db,
    sql`select ${a.resolvedAt} is null or coalesce(${t.state} <> 'open' or ${t.updatedAt} <= ${a.resolvedAt}, false) as held
      from ${managedActions} a left join ${TABLES[type]} t
        on ${t.repoId} = ${repoId} and ${t.number} = ${number} and ${t.live}
      where ${a.repoId} = ${repoId} and ${a.actionKey} = ${CLOSING_KEY} and ${a.target} = ${targetLabel({ type, number })}
        and ${mayHaveEffect(a)}
      order by ${a.resolvedAt} is null desc, ${a.id} desc limit 1`
  )
  return found?.held ?? false
}
