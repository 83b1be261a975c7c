// A merge holds two repositories for long: who meets it leaves, instead of waiting with a place and a connection.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { type Tx, takeLaneApart } from '../sql/database.js'

const keyOf = (repoId: SQL | AnyColumn | number) => sql`hashtextextended('merge of ' || ${repoId}::bigint, 0)`

/** Keeps merges from a repository until the end of the transaction; false at once where one is under way. */
export function keepsMergesOut(repoId: SQL | AnyColumn): SQL {
  return sql`pg_try_advisory_xact_lock_shared(${keyOf(repoId)})`
}

/**
 * Keeps everybody else from these repositories until the end of the transaction; waits for those at work. The sums over
 * all repositories stay free.
 */
export async function beginMerge(tx: Tx, repoIds: readonly number[]): Promise<void> {
  await takeLaneApart(tx)
  for (const id of repoIds.toSorted((a, b) => a - b))
    await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(id)})`)
}
