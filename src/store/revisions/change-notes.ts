// What the triggers note is deleted after a while.
import { sql } from 'drizzle-orm'
import { changeNotes } from '#tables/revisions/change-notes.js'
import { rowsOf, type Tx } from '../sql/database.js'
import { ANY_TABLE, MARK_XID, tellOfAnyTable } from './revisions.js'

/** In place of what is deleted, one note says that any table may have been written. Returns how many were deleted. */
export async function dropChangeNotes(tx: Tx, { atOnce }: { atOnce: number }): Promise<number> {
  const dropped = await rowsOf(
    tx,
    sql`delete from ${changeNotes} where ctid = any(array(
      select ctid from ${changeNotes} where ${changeNotes.tableName} <> ${ANY_TABLE} and ${changeNotes.xid} <> ${MARK_XID} limit ${atOnce}
    )) returning 1`
  )
  if (dropped.length > 0) {
    await tx.execute(sql`delete from ${changeNotes} where ${changeNotes.tableName} = ${ANY_TABLE}`)
    await tellOfAnyTable(tx)
  }
  return dropped.length
}
