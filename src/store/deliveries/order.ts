// The order in which deliveries of one entity are handled: those that have failed equally often one after another, and
// one that has failed more often keeps nobody waiting.
import { sql } from 'drizzle-orm'
import { type Db, idsIn, rowsOf, type Tx } from '../sql/database.js'

/** In the words of the index that holds them. */
const isNext = sql.raw(`state = 'queued'`)

/** Which of these have to wait for an earlier one. */
export async function waitingAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await rowsOf<{ id: number | string }>(
    db,
    sql`select id from webhook_deliveries d where id in ${idsIn(ids)} and ${isNext} and exists (
      select from webhook_deliveries where entity = d.entity and id < d.id and tries <= d.tries and ${isNext})`
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The job of the first of those after this one, of the same entity, whose turn it is. */
export async function nextJobAfter(db: Db, id: number): Promise<string | undefined> {
  const [next] = await rowsOf<{ jobId: string }>(
    db,
    sql`select next.job_id as "jobId" from webhook_deliveries d cross join lateral (
        select job_id from webhook_deliveries n where entity = d.entity and id > d.id and ${isNext} and not exists (
          select from webhook_deliveries where entity = d.entity and id < n.id and tries <= n.tries and ${isNext})
        order by id limit 1
      ) as next where d.id = ${id} and next.job_id is not null`
  )
  return next?.jobId
}

/** Holds the entity of a delivery for this transaction: one that is tried again may come at any time. */
export async function holdEntity(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(entity, 0)) from webhook_deliveries
    where id = ${id} and entity is not null`)
}

/** Whether a later delivery of the same entity was handled before this one; the caller holds the entity. */
export async function isOvertaken(tx: Tx, id: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select from webhook_deliveries d where id = ${id} and exists (
      select from webhook_deliveries later
      where later.repo_id = d.repo_id and later.received_at >= d.received_at
        and later.entity = d.entity and (later.received_at, later.id) > (d.received_at, d.id) and later.state = 'processed')`
  )
  return rows.length > 0
}
