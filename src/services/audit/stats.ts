import type { Deps } from '#deps.js'
import { type AuditStats, FRAMEWORKS } from '#schemas/audit/audit.js'
import { CONTROLS } from '#schemas/audit/controls.js'
import { auditSums } from '#store/audit/stats.js'

/**
 * The category of an entry determines its frameworks, so that the sums by framework follow from the sums by category.
 */
export async function loadAuditStats(deps: Deps, days: number): Promise<AuditStats> {
  const sums = await auditSums(deps.db, deps.now(), days)
  const byFramework = FRAMEWORKS.map((framework) => ({
    framework,
    count: sums.by_category.reduce(
      (sum, { category, count }) => sum + (CONTROLS[category].frameworks.includes(framework) ? count : 0),
      0
    )
  }))
  return { ...sums, by_framework: byFramework }
}
