// Ends what time ends: dismissals until a moment that has passed, and scans whose job was lost.
import type { Deps, Tx } from '#deps.js'
import { whenLapsed } from '#domain/dependencies/findings/findings.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import type { RetentionRule } from '#registry.js'
import { dropScans, failStalledScans } from '#store/dependencies/scans.js'
import { lapsedOf, repositoriesWithLapsed } from '#store/dependencies/vulnerabilities.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { applyFindings } from './record-findings.js'

/** Longer than a scan with all of its retries. */
const STALLED_AFTER_MS = 6 * HOUR_MS
const STALLED = 'It did not come to its end.'

export const scanRetention: readonly RetentionRule[] = [
  { retentionMs: 90 * DAY_MS, atOnce: 1_000, drop: (tx, limits) => dropScans(tx, limits) }
]

/** Every hour. */
export async function sweepDependencies(deps: Deps): Promise<void> {
  const at = deps.now()
  const before = new Date(at.getTime() - STALLED_AFTER_MS)
  await deps.transaction((tx) => failStalledScans(tx, { before, error: STALLED, at }))
  for (const repoId of await repositoriesWithLapsed(deps.db, at))
    await deps.transaction((tx) => reopenLapsed(deps, tx, repoId))
}

async function reopenLapsed(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  await lockRepository(tx, repoId)
  const at = deps.now()
  const lapsed = await lapsedOf(tx, repoId, at)
  const changes = lapsed.map((known) => ({ ...whenLapsed(known, at), known, seen: undefined }))
  const plan = { changes, superseded: [], kept: [] }
  const repository = await repositoryById(tx, repoId)
  await applyFindings(deps, tx, { repository, reading: { readAt: at, commit: null }, plan })
}
