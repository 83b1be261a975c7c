// Deletes expired rows in small transactions that block nobody for long.
import type { Deps } from '#deps.js'
import type { RetentionRule } from '#registry.js'

export async function dropExpiredRows(deps: Deps): Promise<void> {
  for (const rule of deps.registry.retention) await applyRetentionRule(deps, rule)
}

/** Repeats until a round deletes less than a full batch. */
async function applyRetentionRule(deps: Deps, { retentionMs, atOnce, drop }: RetentionRule): Promise<void> {
  const before = new Date(deps.now().getTime() - retentionMs)
  const round = () => deps.transaction((tx) => drop(tx, { before, atOnce }, deps))
  while (((await round()) ?? 0) >= atOnce);
}
