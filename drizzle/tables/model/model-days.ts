import { bigint, date, pgTable } from 'drizzle-orm/pg-core'

/** Tokens that the language model has cost by day of UTC, with those put aside for questions under way. */
export const modelDays = pgTable('model_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  tokens: bigint('tokens', { mode: 'number' }).notNull()
})
