// The git API: references, objects, merges, branches, commits and comparisons.
import { flagAt, objectAt, objectsAt, stringAt, textAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import { contentIn } from '../files.js'
import type { HostAnswer } from '../http.js'
import { NOT_FOUND, type RepositoryRoute, type Visit } from '../routes.js'
import { gitRoute, listAnswer, noteWrite } from './answering.js'
import { commitShape, gitBranchShape, gitCommitShape, refShape } from './git-shapes.js'
import { type Git, refuse, SERVICE, tipOf } from './git-state.js'
import { commitsBetween, mergeBaseOf } from './history.js'
import { mergeInto } from './merges.js'
import {
  blobName,
  changedPaths,
  type Files,
  filesAt,
  filesIn,
  type ObjectStore,
  writeCommit,
  writeFolders,
  writeTree
} from './objects.js'
import { createBranch, deleteBranch, moveBranch } from './refs.js'

const SHA = /^[0-9a-f]{40}$/
const branchIn = (ref: string) => ref.replace(/^(refs\/)?heads\//, '')

/** A commit by its name, or the tip of a branch. */
export function resolveRef({ refs, objects }: Git, name: string): string {
  const sha = refs.get(branchIn(name)) ?? (objects.commits.has(name) ? name : undefined)
  if (sha !== undefined) return sha
  return SHA.test(name) ? refuse(422, `No commit found for SHA: ${name}`) : refuse(404, 'Not Found')
}

const refRoutes: RepositoryRoute[] = [
  gitRoute({
    path: '/git/ref/{ref}',
    match: /^\/git\/ref\/(.+)$/,
    answer: (git, { part }) =>
      git.refs.has(branchIn(part)) ? { body: refShape(git, branchIn(part)) } : NOT_FOUND
  }),
  gitRoute({
    path: '/git/matching-refs/{ref}',
    match: /^\/git\/matching-refs\/(.*)$/,
    answer(git, visit) {
      const start = visit.part.replace(/^refs\//, '')
      const names = [...git.refs.keys()].filter((name) => `heads/${name}`.startsWith(start)).sort()
      return listAnswer(visit, names, (name) => refShape(git, name))
    }
  }),
  gitRoute({
    method: 'POST',
    path: '/git/refs',
    match: /^\/git\/refs$/,
    answer(git, { body }) {
      const [ref, sha] = [stringAt(body, 'ref') ?? '', stringAt(body, 'sha') ?? '']
      if (!ref.startsWith('refs/heads/')) refuse(422, "Reference name must start with 'refs/heads/'.")
      createBranch(git, branchIn(ref), sha, SERVICE)
      noteWrite(git, `branch ${branchIn(ref)}`)
      return { status: 201, body: refShape(git, branchIn(ref)) }
    }
  }),
  gitRoute({
    method: 'PATCH',
    path: '/git/refs/{ref}',
    match: /^\/git\/refs\/(.+)$/,
    answer(git, { part, body }) {
      const [branch, sha] = [branchIn(part), stringAt(body, 'sha') ?? '']
      moveBranch(git, branch, sha, { by: SERVICE, force: flagAt(body, 'force') ?? false })
      noteWrite(git, `move ${branch}`)
      return { body: refShape(git, branch) }
    }
  }),
  gitRoute({
    method: 'DELETE',
    path: '/git/refs/{ref}',
    match: /^\/git\/refs\/(.+)$/,
    answer(git, { part }) {
      deleteBranch(git, branchIn(part), SERVICE)
      noteWrite(git, `no branch ${branchIn(part)}`)
      return { status: 204 }
    }
  }),
  gitRoute({
    method: 'POST',
    path: '/merges',
    match: /^\/merges$/,
    answer(git, { body }) {
      const [base, head] = [stringAt(body, 'base') ?? '', stringAt(body, 'head') ?? '']
      const commit = mergeInto(git, { base, head, message: textAt(body, 'commit_message'), by: SERVICE })
      if (!commit) return { status: 204 }
      noteWrite(git, `merge ${head} into ${base}`)
      return { status: 201, body: commitShape(git, commit.sha) }
    }
  })
]

function findTree(git: Git, name: string): string | undefined {
  if (git.objects.trees.has(name)) return name
  return git.objects.commits.get(git.refs.get(name) ?? name)?.tree
}

const blobEntry = (path: string, text: string): JsonObject => ({
  path,
  mode: '100644',
  type: 'blob',
  sha: blobName(text),
  size: Buffer.byteLength(text)
})

/** All files, however deep. */
const treeAnswer = ({ objects }: Git, sha: string): JsonObject => ({
  sha,
  truncated: false,
  tree: [...filesIn(objects, sha)].map(([path, text]) => blobEntry(path, text))
})

/** Its files, and the trees of its folders. */
const folderAnswer = ({ objects }: Git, sha: string): JsonObject => ({
  sha,
  truncated: false,
  tree: [
    ...[...filesIn(objects, sha)]
      .filter(([path]) => !path.includes('/'))
      .map(([path, text]) => blobEntry(path, text)),
    ...writeFolders(objects, sha).map(([path, tree]) => ({ path, mode: '040000', type: 'tree', sha: tree }))
  ]
})

function textOfBlob({ trees }: ObjectStore, sha: string): string | undefined {
  for (const files of trees.values())
    for (const text of files.values()) if (blobName(text) === sha) return text
  return undefined
}

function createTree(git: Git, { body }: Visit): HostAnswer {
  const base = stringAt(body, 'base_tree')
  const from = base === null ? undefined : (findTree(git, base) ?? refuse(422, 'base_tree is not valid'))
  const files = new Map(from === undefined ? [] : filesIn(git.objects, from))
  for (const entry of objectsAt(body, 'tree')) writeEntry(git, files, entry)
  return { status: 201, body: treeAnswer(git, writeTree(git.objects, files)) }
}

function writeEntry({ objects }: Git, files: Map<string, string>, entry: JsonObject): void {
  const [path, sha, content] = [
    stringAt(entry, 'path') ?? '',
    stringAt(entry, 'sha'),
    textAt(entry, 'content')
  ]
  if (path === '' || path.startsWith('/')) refuse(422, 'tree.path contains a malformed path component')
  if (entry['sha'] === null) files.delete(path)
  else
    files.set(path, content ?? textOfBlob(objects, sha ?? '') ?? refuse(422, 'tree.sha is not a valid blob'))
}

/** The same content, author and time are the same commit; without a time each is another one. */
function createCommit(git: Git, { body, state }: Visit): HostAnswer {
  const tree = stringAt(body, 'tree') ?? ''
  if (!git.objects.trees.has(tree)) refuse(422, 'Tree SHA does not exist')
  const parents = [body['parents'] ?? []].flat().map(String)
  if (parents.some((sha) => !git.objects.commits.has(sha))) refuse(422, 'Parent SHA does not exist')
  const author = objectAt(body, 'author')
  const date = stringAt(author, 'date')
  const facts = {
    tree,
    parents,
    message: textAt(body, 'message') ?? '',
    author: stringAt(author, 'name') ?? SERVICE
  }
  const commit =
    date === null
      ? writeCommit(git.objects, { ...facts, at: state.now() })
      : writeCommit(git.objects, { ...facts, at: new Date(date) }, 'given')
  return { status: 201, body: gitCommitShape(git, commit.sha) }
}

const objectRoutes: RepositoryRoute[] = [
  gitRoute({
    path: '/git/commits/{commit_sha}',
    match: /^\/git\/commits\/([0-9a-f]{40})$/,
    answer: (git, { part }) =>
      git.objects.commits.has(part) ? { body: gitCommitShape(git, part) } : NOT_FOUND
  }),
  gitRoute({ method: 'POST', path: '/git/commits', match: /^\/git\/commits$/, answer: createCommit }),
  gitRoute({
    path: '/git/trees/{tree_sha}',
    match: /^\/git\/trees\/([^/]+)$/,
    answer(git, { part, query }) {
      const tree = findTree(git, part)
      if (tree === undefined) return NOT_FOUND
      return { body: query.has('recursive') ? treeAnswer(git, tree) : folderAnswer(git, tree) }
    }
  }),
  gitRoute({ method: 'POST', path: '/git/trees', match: /^\/git\/trees$/, answer: createTree }),
  gitRoute({
    path: '/git/blobs/{file_sha}',
    match: /^\/git\/blobs\/([0-9a-f]{40})$/,
    answer(git, { part: sha }) {
      const text = textOfBlob(git.objects, sha)
      if (text === undefined) return NOT_FOUND
      const content = Buffer.from(text).toString('base64')
      return { body: { sha, size: Buffer.byteLength(text), encoding: 'base64', content } }
    }
  }),
  gitRoute({
    path: '/contents/{path}',
    match: /^\/contents\/(.+)$/,
    answer(git, { repository, query, part }) {
      const sha = resolveRef(git, query.get('ref') ?? repository.defaultBranch)
      return contentIn(filesAt(git.objects, sha), part)
    }
  })
]

function compare(git: Git, visit: Visit): HostAnswer {
  const [left = '', right = ''] = visit.part.split('...')
  const [base, head] = [resolveRef(git, left), resolveRef(git, right)]
  const { objects } = git
  const from =
    mergeBaseOf(objects, base, head) ?? refuse(404, `No common ancestor between ${left} and ${right}.`)
  const [ahead, behind] = [commitsBetween(objects, base, head), commitsBetween(objects, head, base)]
  const { body: commits, headers } = listAnswer(visit, ahead, ({ sha }) => commitShape(git, sha))
  const body = {
    base_commit: commitShape(git, base),
    merge_base_commit: commitShape(git, from),
    status: relation(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits,
    files: fileShapes(filesAt(objects, from), filesAt(objects, head))
  }
  return { body, headers }
}

function relation(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead'
  return behind > 0 ? 'behind' : 'identical'
}

const fileShapes = (before: Files, after: Files): JsonObject[] =>
  changedPaths(before, after).map(({ path, is }) => ({ filename: path, status: is }))

const commitRoutes: RepositoryRoute[] = [
  gitRoute({
    path: '/branches/{branch}',
    match: /^\/branches\/([^/]+)$/,
    answer(git, { part }) {
      tipOf(git, part)
      return { body: gitBranchShape(git, part) }
    }
  }),
  gitRoute({
    path: '/commits/{ref}',
    match: /^\/commits\/([^/]+)$/,
    answer: (git, { part }) => ({ body: commitShape(git, resolveRef(git, part)) })
  }),
  gitRoute({ path: '/compare/{basehead}', match: /^\/compare\/(.+)$/, answer: compare })
]

export const REF_ROUTES = [...refRoutes, ...objectRoutes, ...commitRoutes]
