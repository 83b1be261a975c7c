// Sums beside rows that the database has made up.
import type postgres from 'postgres'

/** Each query says repository, day, measure and amount. */
export async function keepSums(sql: postgres.Sql, queries: readonly string[]): Promise<void> {
  for (const query of queries)
    await sql.unsafe(
      `insert into tallies (repo_id, day, measure, lane, amount)
        select sums.repo_id, sums.day, sums.measure, 0, sums.amount from (${query}) as sums (repo_id, day, measure, amount)`
    )
}
