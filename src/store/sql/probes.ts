// The cheapest questions that only a working database answers.
import { sql } from 'drizzle-orm'
import type { Db } from './database.js'

export async function probeDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

export async function probeStore(db: Db): Promise<void> {
  await db.execute(sql`select 1 from rate_limits, sessions limit 1`)
}
