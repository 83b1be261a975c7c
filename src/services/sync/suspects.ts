// What the mirror has and a list of the host's has not shown: asked for one by one before it is called gone.
import type { HostParts } from '../../deps.js'
import { HostError } from '../../errors.js'
import { type Mirrored, type Suspect, type Unlisted, unlistedIn } from '../../store/sync-walks.js'
import { partsOfMirror } from './parts.js'
import type { Turn } from './turn.js'

export interface Settled<Item> {
  there: Item[]
  gone: number[]
}

export const NOTHING_TO_SETTLE: Settled<never> = { there: [], gone: [] }

export function unlisted(turn: Turn, stretch: Omit<Unlisted, 'repoId'>): Promise<Suspect[]> {
  return unlistedIn(turn.deps.db, { repoId: turn.repoId, ...stretch })
}

export async function settle<One extends Mirrored>(
  { deps, repoId, place }: Turn,
  part: One,
  suspects: readonly Suspect[]
): Promise<Settled<HostParts[One]>> {
  const options = { ...place, priority: 'backfill' as const }
  const settled: Settled<HostParts[One]> = { there: [], gone: [] }
  for (const { id, key } of suspects) {
    const item = await deps.host.found(part, options, key)
    // Under its number there may be another by now.
    if (item && partsOfMirror[part].idOf(item) === id) settled.there.push(item)
    else settled.gone.push(id)
  }
  // Where all of the repository is out of sight, this says nothing about what it holds.
  if (settled.gone.length > 0 && !(await deps.host.repositoryOfId(repoId, options)))
    throw new HostError('host_not_found', 'The host no longer shows the repository.')
  return settled
}
