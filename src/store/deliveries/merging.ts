// A merge locks two repositories for long. Others give up at once instead of blocking a slot and a connection.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { reserveLane, type Tx } from '../sql/database.js'

const keyOf = (repoId: SQL | AnyColumn | number) => sql`hashtextextended('merge of ' || ${repoId}::bigint, 0)`

/** Blocks merges of a repository until the end of the transaction; false at once if one is running. */
export function tryLockAgainstMerge(repoId: SQL | AnyColumn): SQL {
  return sql`pg_try_advisory_xact_lock_shared(${keyOf(repoId)})`
}

/**
 * Excludes all others from these repositories until the end of the transaction, after waiting for running ones. The
 * counters of the fleet stay available.
 */
export async function beginMerge(tx: Tx, repoIds: readonly number[]): Promise<void> {
  await reserveLane(tx)
  for (const id of repoIds.toSorted((a, b) => a - b))
    await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(id)})`)
}
