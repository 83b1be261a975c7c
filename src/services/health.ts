// How the service is: three short probes, shared by all who ask within a second.
import type { Health, ProbeResult } from '../../schemas/health.js'
import type { Deps } from '../deps.js'
import { appliedMigrations, availableMigrations } from '../store/migrate.js'
import { probeDatabase, probeStore } from '../store/probes.js'
import { TooLate, within } from './within.js'

const PROBE_TIMEOUT_MS = 2_000
const SHARED_FOR_MS = 1_000

export function healthOf(deps: Deps): () => Promise<Health> {
  const available = availableMigrations().length
  let latest: { at: number; health: Promise<Health> } | undefined
  return () => {
    const now = performance.now()
    if (!latest || now - latest.at > SHARED_FOR_MS) latest = { at: now, health: examine(deps, available) }
    return latest.health
  }
}

async function examine(deps: Deps, available: number): Promise<Health> {
  const [database, store, queue, applied] = await Promise.all([
    probe(() => probeDatabase(deps.db)),
    probe(() => probeStore(deps.db)),
    probe(async () => {
      if (!(await deps.queue.isAlive())) throw new Error('the queue has no tables')
    }),
    appliedCount(deps)
  ])
  const migrations = applied === null ? 'unknown' : applied < available ? 'behind' : 'current'
  const checks = { database, store, queue }
  const isWell = migrations === 'current' && Object.values(checks).every((result) => result === 'ok')
  return {
    status: isWell ? 'ok' : 'degraded',
    service: 'service',
    ts: deps.now().toISOString(),
    version: deps.version,
    git_sha: deps.gitSha,
    db_migrations_applied: applied,
    db_migrations_available: available,
    db_migration_status: migrations,
    checks
  }
}

function probe(look: () => Promise<void>): Promise<ProbeResult> {
  return within(PROBE_TIMEOUT_MS, look()).then(
    () => 'ok',
    (error) => (error instanceof TooLate ? 'timeout' : 'fail')
  )
}

async function appliedCount(deps: Deps): Promise<number | null> {
  let count: number | null = null
  await probe(async () => {
    count = (await appliedMigrations(deps.db)).count
  })
  return count
}
