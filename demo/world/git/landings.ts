// The record of branches that pull requests go to: what landed, by whom, and whether its tree was known to be good.
import { isProtected } from '../protections/protection-state.js'
import { type Git, type RefMove, SERVICE } from './git-state.js'
import { firstParents, isAncestor } from './history.js'
import { commitIn, type GitCommit } from './objects.js'

export interface LandedCommit {
  sha: string
  tree: string
  /** The pull request that it brings, if that can be seen. */
  pull: number | null
  /** Whether a complete run had found its tree good by then. */
  wasGreen: boolean
}

/** One move of a base branch. */
export interface Landing {
  at: Date
  branch: string
  before: string
  after: string
  by: string
  viaService: boolean
  /** False if commits were taken away. */
  isForward: boolean
  /** The pull request, if the host itself merged it. */
  pull: number | null
  tree: string
  wasGreen: boolean
  /** New commits along the first parents, oldest first. */
  commits: LandedCommit[]
}

const pullsTo = ({ repository }: Git, branch: string) =>
  [...repository.issues.values()].filter(({ pull }) => pull?.base === branch)

const isBase = (git: Git, branch: string) =>
  branch === git.repository.defaultBranch ||
  isProtected(git.repository, branch) ||
  pullsTo(git, branch).length > 0

/** Has to be called before the pull requests follow the move. */
export function noteLanding(git: Git, { branch, before, after, by, merging }: RefMove): void {
  if (before === undefined || after === undefined || !isBase(git, branch)) return
  const { tree } = commitIn(git.objects, after)
  const isForward = isAncestor(git.objects, before, after)
  const commits = isForward ? firstParents(git.objects, before, after) : []
  git.landings.push({
    at: git.state.now(),
    branch,
    before,
    after,
    by,
    viaService: by === SERVICE,
    isForward,
    pull: merging ?? null,
    tree,
    wasGreen: git.greenTrees.has(tree),
    commits: commits.map((commit) => ({
      sha: commit.sha,
      tree: commit.tree,
      pull: merging ?? pullIn(git, branch, commit),
      wasGreen: git.greenTrees.has(commit.tree)
    }))
  })
}

/** The pull request whose head a commit brings in, or whose number its title ends with. */
function pullIn(git: Git, branch: string, { sha, parents, message }: GitCommit): number | null {
  const heads = [sha, ...parents.slice(1)]
  const byHead = pullsTo(git, branch).find(({ pull }) => pull && heads.includes(pull.headSha))
  const [, number] = /\(#(\d+)\)$/.exec(message.split('\n')[0] ?? '') ?? []
  return byHead?.number ?? (number === undefined ? null : Number(number))
}

/** Landings of the service that put a tree onto a base that no run had found good. */
export const untestedLandings = ({ landings }: Git) =>
  landings.filter(({ viaService, wasGreen }) => viaService && !wasGreen)

/** Numbers of the pull requests that landed more than once on one branch. */
export function mergedTwice({ landings }: Git): number[] {
  const seen = new Map<string, number>()
  for (const { branch, commits } of landings)
    for (const number of new Set(commits.map(({ pull }) => pull)))
      if (number !== null) seen.set(`${branch} ${number}`, (seen.get(`${branch} ${number}`) ?? 0) + 1)
  return [...seen].filter(([, times]) => times > 1).map(([key]) => Number(key.split(' ').at(-1)))
}
