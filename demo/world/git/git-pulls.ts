// Pull requests with real branches: how they follow their branches, and what becomes of them.
import { touch } from '../issues.js'
import { addPull } from '../pulls.js'
import { pullShape } from '../shapes.js'
import type { Pull } from '../state.js'
import { testPull } from './ci.js'
import type { GitPull, Mergeability } from './git-shapes.js'
import { type Git, type RefMove, refuse, tell, tipOf } from './git-state.js'
import { isAncestor, isConflict, mergeBaseOf, mergeOf } from './history.js'
import { changedPaths, commitIn, filesAt, writeCommit } from './objects.js'
import { dismissStale } from './reviews.js'
import { mergeStateOf } from './rules.js'

export function openPulls({ repository }: Git): GitPull[] {
  return [...repository.issues.values()].flatMap((issue) =>
    issue.pull && issue.state === 'open' ? [{ issue, pull: issue.pull }] : []
  )
}

export function pullAt({ repository }: Git, number: number): GitPull {
  const issue = repository.issues.get(number)
  return issue?.pull ? { issue, pull: issue.pull } : refuse(404, 'Not Found')
}

export function tellPull(
  git: Git,
  { issue, pull }: GitPull,
  how: { action: string; by: string },
  more = {}
): void {
  const pull_request = pullShape(git.state, git.repository, { issue, pull })
  tell(git, 'pull_request', { action: how.action, number: issue.number, pull_request, ...more }, how.by)
}

export interface NewPull {
  head: string
  base: string
  by: string
  title: string
  body?: string | null
  draft?: boolean
  /** The commit, where the head is not a branch of this repository. */
  forked?: { fork: number; sha: string }
}

export function openGitPull(git: Git, facts: NewPull): GitPull {
  const { head, base, by, title, body = null, draft = false, forked } = facts
  const sha = forked?.sha ?? git.refs.get(head)
  const tip = git.refs.get(base)
  if (sha === undefined || tip === undefined) refuse(422, 'Validation Failed')
  if (openPulls(git).some(({ pull }) => isFrom(pull, head, forked?.fork) && pull.base === base))
    refuse(422, `A pull request already exists for ${git.repository.owner.login}:${head}.`)
  if (isAncestor(git.objects, sha, tip)) refuse(422, `No commits between ${base} and ${head}`)
  const found = addPull(git.state, git.repository, {
    title,
    body,
    author: by,
    head,
    base,
    headSha: sha,
    draft,
    ...(forked ? { fork: forked.fork } : {})
  })
  describe(git, found.pull)
  tellPull(git, found, { action: 'opened', by })
  testPull(git, found.issue, by)
  return found
}

const isFrom = (pull: Pull, head: string, fork?: number) => pull.head === head && pull.fork === fork

/** What it changes, and against what. */
function describe(git: Git, pull: Pull): void {
  const tip = git.refs.get(pull.base)
  if (tip === undefined) return
  const from = mergeBaseOf(git.objects, tip, pull.headSha) ?? tip
  const paths = changedPaths(filesAt(git.objects, from), filesAt(git.objects, pull.headSha))
  Object.assign(pull, { baseSha: tip, files: paths.map(({ path }) => path), additions: paths.length })
}

/** Pull requests follow the moves of their heads and bases. */
export function followPulls(git: Git, move: RefMove): void {
  for (const found of openPulls(git)) {
    if (isFrom(found.pull, move.branch)) followHead(git, found, move)
    else if (found.pull.base === move.branch && found.issue.number !== move.merging)
      followBase(git, found, move)
  }
}

function followHead(git: Git, found: GitPull, { after, by }: RefMove): void {
  if (after === undefined) closeGitPull(git, found, by)
  else if (after !== found.pull.headSha) synchronise(git, found, after, by)
}

/** Whatever a base now holds counts as merged. */
function followBase(git: Git, found: GitPull, { before, after, by }: RefMove): void {
  if (after === undefined) closeGitPull(git, found, by)
  else if (before !== undefined && isNewlyIn(git, found.pull, before, after))
    markMerged(git, found, after, by)
}

const isNewlyIn = ({ objects }: Git, { headSha }: Pull, before: string, after: string) =>
  isAncestor(objects, headSha, after) && !isAncestor(objects, headSha, before)

