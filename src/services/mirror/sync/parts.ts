// What a sync does with each part of a repository that it lists page by page.
import type { Deps, HostParts } from '#deps.js'
import type { Listed } from '#registry.js'
import type { Mirrored } from '#store/mirror/sync-walks.js'
import type { Tx } from '#store/sql/database.js'
import {
  type Account,
  type Changed,
  type Ending,
  endIssues,
  endPullRequests,
  endRuns,
  mirrorIssues,
  mirrorPullRequests,
  mirrorRuns
} from '../mirror.js'

interface PartOfMirror<Item> {
  idOf(item: Item): number
  mirror(tx: Tx, account: Account, items: readonly Item[]): Promise<Changed[]>
  end(tx: Tx, ending: Ending, ids: readonly number[]): Promise<number>
}

export const partsOfMirror: { readonly [One in Mirrored]: PartOfMirror<HostParts[One]> } = {
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

/** Asks every capability for what is to be done about them, once they are mirrored. */
export async function followListing<One extends Mirrored>(
  deps: Deps,
  tx: Tx,
  part: One,
  listed: Listed<HostParts[One]>
): Promise<void> {
  for (const handlers of deps.registry.listings) await handlers[part]?.(deps, tx, listed)
}
