// What the language model costs by day, in tokens: one row that all processes add to.
import { sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '../sql/database.js'

/** False where the day would cost more than it may; then nothing is added. */
export async function reserveTokens(tx: Tx, day: string, tokens: number, most: number): Promise<boolean> {
  if (tokens > most) return false
  const added = await rowsOf(
    tx,
    sql`insert into model_days as d (day, tokens) values (${day}::date, ${tokens}::bigint)
      on conflict (day) do update set tokens = d.tokens + excluded.tokens
      where d.tokens + excluded.tokens <= ${most}::bigint
      returning day`
  )
  return added.length > 0
}

/** What a question has cost more than was put aside for it, or less. */
export async function adjustTokens(tx: Tx, day: string, tokens: number): Promise<void> {
  await tx.execute(
    sql`update model_days set tokens = greatest(0, tokens + ${tokens}::bigint) where day = ${day}::date`
  )
}
