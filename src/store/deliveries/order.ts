// The order in which deliveries of one entity are handled: those that have failed equally often one after another, and
// one that has failed more often keeps nobody waiting.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { type Db, idsIn, rowsOf, type Tx } from '../sql/database.js'
import { keepsMergesOut } from './merging.js'

const d = alias(webhookDeliveries, 'd')
const first = alias(webhookDeliveries, 'first')
const later = alias(webhookDeliveries, 'later')

/** In the words of the index that holds them. */
const isNext = sql.raw(`state = 'queued'`)

/** Which of these have to wait for an earlier one. */
export async function filterWaiting(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await rowsOf<{ id: number | string }>(
    db,
    sql`select id from ${webhookDeliveries} d where id in ${idsIn(ids)} and ${isNext} and exists (
      select from ${webhookDeliveries} where entity = ${d.entity} and id < ${d.id} and tries <= ${d.tries}
        and ${isNext})`
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The jobs of all of the same entity whose turn it is: the first, and the first each that has failed less often. */
export async function jobsInTurn(db: Db, id: number): Promise<string[]> {
  const rows = await rowsOf<{ jobId: string }>(
    db,
    sql`with recursive turn as (
        (select ${first.id}, ${first.entity}, ${first.tries}, ${first.jobId} from ${webhookDeliveries} d
          join ${webhookDeliveries} first on ${first.entity} = ${d.entity} and first.${isNext}
          where ${d.id} = ${id} order by ${first.id} limit 1)
        union all
        select later.* from turn cross join lateral (
          select id, entity, tries, ${webhookDeliveries.jobId} from ${webhookDeliveries}
          where entity = turn.entity and id > turn.id and tries < turn.tries and ${isNext} order by id limit 1
        ) as later
      )
      select job_id as "jobId" from turn where job_id is not null`
  )
  return rows.map(({ jobId }) => jobId)
}

const entityKey = sql`hashtextextended(coalesce(entity, 'delivery ' || id), 0)`

/** For locks of whatever else a delivery writes: others hold them for moments. */
const LONGEST_WAIT = '2s'

/**
 * Takes the turn of a delivery for this transaction: nobody else handles its entity, and nobody merges its repository.
 * Waits for neither, as whoever waits keeps a place and a connection from all others; says whether it was free.
 */
export async function takeTurn(tx: Tx, id: number): Promise<boolean> {
  const [turn] = await rowsOf<{ isOurs: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${entityKey})
        and coalesce(${keepsMergesOut(sql`${webhookDeliveries.repoId}`)}, true) as "isOurs"
      from ${webhookDeliveries} where id = ${id}`
  )
  return turn?.isOurs !== false
}

/** Has the statements of this transaction wait for others no longer than a moment. */
export async function waitBriefly(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', ${LONGEST_WAIT}, true)`)
}

/** Whether a later delivery of the same entity was handled before this one; the caller holds the entity. */
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