/** The base was merged into it, which changes nothing that was reviewed. */
function isUpdate(git: Git, { pull }: GitPull, before: string): boolean {
  const [own, merged] = commitIn(git.objects, pull.headSha).parents
  return own === before && merged !== undefined && isAncestor(git.objects, merged, tipOf(git, pull.base))
}

/** The head has new commits. */
export function synchronise(git: Git, found: GitPull, after: string, by: string): void {
  const before = found.pull.headSha
  found.pull.headSha = after
  describe(git, found.pull)
  touch(git.state, git.repository, found.issue)
  tellPull(git, found, { action: 'synchronize', by }, { before, after })
  if (!isUpdate(git, found, before)) dismissStale(git, found)
  testPull(git, found.issue, by)
}

export function closeGitPull(git: Git, found: GitPull, by: string): void {
  close(git, found)
  tellPull(git, found, { action: 'closed', by })
}

function close({ state, repository }: Git, { issue }: GitPull): void {
  Object.assign(issue, { state: 'closed', closedAt: state.now() })
  touch(state, repository, issue)
}

export function reopenGitPull(git: Git, found: GitPull, by: string): void {
  const { issue, pull } = found
  if (pull.mergedAt || (pull.fork === undefined && !git.refs.has(pull.head))) refuse(422, 'Validation Failed')
  Object.assign(issue, { state: 'open', closedAt: null })
  touch(git.state, git.repository, issue)
  tellPull(git, found, { action: 'reopened', by })
  testPull(git, issue, by)
}

export function markMerged(git: Git, found: GitPull, mergeSha: string, by: string): void {
  Object.assign(found.pull, { mergedAt: git.state.now(), mergeSha, mergedBy: by })
  close(git, found)
  tellPull(git, found, { action: 'closed', by })
}

const UNKNOWN: Mergeability = { mergeable: null, mergeable_state: 'unknown', merge_commit_sha: null }

/** Each read brings the host nearer to knowing. */
export function mergeabilityOf(git: Git, found: GitPull): Mergeability {
  const { issue, pull } = found
  const tip = git.refs.get(pull.base)
  if (issue.state !== 'open' || tip === undefined) return UNKNOWN
  const key = `${issue.number} ${pull.headSha} ${tip}`
  const left = git.unknown.get(key) ?? git.options.unknownReads
  git.unknown.set(key, Math.max(0, left - 1))
  if (left > 0) return UNKNOWN
  const merge = mergeOf(git.objects, tip, pull.headSha)
  if (isConflict(merge)) return { mergeable: false, mergeable_state: 'dirty', merge_commit_sha: null }
  const message = `Merge ${pull.headSha} into ${tip}`
  const facts = { tree: merge.tree, parents: [tip, pull.headSha], message, author: issue.author }
  const { sha } = writeCommit(git.objects, { ...facts, at: issue.createdAt }, 'test merge')
  return { mergeable: true, mergeable_state: mergeStateOf(git, found), merge_commit_sha: sha }
}

export interface GitPullEdit {
  title?: string
  body?: string | null
  base?: string
}

export function editGitPull(git: Git, found: GitPull, edit: GitPullEdit, by: string): void {
  const { issue, pull } = found
  const changes = {
    ...(edit.title === undefined ? {} : { title: { from: issue.title } }),
    ...(edit.body === undefined ? {} : { body: { from: issue.body ?? '' } }),
    ...(edit.base === undefined ? {} : { base: { ref: { from: pull.base }, sha: { from: pull.baseSha } } })
  }
  if (Object.keys(changes).length === 0) return
  if (edit.base !== undefined && !git.refs.has(edit.base)) refuse(422, 'Validation Failed')
  const { base = pull.base, title = issue.title, body = issue.body } = edit
  Object.assign(issue, { title, body })
  pull.base = base
  describe(git, pull)
  touch(git.state, git.repository, issue)
  tellPull(git, found, { action: 'edited', by }, { changes })
}

export function draftGitPull(git: Git, found: GitPull, draft: boolean, by: string): void {
  found.pull.draft = draft
  touch(git.state, git.repository, found.issue)
  tellPull(git, found, { action: draft ? 'converted_to_draft' : 'ready_for_review', by })
}
