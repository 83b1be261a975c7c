// Comparisons of the host's delivery log with the deliveries that arrived.
import { inArray, lt, max, sql } from 'drizzle-orm'
import { deliveryChecks } from '#tables/deliveries/delivery-checks.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import type { Db, Tx } from '../sql/database.js'

export async function checkedUntil(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ until: max(deliveryChecks.checkedUntil) }).from(deliveryChecks)
  return row?.until ?? undefined
}

export async function saveCheck(tx: Tx, check: typeof deliveryChecks.$inferInsert): Promise<void> {
  await tx.insert(deliveryChecks).values(check).onConflictDoNothing()
}

export async function dropChecks(tx: Tx, { before }: { before: Date }): Promise<undefined> {
  await tx.delete(deliveryChecks).where(lt(deliveryChecks.checkedUntil, before))
}

/** Which of these deliveries have arrived. */
export async function filterArrived(db: Db, deliveryIds: readonly string[]): Promise<Set<string>> {
  const asked = sql`(select json_array_elements_text(${JSON.stringify(deliveryIds)}::json))`
  const rows = await db
    .select({ id: webhookDeliveries.deliveryId })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.deliveryId, asked))
  return new Set(rows.map(({ id }) => id))
}
