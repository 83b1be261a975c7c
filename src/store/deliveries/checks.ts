// Up to where the host's log of what it has sent has been compared with what arrived, and what was missing.
import { sql } from 'drizzle-orm'
import { deliveryChecks } from '#tables/deliveries/delivery-checks.js'
import { type Db, momentOf, rowsOf, type Tx } from '../sql/database.js'

export async function checkedUntil(db: Db): Promise<Date | undefined> {
  const [row] = await rowsOf<{ until: string | null }>(
    db,
    sql`select max(checked_until)::text as until from delivery_checks`
  )
  return row?.until ? new Date(row.until) : undefined
}

export async function saveCheck(tx: Tx, check: typeof deliveryChecks.$inferInsert): Promise<void> {
  await tx.insert(deliveryChecks).values(check).onConflictDoNothing()
}

export async function dropChecks(tx: Tx, { before }: { before: Date }): Promise<undefined> {
  await tx.execute(sql`delete from delivery_checks where checked_until < ${momentOf(before)}`)
}

/** Which of these deliveries have arrived. */
export async function filterArrived(db: Db, deliveryIds: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select delivery_id as id from webhook_deliveries
      where delivery_id in (select json_array_elements_text(${JSON.stringify(deliveryIds)}::json))`
  )
  return new Set(rows.map(({ id }) => id))
}
