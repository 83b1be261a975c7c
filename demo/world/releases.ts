// Releases of a repository: the merges that each tag contains, and their events.

import { announce } from './events/events.js'
import { filesBetween } from './files.js'
import type { HostAnswer } from './http.js'
import { NOT_FOUND, type RepositoryRoute } from './routes.js'
import { mergeShaOf, releaseShape } from './shapes.js'
import { pullIn, type Repository, type State } from './state.js'

/** The merge commits in the history of each tag. */
const tags = new WeakMap<Repository, Map<string, ReadonlySet<string>>>()

export interface ReleaseFacts {
  tag?: string
  /** Numbers of the pull requests in the release; all merged ones by default. */
  holds?: readonly number[]
  prerelease?: boolean
  draft?: boolean
  action?: string
  publishedAt?: Date
}

export function releaseMutations(state: State) {
  return {
    publishRelease(repository: Repository, facts: ReleaseFacts = {}) {
      const { tag = 'v1.0.0', prerelease = false, draft = false, action = 'published' } = facts
      const merged = [...repository.issues.values()].flatMap(({ pull }) => (pull?.mergedAt ? pull : []))
      const included = facts.holds?.map((number) => pullIn(repository, number).pull) ?? merged
      tags.set(
        repository,
        new Map([...(tags.get(repository) ?? []), [tag, new Set(included.map(mergeShaOf))] as const])
      )
      const release = { tag, prerelease, draft, publishedAt: facts.publishedAt ?? state.now() }
      return announce(state, repository, 'release', { action, release: releaseShape(repository, release) })
    },
    /** Makes a commit an ancestor of a branch. */
    reach(repository: Repository, branch: string, sha: string): void {
      const known = tags.get(repository) ?? new Map<string, Set<string>>()
      tags.set(repository, known.set(branch, new Set([...(known.get(branch) ?? []), sha])))
    },
    /** Deletes the tag but keeps the release. */
    dropTag: (repository: Repository, tag: string) => void tags.get(repository)?.delete(tag)
  }
}

function compared(repository: Repository, basehead: string): HostAnswer {
  const [base = '', head = ''] = basehead.split('...')
  const merges = tags.get(repository)?.get(head)
  const files = filesBetween(repository, base, head)
  if (!merges && !files) return NOT_FOUND
  // A commit whose files are known follows the one before it.
  const isIn = files !== undefined || merges?.has(base) === true
  const counts = { ahead_by: 1, behind_by: isIn ? 0 : 1, total_commits: 1 }
  return { body: { status: isIn ? 'ahead' : 'diverged', ...counts, commits: [], files: files ?? [] } }
}

export const RELEASE_ROUTES: RepositoryRoute[] = [
  {
    name: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    path: /^\/compare\/(.+)$/,
    answer: ({ repository, rest }) => compared(repository, decodeURIComponent(rest.slice('/compare/'.length)))
  }
]
