import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from './database.js'

/** The cheapest query that only a working database answers. */
export async function probeDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

/** All tables and indexes of the database, in bytes. */
export async function databaseSize(db: Db): Promise<number> {
  const [row] = await rowsOf<{ bytes: string }>(
    db,
    sql`select pg_database_size(current_database())::text as bytes`
  )
  return Number(row?.bytes ?? 0)
}
