// Requests that were sent with an `Idempotency-Key`. Whoever inserts the row carries the request out.
import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { idempotencyKeys } from '#tables/accounts/idempotency-keys.js'
import { momentOf, rowsOf, type Tx } from '../sql/database.js'

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect
/** A request that is being worked on, as its row names it. */
export type ClaimRow = Pick<IdempotencyRow, 'caller' | 'keySha256' | 'fingerprint' | 'createdAt'>
export type AnswerRow = Pick<IdempotencyRow, 'status' | 'contentType' | 'sealedBody'>

/**
 * Inserts the row, or replaces one that has expired. Otherwise returns the row that is there: the attempt has locked it, so
 * that it stays until the end of the transaction.
 */
export async function claimKey(
  tx: Tx,
  claim: ClaimRow,
  expiredAt: Date
): Promise<'claimed' | IdempotencyRow> {
  const row = { ...claim, status: null, contentType: null, sealedBody: null }
  const { caller, keySha256, createdAt } = idempotencyKeys
  const inserted = await tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({ target: [caller, keySha256], set: row, setWhere: lte(createdAt, expiredAt) })
    .returning({ caller })
  if (inserted.length > 0) return 'claimed'
  const [found] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(caller, claim.caller), eq(keySha256, claim.keySha256)))
  if (!found) throw new Error('the row of an Idempotency-Key is gone, though it is locked')
  return found
}

export async function storeAnswer(tx: Tx, claim: ClaimRow, answer: AnswerRow): Promise<void> {
  await tx.update(idempotencyKeys).set(answer).where(isRunning(claim))
}

export async function releaseKey(tx: Tx, claim: ClaimRow): Promise<void> {
  await tx.delete(idempotencyKeys).where(isRunning(claim))
}

/** A row that another request has taken since is left alone. */
function isRunning(claim: ClaimRow): SQL | undefined {
  const { caller, keySha256, fingerprint, createdAt, status } = idempotencyKeys
  return and(
    eq(caller, claim.caller),
    eq(keySha256, claim.keySha256),
    eq(fingerprint, claim.fingerprint),
    eq(createdAt, claim.createdAt),
    isNull(status)
  )
}

export async function deleteExpiredKeys(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const { createdAt } = idempotencyKeys
  const deleted = await rowsOf(
    tx,
    sql`delete from ${idempotencyKeys} where ${createdAt} <= ${momentOf(before)} and ctid = any(array(
      select ctid from ${idempotencyKeys} where ${createdAt} <= ${momentOf(before)} order by ${createdAt} limit ${atOnce}
    )) returning 1`
  )
  return deleted.length
}
