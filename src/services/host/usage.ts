// Exchanges API budgets between the processes, and reports the use of the host API.

import type { Deps, HostStore } from '#deps.js'
import { DAY_MS } from '#domain/time/durations.js'
import { type Page, type Paging, pageOf } from '#schemas/common.js'
import type { HostCooldown, HostRateLimit, HostStats } from '#schemas/host/host.js'
import {
  addToHostHours,
  budgetsPage,
  cooldownsPage,
  hostCountsSince,
  saveBudgets,
  saveCooldowns,
  sharedHostState
} from '#store/host/usage.js'
import { suspendedInstallations } from '#store/mirror/installations.js'

/** Stores the state of one process and returns the shared state of the same installations. */
export function createHostStore({ transaction, now }: Pick<Deps, 'transaction' | 'now'>): HostStore {
  return {
    exchange: ({ credential, installationIds, budgets, cooldowns, counts }) =>
      transaction(async (tx) => {
        await saveBudgets(
          tx,
          budgets.map((row) => ({ credential, ...row }))
        )
        await saveCooldowns(
          tx,
          cooldowns.map((row) => ({ credential, ...row }))
        )
        if (Object.values(counts).some((count) => count > 0)) await addToHostHours(tx, now(), counts)
        return sharedHostState(tx, credential, installationIds)
      })
  }
}

export async function loadHostStats({ db, host, now }: Deps): Promise<HostStats> {
  const { requests, errors, hits, misses } = await hostCountsSince(db, new Date(now().getTime() - DAY_MS))
  const reads = hits + misses
  return {
    data: {
      cache_keys: host.client.cachedReads(),
      cache_enabled: host.client.isConfigured,
      hits,
      misses,
      hit_rate: reads === 0 ? null : hits / reads,
      requests_24h: requests,
      errors_24h: errors,
      suspended_installations: await suspendedInstallations(db)
    }
  }
}

/** The tables store the App itself as 0, because a key cannot be null. */
const installationOrNull = (id: number) => (id === 0 ? null : id)

export async function loadRateLimitsPage({ db, now }: Deps, paging: Paging): Promise<Page<HostRateLimit>> {
  const { total, rows } = await budgetsPage(db, now(), paging)
  const data = rows.map(({ installationId, resource, remaining, limit, used, resetAt, updatedAt }) => ({
    installation_id: installationOrNull(installationId),
    resource,
    remaining,
    limit,
    used,
    reset_at: resetAt.toISOString(),
    updated_at: updatedAt.toISOString()
  }))
  return pageOf(paging, total, data)
}

export async function loadCooldownsPage({ db, now }: Deps, paging: Paging): Promise<Page<HostCooldown>> {
  const at = now()
  const { total, rows } = await cooldownsPage(db, at, paging)
  const data = rows.map(({ installationId, scope, reason, until }) => ({
    installation_id: installationOrNull(installationId),
    scope,
    reason,
    remaining_ms: until.getTime() - at.getTime()
  }))
  return pageOf(paging, total, data)
}
