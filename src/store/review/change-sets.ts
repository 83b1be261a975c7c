// Which files pushes to the default branch have changed together.
import { desc, eq, inArray, lt } from 'drizzle-orm'
import { changeSets } from '#tables/review/change-sets.js'
import type { Db, Tx } from '../sql/database.js'

export type NewChangeSet = Omit<typeof changeSets.$inferInsert, 'id'>

/** A push that arrives twice counts once. */
export async function insertChangeSet(tx: Tx, row: NewChangeSet): Promise<void> {
  await tx.insert(changeSets).values(row).onConflictDoNothing()
}

/** Older pushes tell less about how files belong together now. */
const MOST_SETS = 500

/** The paths of each of the latest pushes, the newest first. */
export async function recentChangeSets(db: Db, repoId: number): Promise<string[][]> {
  const rows = await db
    .select({ paths: changeSets.paths })
    .from(changeSets)
    .where(eq(changeSets.repoId, repoId))
    .orderBy(desc(changeSets.pushedAt))
    .limit(MOST_SETS)
  return rows.map(({ paths }) => paths)
}

/** Returns how many were deleted. */
export async function dropOldChangeSets(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const old = tx
    .select({ id: changeSets.id })
    .from(changeSets)
    .where(lt(changeSets.pushedAt, before))
    .limit(atOnce)
  const gone = await tx.delete(changeSets).where(inArray(changeSets.id, old)).returning({ id: changeSets.id })
  return gone.length
}
