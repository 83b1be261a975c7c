// Shows and changes the maintainer settings of a repository.

import type { Deps, Tx } from '#deps.js'
import {
  findWarningFaults,
  patchSettings,
  resolveSettings,
  type SettingsResolution,
  settingsWithDefaults
} from '#domain/maintenance/settings.js'
import { repoNotFound } from '#errors/errors.js'
import { invalidSettings } from '#errors/pillars.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import type { MaintainerSettings, SettingsPatch } from '#schemas/maintenance/settings.js'
import { type SettingsRow, saveSettings, settingsOf } from '#store/maintenance/settings.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type RepositoryRef, repositoryByName } from '#store/mirror/repositories.js'
import { loadConfig, loadStoredConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { type GovernedChange, type GovernedOutcome, govern, type Initiator } from './governance.js'

export async function loadSettings(deps: Deps, repo: RepoParams): Promise<MaintainerSettings> {
  return settingsOfRepository(deps, (await repositoryByName(deps.db, repo)).repoId)
}

export async function settingsOfRepository(deps: Deps, repoId: number): Promise<MaintainerSettings> {
  const known = await loadConfig(deps, { repoId })
  const found = await settingsOf(deps.db, repoId)
  return shownSettings(repoId, found, resolveSettings(layersOf(known), found.stored))
}

export const SETTINGS_UPDATE = 'settings.update'

export interface SettingsRequest {
  repo: RepoParams
  by: Initiator
  patch: SettingsPatch
}

export function changeSettings(
  deps: Deps,
  { repo, by, patch }: SettingsRequest
): Promise<MaintainerSettings> {
  const target = { type: 'repo' as const, id: fullNameOf(repo) }
  return govern(deps, { by, action: SETTINGS_UPDATE, target }, async () =>
    settingsChange(deps, await repositoryByName(deps.db, repo), patch)
  )
}

export const settingsChange =
  (deps: Deps, repository: RepositoryRef, patch: SettingsPatch): GovernedChange<MaintainerSettings> =>
  (tx) =>
    writeSettings(deps, tx, repository, patch)

/** The lock keeps what another request changes meanwhile. */
async function writeSettings(
  deps: Deps,
  tx: Tx,
  { repoId, fullName }: RepositoryRef,
  patch: SettingsPatch
): Promise<GovernedOutcome<MaintainerSettings>> {
  const held = await lockRepository(tx, repoId)
  if (!held?.live) throw repoNotFound(fullName)
  const { stored } = await settingsOf(tx, repoId)
  const next = patchSettings(stored, patch)
  const resolved = resolveSettings(layersOf(await loadStoredConfig(deps, tx, repoId)), next)
  const faults = findWarningFaults(patch, next, resolved)
  if (faults.length > 0) throw invalidSettings(faults)
  const saved = await saveSettings(tx, repoId, { stored: next, at: deps.now() })
  return {
    reply: shownSettings(repoId, saved, resolved),
    payload: { before: { ...stored }, after: { ...next } },
    evidence: { category: 'config_change', eventType: 'maintainer_settings_updated', repo: fullName }
  }
}

function layersOf({ layers, isReadable }: ResolvedConfig) {
  return { ...layers, isReadable }
}

function shownSettings(
  repoId: number,
  { stored, row }: SettingsRow,
  { effective, sources }: SettingsResolution
): MaintainerSettings {
  const shown = { repo_id: repoId, ...settingsWithDefaults(stored), effective, sources }
  return row ? { id: row.id, ...shown, updated_at: row.updatedAt.toISOString() } : shown
}
