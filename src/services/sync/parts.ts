// What a sync does with each part of a repository that it lists page by page.
import type { Deps, HostParts } from '../../deps.js'
import type { Tx } from '../../store/database.js'
import type { Mirrored } from '../../store/sync-walks.js'
import { followFixes } from '../fix/pull.js'
import { requestHealing } from '../heal/news.js'
import {
  type Account,
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
  /** Says how many rows it changed. */
  mirror(tx: Tx, account: Account, items: readonly Item[]): Promise<number>
  /** Asks for what is to be done about them, once they are mirrored. */
  follow?(deps: Deps, tx: Tx, items: readonly Item[], repoId: number): Promise<void>
  end(tx: Tx, ending: Ending, ids: readonly number[]): Promise<number>
}

export const partsOfMirror: { readonly [One in Mirrored]: PartOfMirror<HostParts[One]> } = {
  issues: { idOf: ({ hostId }) => hostId, mirror: mirrorIssues, end: endIssues },
  pull_requests: {
    idOf: ({ hostId }) => hostId,
    mirror: mirrorPullRequests,
    follow: (deps, tx, pulls, repoId) => followFixes(deps, tx, repoId, pulls),
    end: endPullRequests
  },
  ci_runs: {
    idOf: ({ hostRunId }) => hostRunId,
    mirror: mirrorRuns,
    follow: (deps, tx, runs) => requestHealing(deps, tx, { runs, trigger: 'sync' }),
    end: endRuns
  }
}
