import { sql } from 'drizzle-orm'
import type { Db } from './database.js'

/** The cheapest query that only a working database answers. */
export async function probeDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}
