// How a sync mirrors each part of a repository that is listed page by page.
import type { Deps, HostParts } from '#deps.js'
import type { ListedItems } from '#registry.js'
import type { MirroredPart } from '#store/mirror/sync-walks.js'
import type { Tx } from '#store/sql/database.js'
import {
  endIssues,
  endPullRequests,
  endRuns,
  type HostRemoval,
  type HostSnapshot,
  type MirrorChange,
  mirrorIssues,
  mirrorPullRequests,
  mirrorRuns
} from '../mirror.js'

interface MirrorPart<Item> {
  idOf(item: Item): number
  mirror(deps: Deps, tx: Tx, snapshot: HostSnapshot, items: readonly Item[]): Promise<MirrorChange[]>
  end(deps: Deps, tx: Tx, removal: HostRemoval, ids: readonly number[]): Promise<number>
}

export const mirrorParts: { readonly [One in MirroredPart]: MirrorPart<HostParts[One]> } = {
  issues: {
    idOf: ({ hostId }) => hostId,
    mirror: mirrorIssues,
    end: endIssues
  },
  pull_requests: {
    idOf: ({ hostId }) => hostId,
    mirror: mirrorPullRequests,
    end: endPullRequests
  },
  ci_runs: {
    idOf: ({ hostRunId }) => hostRunId,
    mirror: mirrorRuns,
    end: endRuns
  }
}

/** Lets every capability react to mirrored items. */
export async function handleListing<One extends MirroredPart>(
  deps: Deps,
  tx: Tx,
  part: One,
  listed: ListedItems<HostParts[One]>
): Promise<void> {
  for (const handlers of deps.registry.listings) await handlers[part]?.(deps, tx, listed)
}
