import { bigint, date, pgTable } from 'drizzle-orm/pg-core'

/** Tokens spent on the language model per UTC day, including those reserved for running questions. */
export const modelDays = pgTable('model_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  tokens: bigint('tokens', { mode: 'number' }).notNull()
})
