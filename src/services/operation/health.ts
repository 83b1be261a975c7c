// Health of the service: a few short probes, shared by all requests within a second.

import type { Deps } from '#deps.js'
import { TimeoutExceeded, withTimeout } from '#runtime/timeout.js'
import type { Health, ProbeResult } from '#schemas/operation/health.js'
import { probeStore } from '#store/accounts/probe.js'
import { roomOn } from '#store/disk.js'
import { appliedMigrations, availableMigrations } from '#store/sql/migrate.js'
import { probeDatabase } from '#store/sql/probes.js'
import { newestSealFault } from '../audit/anchors.js'
import { loadTriageHealth } from '../triage/reports.js'

const PROBE_TIMEOUT_MS = 2_000
const SHARED_FOR_MS = 1_000

export function createHealthCheck(deps: Deps): () => Promise<Health> {
  const available = availableMigrations().length
  let latest: { at: number; health: Promise<Health> } | undefined
  return () => {
    const now = performance.now()
    if (!latest || now - latest.at > SHARED_FOR_MS) latest = { at: now, health: checkHealth(deps, available) }
    return latest.health
  }
}

async function checkHealth(deps: Deps, available: number): Promise<Health> {
  const [database, store, queue, applied, triage, exports, disk] = await Promise.all([
    probe(() => probeDatabase(deps.db)),
    probe(() => probeStore(deps.db)),
    probe(async () => {
      if (!(await deps.queue.isAlive())) throw new Error('the tables of the queue are missing')
    }),
    readWithin(async () => (await appliedMigrations(deps.db)).count),
    readWithin(() => loadTriageHealth(deps)),
    readWithin(() => auditExportState(deps)),
    roomOn(deps.disk)
  ])
  const migrations = applied === null ? 'unknown' : applied < available ? 'behind' : 'current'
  const checks = { database, store, queue }
  const isSound =
    disk?.is_low !== true &&
    migrations === 'current' &&
    Object.values(checks).every((result) => result === 'ok')
  return {
    status: isSound && exports === 'ok' && triage?.status === 'healthy' ? 'ok' : 'degraded',
    service: 'service',
    ts: deps.now().toISOString(),
    version: deps.version,
    git_sha: deps.gitSha,
    db_migrations_applied: applied,
    db_migrations_available: available,
    db_migration_status: migrations,
    checks,
    disk,
    audit_exports: exports ?? 'unknown',
    workflows: { triage: triage ?? UNKNOWN }
  }
}

async function auditExportState(deps: Deps): Promise<Health['audit_exports']> {
  return (await newestSealFault(deps)) ? 'blocked' : 'ok'
}

function probe(check: () => Promise<void>): Promise<ProbeResult> {
  return withTimeout(PROBE_TIMEOUT_MS, check()).then(
    () => 'ok',
    (error) => (error instanceof TimeoutExceeded ? 'timeout' : 'fail')
  )
}

/** Null if it could not be read in time. */
export function readWithin<Out>(read: () => Promise<Out>): Promise<Out | null> {
  return withTimeout(PROBE_TIMEOUT_MS, read()).catch(() => null)
}

const UNKNOWN = { status: 'unknown', failed_count: 0, oldest_failure_at: null } as const
