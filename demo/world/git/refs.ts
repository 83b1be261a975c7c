// Branches move here and nowhere else: rules are asked, the move is recorded, and the host tells of it.
import type { JsonObject } from '#schemas/common.js'
import { fullName } from '../state.js'
import { type Git, type RefMove, refuse, SERVICE, tell } from './git-state.js'
import { commitsBetween, isAncestor } from './history.js'
import { noteLanding } from './landings.js'
import { changedPaths, type Files, filesAt, type GitCommit } from './objects.js'
import { guardMove } from './rules.js'

const NO_COMMIT = '0'.repeat(40)
const BRANCH_NAME = /^(?!.*(\.\.|\/\/|@\{))[^\s~^:?*[\\/][^\s~^:?*[\\]*(?<!\/|\.lock|\.)$/

export function createBranch(git: Git, branch: string, sha: string, by: string): void {
  if (!BRANCH_NAME.test(branch)) refuse(422, `refs/heads/${branch} is not a valid ref name.`)
  if (git.refs.has(branch)) refuse(422, 'Reference already exists')
  if (!git.objects.commits.has(sha)) refuse(422, 'Object does not exist')
  const clash = [...git.refs.keys()].find(
    (one) => one.startsWith(`${branch}/`) || branch.startsWith(`${one}/`)
  )
  if (clash !== undefined) refuse(422, `Reference cannot be created: "refs/heads/${clash}" exists`)
  move(git, { branch, before: undefined, after: sha, by })
}

export interface MoveOptions {
  by: string
  /** Whether commits may be taken away. */
  force?: boolean
  /** The pull request that the host itself merges. */
  merging?: number
}

export function moveBranch(git: Git, branch: string, sha: string, options: MoveOptions): void {
  const before = git.refs.get(branch)
  if (before === undefined) refuse(422, 'Reference does not exist')
  if (!git.objects.commits.has(sha)) refuse(422, 'Object does not exist')
  if (before === sha) return
  const { by, force = false, merging } = options
  if (!force && !isAncestor(git.objects, before, sha)) refuse(422, 'Update is not a fast forward')
  move(git, { branch, before, after: sha, by, ...(merging === undefined ? {} : { merging }) })
}

export function deleteBranch(git: Git, branch: string, by: string): void {
  const before = git.refs.get(branch)
  if (before === undefined) refuse(422, 'Reference does not exist')
  if (branch === git.repository.defaultBranch) refuse(422, 'Cannot delete the default branch')
  move(git, { branch, before, after: undefined, by })
}

/** People may do everything; the service is bound by the rules of the branch. */
function move(git: Git, change: RefMove): void {
  if (change.by === SERVICE && change.merging === undefined) guardMove(git, change)
  noteLanding(git, change)
  const { branch, after } = change
  if (after === undefined) git.refs.delete(branch)
  else git.refs.set(branch, after)
  if (after !== undefined && branch === git.repository.defaultBranch) showFiles(git, after)
  tellMove(git, change)
  for (const follow of git.followers) follow(git, change)
}

/** What the other routes show of the default branch. */
export function showFiles({ repository, objects, state }: Git, sha: string): void {
  repository.files = new Map(filesAt(objects, sha))
  repository.updatedAt = state.now()
}

function tellMove(git: Git, { branch, before, after, by }: RefMove): void {
  const common = { ref: branch, ref_type: 'branch', pusher_type: 'user' }
  const { defaultBranch } = git.repository
  if (before === undefined)
    tell(git, 'create', { ...common, master_branch: defaultBranch, description: null }, by)
  if (after === undefined) tell(git, 'delete', common, by)
  tell(git, 'push', pushPayload(git, { branch, before, after, by }), by)
}

function pushPayload(git: Git, { branch, before, after, by }: RefMove): JsonObject {
  const from = before ?? git.refs.get(git.repository.defaultBranch)
  const commits = after === undefined ? [] : commitsBetween(git.objects, from, after)
  const shapes = commits.map((commit) => pushedShape(git, commit))
  const isForced = before !== undefined && after !== undefined && !isAncestor(git.objects, before, after)
  return {
    ref: `refs/heads/${branch}`,
    before: before ?? NO_COMMIT,
    after: after ?? NO_COMMIT,
    created: before === undefined,
    deleted: after === undefined,
    forced: isForced,
    base_ref: null,
    compare: `https://github.com/${fullName(git.repository)}/compare/${branch}`,
    commits: shapes,
    head_commit: after === undefined ? null : pushedShape(git, git.objects.commits.get(after)),
    pusher: { name: by, email: `${by}@users.noreply.github.com` }
  }
}

const NO_FILES: Files = new Map()

function pushedShape({ objects, repository }: Git, commit: GitCommit | undefined): JsonObject {
  if (!commit) return {}
  const [parent] = commit.parents
  const before = parent === undefined ? NO_FILES : filesAt(objects, parent)
  const paths = changedPaths(before, filesAt(objects, commit.sha))
  const pathsThat = (is: string) => paths.filter((one) => one.is === is).map(({ path }) => path)
  const author = {
    name: commit.author,
    email: `${commit.author}@users.noreply.github.com`,
    username: commit.author
  }
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.at.toISOString(),
    url: `https://github.com/${fullName(repository)}/commit/${commit.sha}`,
    author,
    committer: author,
    added: pathsThat('added'),
    modified: pathsThat('modified'),
    removed: pathsThat('removed')
  }
}
