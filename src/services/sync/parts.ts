// What a sync does with each part of a repository that it lists page by page.
import type { HostIssue, HostPullRequest } from '../../../schemas/mirror.js'
import type { TriageTarget } from '../../../schemas/triage-words.js'
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
import { requestMissed } from '../triage/missed.js'

export interface Listed<Item> {
  repoId: number
  items: readonly Item[]
  /** Whether the mirror has equalled the host before: what is new since then has happened since then. */
  wasEqual: boolean
}

interface PartOfMirror<Item> {
  idOf(item: Item): number
  /** Says how many rows it changed. */
  mirror(tx: Tx, account: Account, items: readonly Item[]): Promise<number>
  /** Asks for what is to be done about them, once they are mirrored. */
  follow(deps: Deps, tx: Tx, listed: Listed<Item>): Promise<void>
  end(tx: Tx, ending: Ending, ids: readonly number[]): Promise<number>
}

export const partsOfMirror: { readonly [One in Mirrored]: PartOfMirror<HostParts[One]> } = {
  issues: {
    idOf: ({ hostId }) => hostId,
    mirror: mirrorIssues,
    follow: missed('issue'),
    end: endIssues
  },
  pull_requests: {
    idOf: ({ hostId }) => hostId,
    mirror: mirrorPullRequests,
    follow: async (deps, tx, listed) => {
      await followFixes(deps, tx, listed.repoId, listed.items)
      await missed('pr')(deps, tx, listed)
    },
    end: endPullRequests
  },
  ci_runs: {
    idOf: ({ hostRunId }) => hostRunId,
    mirror: mirrorRuns,
    follow: (deps, tx, { items: runs }) => requestHealing(deps, tx, { runs, trigger: 'sync' }),
    end: endRuns
  }
}

function missed(targetType: TriageTarget): PartOfMirror<HostIssue | HostPullRequest>['follow'] {
  return async (deps, tx, { repoId, items, wasEqual }) => {
    if (wasEqual) await requestMissed(deps, tx, { repoId, targetType, items })
  }
}
