// The paths that a pull request changes, where areas are declared, and the areas that they belong to.
import type { Deps, LivePull } from '#deps.js'
import { areasOfPaths } from '#domain/merge-queue/areas.js'
import { isPassingFailure } from '#errors/host.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import { repositoryAccessOf } from '../../mirror/repository-access.js'
import type { QueueSetup } from '../setup.js'

type ChangedPaths = readonly string[] | null

/** Undefined if they make no difference, or none to an entry that is known already; null if the host cannot tell all. */
export async function readChangedPaths(
  { host }: Deps,
  { settings, repository }: QueueSetup,
  { number, headSha }: LivePull,
  known?: EntryRow
): Promise<ChangedPaths | undefined> {
  const isKnown = known?.headSha === headSha && known.areas !== null
  if (settings.areas.length === 0 || isKnown) return undefined
  try {
    return (await host.changedFiles(repositoryAccessOf(repository), { number, headSha })) ?? null
  } catch (error) {
    if (isPassingFailure(error)) throw error
    return null
  }
}

/** By the areas that are declared now. Undefined if the paths were not asked for. */
export const areasOfChange = (
  { settings }: QueueSetup,
  paths: ChangedPaths | undefined
): string[] | null | undefined => (paths === undefined ? undefined : areasOfPaths(settings.areas, paths))
