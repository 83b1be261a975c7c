// The saved settings of reviews.
import { eq, sql } from 'drizzle-orm'
import type { ReviewSettingsBody } from '#schemas/review/settings.js'
import { repositories } from '#tables/mirror/repositories.js'
import { reviewSettings } from '#tables/review/review-settings.js'
import { type Db, rowsOf, type Tx } from '../sql/database.js'

export interface SavedReviewSettings {
  settings: ReviewSettingsBody
  createdAt: Date
  updatedAt: Date
}

/** Undefined where nobody has saved any. */
export async function savedReviewSettings(
  db: Db | Tx,
  repoId: number
): Promise<SavedReviewSettings | undefined> {
  const [row] = await db.select().from(reviewSettings).where(eq(reviewSettings.repoId, repoId))
  // Cast at the database boundary: the text was written from such settings.
  return row && { ...row, settings: JSON.parse(row.settings) as ReviewSettingsBody }
}

export async function saveReviewSettings(
  tx: Tx,
  repoId: number,
  { settings, at }: { settings: ReviewSettingsBody; at: Date }
): Promise<void> {
  const text = JSON.stringify(settings)
  await tx
    .insert(reviewSettings)
    .values({ repoId, settings: text, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({ target: reviewSettings.repoId, set: { settings: text, updatedAt: at } })
}

/** Few repositories have settings, so these are counted. */
export async function countReviewedRepositories(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${reviewSettings} join ${repositories}
      on ${repositories.hostId} = ${reviewSettings.repoId} and ${repositories.deletedAt} is null
      where (${reviewSettings.settings}::jsonb ->> 'enabled')::boolean`
  )
  return row?.count ?? 0
}
