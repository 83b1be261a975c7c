// Switches real branches on for a repository of the fake host.

import type { RepositoryRoute } from '../routes.js'
import { accountOf, type Repository, type State } from '../state.js'
import { hostWritesOf } from '../writes/host-writes.js'
import { CHECK_ROUTES } from './check-routes.js'
import { testPush } from './ci.js'
import { followPulls } from './git-pulls.js'
import { REF_ROUTES } from './git-routes.js'
import { type Git, type GitOptions, gitOf, keepGit } from './git-state.js'
import { openObjects, writeCommit, writeTree } from './objects.js'
import { isPullHead, peopleOf } from './people.js'
import { PULL_ROUTES } from './pull-routes.js'
import { showFiles } from './refs.js'

export type GitWorld = ReturnType<typeof peopleOf>

export interface GitStart extends Partial<GitOptions> {
  /** On the default branch; by default what the repository has. */
  files?: Readonly<Record<string, string>>
  /** Who may write besides the owners of the organisation. */
  writers?: readonly string[]
}

const WRITERS = ['octocat', 'reviewer', 'maintainer']

export const gitMutations = (state: State) => ({
  /** Gives a repository real commits and branches, of which there is only the default one afterwards. */
  enableGit(repository: Repository, { files, writers = WRITERS, ...options }: GitStart = {}): GitWorld {
    if (gitOf(repository)) throw new Error('it has real branches already')
    const git = openGit(state, repository, options)
    const first = files
      ? new Map(Object.entries(files))
      : new Map([['README.md', 'Hello\n'], ...repository.files])
    const facts = { parents: [], message: 'Begin', author: repository.owner.login, at: repository.createdAt }
    const { sha } = writeCommit(git.objects, { ...facts, tree: writeTree(git.objects, first) })
    git.refs.clear()
    git.refs.set(repository.defaultBranch, sha)
    showFiles(git, sha)
    for (const login of writers) repository.collaborators.set(accountOf(state, login).login, 'push')
    keepGit(git)
    return peopleOf(git)
  }
})

function openGit(state: State, repository: Repository, options: Partial<GitOptions>): Git {
  return {
    state,
    repository,
    options: {
      finishes: 'at once',
      onPush: (branch) => !isPullHead(branch),
      unknownReads: 0,
      ...options
    },
    objects: openObjects(),
    refs: hostWritesOf(repository).refs,
    checks: [],
    suites: [],
    statuses: [],
    ciRuns: [],
    reviews: new Map(),
    unknown: new Map(),
    greenTrees: new Set(),
    landings: [],
    followers: [followPulls, testPush]
  }
}

/** They go before those of the same paths where a repository has real branches. */
export const GIT_ROUTES: readonly RepositoryRoute[] = [...REF_ROUTES, ...CHECK_ROUTES, ...PULL_ROUTES]
