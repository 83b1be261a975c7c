// Tokens spent on the language model per day, in one row that all processes share.
import { eq, sql } from 'drizzle-orm'
import { modelDays } from '#tables/model/model-days.js'
import { type Db, excluded, type Tx } from '../sql/database.js'

/** False if the day would exceed its limit; then nothing is added. */
export async function reserveTokens(tx: Tx, day: string, tokens: number, most: number): Promise<boolean> {
  if (tokens > most) return false
  const together = sql`${modelDays.tokens} + ${excluded(modelDays.tokens)}`
  const added = await tx
    .insert(modelDays)
    .values({ day, tokens })
    .onConflictDoUpdate({
      target: modelDays.day,
      set: { tokens: together },
      setWhere: sql`${together} <= ${most}::bigint`
    })
    .returning({ day: modelDays.day })
  return added.length > 0
}

/** Adds the difference between the tokens that a question used and those reserved for it. */
export async function adjustTokens(tx: Tx, day: string, tokens: number): Promise<void> {
  await tx
    .update(modelDays)
    .set({ tokens: sql`greatest(0, ${modelDays.tokens} + ${tokens}::bigint)` })
    .where(eq(modelDays.day, day))
}

/** How many tokens a day has used so far. */
export async function tokensOn(db: Db, day: string): Promise<number> {
  const [row] = await db.select({ tokens: modelDays.tokens }).from(modelDays).where(eq(modelDays.day, day))
  return row?.tokens ?? 0
}
