// Merging: of a pull request by the host, in one of three ways, and of a branch into another one.
import { settingsOfRepository } from '../settings.js'
import { markMerged } from './git-pulls.js'
import type { GitPull } from './git-shapes.js'
import { type Git, refuse, SERVICE, tipOf } from './git-state.js'
import { isAncestor, isConflict, mergeOf, replay } from './history.js'
import { type GitCommit, writeCommit } from './objects.js'
import { deleteBranch, moveBranch } from './refs.js'
import { mergeProblem } from './rules.js'

export interface PullMerge {
  /** What the head has to be. */
  sha?: string | null
  method?: string | null
  title?: string | null
  message?: string | null
  by: string
}

const ALLOWED = {
  merge: 'allow_merge_commit',
  squash: 'allow_squash_merge',
  rebase: 'allow_rebase_merge'
} as const

type Method = keyof typeof ALLOWED

const isMethod = (word: string): word is Method => word in ALLOWED

/** Returns the commit that the base is at afterwards. */
export function mergeGitPull(git: Git, found: GitPull, asked: PullMerge): string {
  const { issue, pull } = found
  const method = methodOf(git, found, asked)
  const tip = tipOf(git, pull.base)
  const merge = mergeOf(git.objects, tip, pull.headSha)
  if (isConflict(merge)) refuse(405, 'Pull Request is not mergeable')
  const problem = asked.by === SERVICE ? mergeProblem(git, found, method) : undefined
  if (problem !== undefined) refuse(405, problem)
  const sha = landedCommit(git, found, { ...asked, method, tip, tree: merge.tree })
  moveBranch(git, pull.base, sha, { by: asked.by, merging: issue.number })
  markMerged(git, found, sha, asked.by)
  const { delete_branch_on_merge } = settingsOfRepository(git.repository)
  if (delete_branch_on_merge && pull.fork === undefined && git.refs.has(pull.head))
    deleteBranch(git, pull.head, issue.author)
  return sha
}

function methodOf({ repository }: Git, { issue, pull }: GitPull, { sha, method }: PullMerge): Method {
  if (issue.state !== 'open') refuse(405, 'Pull Request is not mergeable')
  if (pull.draft) refuse(405, 'Pull Request is still a draft')
  if (sha && sha !== pull.headSha) refuse(409, 'Head branch was modified. Review and try the merge again.')
  const wanted = method ?? 'merge'
  if (!isMethod(wanted)) refuse(422, 'Validation Failed')
  if (!settingsOfRepository(repository)[ALLOWED[wanted]])
    refuse(405, `Merging by ${wanted} is not allowed on this repository.`)
  return wanted
}

interface Landed extends PullMerge {
  method: Method
  tip: string
  tree: string
}

function landedCommit(git: Git, { issue, pull }: GitPull, landed: Landed): string {
  const { method, tip, tree, title, message, by } = landed
  const { objects, repository, state } = git
  if (method === 'rebase')
    return replay(objects, tip, pull.headSha) ?? refuse(405, "This branch can't be rebased")
  const whole = (first: string, rest: string) => (rest === '' ? first : `${first}\n\n${rest}`)
  const at = state.now()
  if (method === 'squash') {
    const text = whole(title ?? `${issue.title} (#${issue.number})`, message ?? '')
    return writeCommit(objects, { tree, parents: [tip], message: text, author: issue.author, at }).sha
  }
  const usual = `Merge pull request #${issue.number} from ${repository.owner.login}/${pull.head}`
  const text = whole(title ?? usual, message ?? issue.title)
  return writeCommit(objects, { tree, parents: [tip, pull.headSha], message: text, author: by, at }).sha
}

export interface BranchMerge {
  base: string
  /** A branch or a commit. */
  head: string
  message?: string | null
  by: string
}

/** Undefined if the base has it already. */
export function mergeInto(git: Git, { base, head, message, by }: BranchMerge): GitCommit | undefined {
  const { objects, refs, state } = git
  const tip = refs.get(base) ?? refuse(404, 'Base does not exist')
  const sha = refs.get(head) ?? (objects.commits.has(head) ? head : refuse(404, 'Head does not exist'))
  if (isAncestor(objects, sha, tip)) return undefined
  const merge = mergeOf(objects, tip, sha)
  if (isConflict(merge)) refuse(409, 'Merge conflict')
  const text = message ?? `Merge ${head} into ${base}`
  const facts = { tree: merge.tree, parents: [tip, sha], message: text, author: by, at: state.now() }
  const commit = writeCommit(objects, facts)
  moveBranch(git, base, commit.sha, { by })
  return commit
}
