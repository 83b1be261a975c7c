// What the mirror has and a list of the host's has not shown: asked for one by one before it is called gone.
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
  /** Those that are there all the same, as they are now. */
  there: Item[]
  /** How many were not. */
  gone: number
}

/** As many as are asked for before it is recorded which of them are gone. */
const AT_ONCE = 50

/** Nothing where the turn is over before all are settled: those that are gone by then are no longer asked for. */
export async function resolveUnlisted<One extends MirroredPart>(
  turn: Turn,
  part: One,
  stretch: Omit<UnlistedQuery, 'repoId' | 'part'>
): Promise<UnlistedResult<HostParts[One]> | undefined> {
  const { deps, repoId } = turn
  const suspects = await unlistedItems(deps.db, { repoId, part, ...stretch })
  const settled: UnlistedResult<HostParts[One]> = { there: [], gone: 0 }
  for (let at = 0; at < suspects.length; at += AT_ONCE) {
    if (at > 0 && isOver(turn)) return undefined
    const { there, gone } = await lookUpSuspects(turn, part, suspects.slice(at, at + AT_ONCE))
    const ending = { repoId, goneAt: deps.now() }
    settled.gone += await inTurn(turn, part, async (tx) => {
      const ended = await mirrorParts[part].end(tx, ending, gone)
      await handleListing(deps, tx, part, { repoId, items: [], changed: [], gone, wasEqual: true })
      return ended
    })
    settled.there.push(...there)
    turn.pages.left -= 1
  }
  return settled
}

async function lookUpSuspects<One extends MirroredPart>(
  { deps, repoId, place }: Turn,
  part: One,
  suspects: readonly Suspect[]
): Promise<{ there: HostParts[One][]; gone: number[] }> {
  const options = { ...place, priority: 'backfill' as const }
  const there: HostParts[One][] = []
  const gone: number[] = []
  for (const { id, key } of suspects) {
    const item = await deps.host.fetchItem(part, options, key)
    // Under its number there may be another by now.
    if (item && mirrorParts[part].idOf(item) === id) there.push(item)
    else gone.push(id)
  }
  if (gone.length === 0) return { there, gone }
  // Where the repository is out of sight, or its name leads to another, this says nothing about what it holds.
  const repository = await deps.host.fetchRepositoryById(repoId, options)
  const isWhereAsked = repository?.owner === place.owner && repository.name === place.name
  if (!isWhereAsked)
    throw new HostError('host_not_found', 'The host no longer has the repository at this name.')
  return { there, gone }
}
