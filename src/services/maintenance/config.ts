// The configuration of maintenance: that of the repository, with the stored settings above it.
import type { Db, Deps, Tx } from '#deps.js'
import { type MaintenanceConfig, maintenanceConfig } from '#domain/maintenance/settings.js'
import { configUnreadable } from '#errors/host.js'
import { maintenanceDisabled } from '#errors/pillars.js'
import type { PillarConfig } from '#registry.js'
import { settingsOf } from '#store/maintenance/settings.js'
import { loadConfig, type ResolvedConfig } from '../configuration/resolve.js'

export type MaintenanceSetup = MaintenanceConfig & { isReadable: boolean; version: number }

/** Old files are refreshed, and the host has two seconds to answer. */
export async function loadMaintenance(deps: Deps, repoId: number): Promise<MaintenanceSetup> {
  return setupOf(deps.db, repoId, await loadConfig(deps, { repoId }))
}

export async function setupOf(
  db: Db | Tx,
  repoId: number,
  { layers, isReadable, version }: ResolvedConfig
): Promise<MaintenanceSetup> {
  const { stored } = await settingsOf(db, repoId)
  return { ...maintenanceConfig({ ...layers, isReadable }, stored), isReadable, version }
}

/** Actions of maintenance are checked against the stored settings as well. */
export async function maintenanceConfigOf(
  db: Db | Tx,
  { repoId, pillar, resolved }: PillarConfig
): Promise<ResolvedConfig | undefined> {
  if (pillar !== 'maintainer') return undefined
  const { config } = await setupOf(db, repoId, resolved)
  return { ...resolved, config }
}

/** For requests: a job would do nothing. */
export async function requireEnabled(
  deps: Deps,
  repo: { repoId: number; fullName: string }
): Promise<MaintenanceSetup> {
  const setup = await loadMaintenance(deps, repo.repoId)
  if (!setup.isReadable) throw configUnreadable()
  if (!setup.effective.enabled) throw maintenanceDisabled(repo.fullName)
  return setup
}
