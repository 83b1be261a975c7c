// Tracks installations and repositories by their immutable ids, as events and listings mention them.

import type { Deps, Tx } from '#deps.js'
import type {
  EventExcerpt,
  InstallationChange,
  InstallationIdentity,
  RepositoryChange,
  RepositoryIdentity
} from '#domain/host/events.js'
import { clampFutureMoments } from '#domain/mirror/freshness.js'
import { countRepositories } from '#store/counters/tallies.js'
import {
  insertMentioned,
  leftoverInstallations,
  markInstallationsMissing,
  saveInstallation
} from '#store/mirror/installations.js'
import { deleteMembersOf } from '#store/mirror/members.js'
import { renameRows, setRowsShown } from '#store/mirror/mirror.js'
import {
  markCounted,
  markInstallationReposDeleted,
  markMissing,
  type RepositoryPresence,
  type SavedRepository,
  savePresence,
  saveRepositories,
  type Visibility
} from '#store/mirror/repositories.js'
import { recordAudit } from '../audit/record.js'

export interface InstallationUpdate extends EventExcerpt {
  installation: InstallationIdentity
  change: InstallationChange
  repositories: RepositoryIdentity[]
  at: Date
}

export async function recordInstallation(
  deps: Deps,
  tx: Tx,
  { installation, change, repositories, at }: InstallationUpdate
) {
  const installationId = installation.hostId
  const isGone = change === 'deleted'
  await saveInstallation(tx, installation, { at, change })
  const sighting = isGone ? 'removed' : 'present'
  const seen = await saveSightings(deps, tx, repositories, { at, installationId, change: sighting })
  const left = isGone ? await endInstallation(tx, installationId, at) : []
  await updateVisibility(deps, tx, [...seen, ...left])
}

export interface SelectionUpdate extends EventExcerpt {
  installation: InstallationIdentity
  added: RepositoryIdentity[]
  removed: RepositoryIdentity[]
  at: Date
}

export async function recordSelection(
  deps: Deps,
  tx: Tx,
  { installation, added, removed, at }: SelectionUpdate
) {
  const installationId = installation.hostId
  await insertMentioned(tx, installation, at)
  const came = await saveSightings(deps, tx, added, { at, installationId, change: 'present' })
  const left = await saveSightings(deps, tx, removed, { at, installationId, change: 'removed' })
  await updateVisibility(deps, tx, [...came, ...left])
}

export interface InstallationListing {
  installationId: number
  repositories: RepositoryIdentity[]
  /** When the host was asked for it. */
  at: Date
}

/** Records the repositories that the host lists for an installation. */
export async function recordListedRepositories(
  deps: Deps,
  tx: Tx,
  { installationId, repositories, at }: InstallationListing
) {
  const seen = await saveSightings(deps, tx, repositories, { at, installationId, change: 'present' })
  await updateVisibility(deps, tx, seen)
}

/** Marks repositories as missing that a complete listing, begun at that moment, did not contain. */
export async function recordMissing(deps: Deps, tx: Tx, installationId: number, listedAt: Date) {
  await updateVisibility(deps, tx, await markMissing(tx, installationId, listedAt))
}

/** Marks installations as missing that a complete listing, begun at that moment, did not contain. */
export async function recordMissingInstallations(deps: Deps, tx: Tx, listedAt: Date) {
  const gone = await markInstallationsMissing(tx, listedAt)
  for (const installationId of [...gone, ...(await leftoverInstallations(tx, listedAt))])
    await updateVisibility(deps, tx, await endInstallation(tx, installationId, listedAt))
}

/** Its account has no members for the service any more, and no repositories. */
async function endInstallation(tx: Tx, installationId: number, at: Date): Promise<Visibility[]> {
  await deleteMembersOf(tx, installationId)
  return markInstallationReposDeleted(tx, installationId, at)
}

export interface RepositoryUpdate extends EventExcerpt {
  repository: RepositoryIdentity
  installationId: number | null
  change: RepositoryChange
  at: Date
}

/** Records whether a repository exists. */
export async function recordRepository(
  deps: Deps,
  tx: Tx,
  { repository, installationId, change, at }: RepositoryUpdate
): Promise<void> {
  if (installationId !== null) await insertMentioned(tx, installationStub(installationId), at)
  await updateVisibility(
    deps,
    tx,
    await saveSightings(deps, tx, [repository], { at, installationId, change })
  )
}

/** Records the name of a mentioned repository, however late the event; a deleted repository stays deleted. */
export async function mentionRepository(
  deps: Deps,
  tx: Tx,
  { repository, installationId, at }: Omit<RepositoryUpdate, 'change'>
): Promise<void> {
  if (installationId !== null) await insertMentioned(tx, installationStub(installationId), at)
  const clamped = clampFutureMoments(repository, at)
  const saved = await saveRepositories(tx, [clamped], { at, installationId })
  await followRenames(deps, tx, saved)
  await updateVisibility(deps, tx, saved)
}

async function saveSightings(
  deps: Deps,
  tx: Tx,
  repositories: readonly RepositoryIdentity[],
  presence: RepositoryPresence
): Promise<Visibility[]> {
  const clamped = repositories.map((repository) => clampFutureMoments(repository, presence.at))
  const saved = await saveRepositories(tx, clamped, presence)
  await followRenames(deps, tx, saved)
  const repoIds = repositories.map(({ hostId }) => hostId)
  const presences = new Map((await savePresence(tx, repoIds, presence)).map((one) => [one.repoId, one]))
  return [...saved.filter(({ repoId }) => !presences.has(repoId)), ...presences.values()]
}

/** A repository that is transferred has another name as well: its owner is a part of it. */
async function followRenames(
  { registry, now }: Deps,
  tx: Tx,
  saved: readonly SavedRepository[]
): Promise<void> {
  const renamed = saved.filter(({ formerName }) => formerName !== null)
  if (renamed.length === 0) return
  const repoIds = renamed.map(({ repoId }) => repoId)
  await renameRows(tx, registry.tables, repoIds)
  for (const { repoId, fullName, formerName } of renamed)
    await recordAudit(tx, {
      category: 'config_change',
      eventType: 'repository_renamed',
      // Nobody says who has renamed it.
      actor: 'system',
      actorType: 'system',
      repo: fullName,
      payload: { repo_id: repoId, before: formerName, after: fullName },
      occurredAt: now()
    })
}

/** The rows of a repository are visible and counted only while the repository is live. */
export async function updateVisibility(
  { registry }: Deps,
  tx: Tx,
  repositories: readonly Visibility[]
): Promise<void> {
  for (const live of [true, false]) {
    const changed = repositories.filter(
      (repository) => repository.live === live && repository.counted !== live
    )
    if (changed.length === 0) continue
    const repoIds = changed.map(({ repoId }) => repoId)
    await markCounted(tx, repoIds, live)
    await setRowsShown(tx, registry.tables, { repoIds, shown: live })
    await countRepositories(tx, repoIds, live ? 1 : -1)
  }
}

/** An installation of which only the id is known. */
export function installationStub(hostId: number): InstallationIdentity {
  return { hostId, accountLogin: null, accountType: null, targetId: null }
}
