import { sql } from 'drizzle-orm'
import { rateLimits } from '#tables/accounts/rate-limits.js'
import { sessions } from '#tables/accounts/sessions.js'
import type { Db } from '../sql/database.js'

/** The cheapest query that needs the tables of rate limits and sessions. */
export async function probeStore(db: Db): Promise<void> {
  await db.execute(sql`select 1 from ${rateLimits}, ${sessions} limit 1`)
}
