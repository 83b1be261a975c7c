// Rows that a listing of the host did not contain are looked up one by one before they are marked as deleted.
import type { HostParts } from '#deps.js'
import { HostError } from '#errors/host.js'
import {
  type MirroredPart,
  type Suspect,
  type UnlistedQuery,
  unlistedItems
} from '#store/mirror/sync-walks.js'
import { handleListing, mirrorParts } from './parts.js'
import { inTurn, isOver, type Turn } from './turn.js'

export interface UnlistedResult<Item> {
  /** Items that still exist, in their current state. */
  existing: Item[]
  /** How many do not exist any more. */
  gone: number
}

/** Items looked up before the deleted ones are recorded. */
const AT_ONCE = 50

/** Undefined if the turn ends first; items that were marked as deleted by then are not looked up again. */
export async function resolveUnlisted<One extends MirroredPart>(
  turn: Turn,
  part: One,
  range: Omit<UnlistedQuery, 'repoId' | 'part'>
): Promise<UnlistedResult<HostParts[One]> | undefined> {
  const { deps, repoId } = turn
  const suspects = await unlistedItems(deps.db, { repoId, part, ...range })
  const result: UnlistedResult<HostParts[One]> = { existing: [], gone: 0 }
  for (let at = 0; at < suspects.length; at += AT_ONCE) {
    if (at > 0 && isOver(turn)) return undefined
    const { existing, gone } = await lookUpSuspects(turn, part, suspects.slice(at, at + AT_ONCE))
    const removal = { repoId, goneAt: deps.now() }
    result.gone += await inTurn(turn, part, async (tx) => {
      const ended = await mirrorParts[part].end(deps, tx, removal, gone)
      await handleListing(deps, tx, part, { repoId, items: [], changed: [], gone, wasEqual: true })
      return ended
    })
    result.existing.push(...existing)
    turn.pages.left -= 1
  }
  return result
}

async function lookUpSuspects<One extends MirroredPart>(
  { deps, repoId, place }: Turn,
  part: One,
  suspects: readonly Suspect[]
): Promise<{ existing: HostParts[One][]; gone: number[] }> {
  const options = { ...place, priority: 'backfill' as const }
  const existing: HostParts[One][] = []
  const gone: number[] = []
  for (const { id, key } of suspects) {
    const item = await deps.host.fetchItem(part, options, key)
    // The number may belong to another item by now.
    if (item && mirrorParts[part].idOf(item) === id) existing.push(item)
    else gone.push(id)
  }
  if (gone.length === 0) return { existing, gone }
  // If the repository is not accessible, or its name leads to another one, missing items prove nothing.
  const repository = await deps.host.fetchRepositoryById(repoId, options)
  const isWhereAsked = repository?.owner === place.owner && repository.name === place.name
  if (!isWhereAsked)
    throw new HostError('host_not_found', 'The host no longer has the repository at this name.')
  return { existing, gone }
}
