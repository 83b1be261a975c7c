// The stored maintainer settings.
import { eq } from 'drizzle-orm'
import { NOTHING_STORED, type StoredSettings } from '#domain/maintenance/settings.js'
import { maintenanceSettings } from '#tables/maintenance/maintenance-settings.js'
import type { Db, Tx } from '../sql/database.js'

export interface SettingsRow {
  stored: StoredSettings
  /** Undefined while no row is stored. */
  row: { id: number; updatedAt: Date } | undefined
}

export async function settingsOf(db: Db | Tx, repoId: number): Promise<SettingsRow> {
  const [found] = await db.select().from(maintenanceSettings).where(eq(maintenanceSettings.repoId, repoId))
  return found ? settingsIn(found) : { stored: NOTHING_STORED, row: undefined }
}

/** The caller has locked the repository. */
export async function saveSettings(
  tx: Tx,
  repoId: number,
  { stored, at }: { stored: StoredSettings; at: Date }
): Promise<SettingsRow> {
  const columns = {
    staleIssueDays: stored.stale_issue_days,
    stalePrDays: stored.stale_pr_days,
    staleWarnDays: stored.stale_warn_days,
    cleanupBranches: stored.cleanup_branches,
    enabled: stored.enabled,
    autoClose: stored.auto_close,
    updatedAt: at
  }
  const [saved] = await tx
    .insert(maintenanceSettings)
    .values({ repoId, ...columns })
    .onConflictDoUpdate({ target: maintenanceSettings.repoId, set: columns })
    .returning()
  if (!saved) throw new Error('a row that is written is returned')
  return settingsIn(saved)
}

function settingsIn(found: typeof maintenanceSettings.$inferSelect): SettingsRow {
  const { id, updatedAt, staleIssueDays, stalePrDays, staleWarnDays, cleanupBranches, enabled, autoClose } =
    found
  const stored = {
    stale_issue_days: staleIssueDays,
    stale_pr_days: stalePrDays,
    stale_warn_days: staleWarnDays,
    cleanup_branches: cleanupBranches,
    enabled,
    auto_close: autoClose
  }
  return { stored, row: { id, updatedAt } }
}
