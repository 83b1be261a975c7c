// The order in which deliveries of one entity are handled. A delivery waits for earlier ones, except for those that
// have failed more often.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { type Db, idsIn, rowsOf, type Tx } from '../sql/database.js'
import { tryLockAgainstMerge } from './merging.js'

const d = alias(webhookDeliveries, 'd')
const first = alias(webhookDeliveries, 'first')
const later = alias(webhookDeliveries, 'later')
const turn = alias(webhookDeliveries, 'turn')

/** Repeats the condition of the index. */
const isNext = sql.raw(`state = 'queued'`)

/** Those of these deliveries that must wait for an earlier one. */
export async function filterWaiting(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await rowsOf<{ id: number | string }>(
    db,
    sql`select id from ${webhookDeliveries} d where id in ${idsIn(ids)} and ${isNext} and exists (
      select from ${webhookDeliveries} where entity = ${d.entity} and id < ${d.id} and tries <= ${d.tries}
        and ${isNext})`
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The jobs of an entity that may run: the first, and the first after it that has failed less often, and so on. */
export async function jobsInTurn(db: Db, id: number): Promise<string[]> {
  const rows = await rowsOf<{ jobId: string }>(
    db,
    sql`with recursive turn as (
        (select ${first.id}, ${first.entity}, ${first.tries}, ${first.jobId} from ${webhookDeliveries} d
          join ${webhookDeliveries} first on ${first.entity} = ${d.entity} and first.${isNext}
          where ${d.id} = ${id} order by ${first.id} limit 1)
        union all
        select later.* from turn cross join lateral (
          select ${d.id}, ${d.entity}, ${d.tries}, ${d.jobId} from ${webhookDeliveries} d
          where ${d.entity} = ${turn.entity} and ${d.id} > ${turn.id} and ${d.tries} < ${turn.tries} and ${isNext}
          order by ${d.id} limit 1
        ) as later
      )
      select ${turn.jobId} as "jobId" from turn where ${turn.jobId} is not null`
  )
  return rows.map(({ jobId }) => jobId)
}

const entityKey = sql`hashtextextended(coalesce(entity, 'delivery ' || id), 0)`

/** The limit for locks on other rows, which are held only briefly. */
const briefWaits = sql`set_config('lock_timeout', '2s', true)`

/**
 * Locks the entity of a delivery and blocks merges of its repository for this transaction; returns whether both were
 * free. It does not wait, which would block a slot and a connection; from then on other locks are waited for briefly.
 */
export async function takeTurn(tx: Tx, id: number): Promise<boolean> {
  const [turn] = await rowsOf<{ isOurs: boolean }>(
    tx,
    sql`select ${briefWaits} is not null and pg_try_advisory_xact_lock(${entityKey})
        and coalesce(${tryLockAgainstMerge(sql`${webhookDeliveries.repoId}`)}, true) as "isOurs"
      from ${webhookDeliveries} where id = ${id}`
  )
  return turn?.isOurs !== false
}

/** Limits how long the statements of this transaction wait for locks. */
export async function waitBriefly(tx: Tx): Promise<void> {
  await tx.execute(sql`select ${briefWaits}`)
}

/** Whether a later delivery of the entity was handled before this one; the caller has locked the entity. */
export async function isOvertaken(tx: Tx, id: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select from ${webhookDeliveries} d where id = ${id} and exists (
      select from ${webhookDeliveries} later
      where ${later.repoId} = ${d.repoId} and ${later.receivedAt} >= ${d.receivedAt}
        and ${later.entity} = ${d.entity} and (${later.receivedAt}, ${later.id}) > (${d.receivedAt}, ${d.id})
          and ${later.state} = 'processed')`
  )
  return rows.length > 0
}
