// The files of a repository on its default branch, push events, and the contents API.
import { createHash } from 'node:crypto'
import type { JsonObject } from '#schemas/common.js'
import { announce } from './events/events.js'
import { refusal } from './faults.js'
import type { HostAnswer } from './http.js'
import type { Delivery, Repository, State } from './state.js'

/** Null for a removed file. */
export type Changes = Readonly<Record<string, string | null>>

const hashOf = (kind: string, text: string) =>
  createHash('sha1')
    .update(`${kind} ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')

/** The files of each pushed commit. */
const trees = new WeakMap<Repository, Map<string, ReadonlyMap<string, string>>>()

export function fileMutations(state: State) {
  return {
    /** Pushes commits in order; a push to another branch does not change the default branch. */
    push(repository: Repository, commits: readonly Changes[], branch = repository.defaultBranch): Delivery[] {
      const isDefault = branch === repository.defaultBranch
      const commitShapes = commits.map((changes) => commitOf(repository, changes))
      const after = String(commitShapes.at(-1)?.['id'])
      const tree = { files: new Map(repository.files) }
      for (const changes of commits) write(tree, changes)
      trees.set(repository, new Map([...(trees.get(repository) ?? []), [after, tree.files]]))
      if (isDefault) for (const changes of commits) write(repository, changes)
      const [last] = commitShapes.slice(-1)
      return announce(state, repository, 'push', {
        ref: `refs/heads/${branch}`,
        after,
        commits: commitShapes,
        head_commit: last ?? null,
        forced: false,
        created: false,
        deleted: false
      })
    }
  }
}

/** What a commit changes against the default branch, or against another commit. */
export function filesBetween(repository: Repository, base: string, head: string): JsonObject[] | undefined {
  const known = trees.get(repository)
  const [before, after] = [known?.get(base) ?? repository.files, known?.get(head)]
  if (!after) return undefined
  const all = [...new Set([...before.keys(), ...after.keys()])]
  const files = all
    .filter((path) => before.get(path) !== after.get(path))
    .map((filename) => ({
      filename,
      status: after.has(filename) ? (before.has(filename) ? 'modified' : 'added') : 'removed'
    }))
  return files.slice(0, 300)
}

function commitOf({ files }: Repository, changes: Changes): JsonObject {
  const paths = Object.keys(changes)
  const isThere = (path: string) => files.has(path)
  const [kept, removed] = [
    paths.filter((path) => changes[path] !== null),
    paths.filter((path) => changes[path] === null)
  ]
  return {
    id: hashOf('commit', JSON.stringify(changes)),
    message: 'Change some files',
    added: kept.filter((path) => !isThere(path)),
    modified: kept.filter(isThere),
    removed
  }
}

function write({ files }: Pick<Repository, 'files'>, changes: Changes): void {
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) files.delete(path)
    else files.set(path, text)
  }
}

/** All files of a commit, with a link and a folder among them. */
export function treeOf(repository: Repository, commit: string): HostAnswer {
  const files = trees.get(repository)?.get(commit) ?? repository.files
  const blobs = [...files].map(([path, text]) => ({
    path,
    mode: '100644',
    type: 'blob',
    sha: hashOf('blob', text),
    size: Buffer.byteLength(text)
  }))
  const others = [
    { path: 'a-folder', mode: '040000', type: 'tree', sha: hashOf('tree', 'a-folder') },
    { path: 'a-link', mode: '120000', type: 'blob', sha: hashOf('blob', '../../elsewhere'), size: 15 }
  ]
  return { body: { sha: commit, truncated: false, tree: [...blobs, ...others] } }
}

export function blobOf(repository: Repository, sha: string): HostAnswer {
  const all = [repository.files, ...(trees.get(repository)?.values() ?? [])].flatMap((files) => [
    ...files.values()
  ])
  const text = all.find((text) => hashOf('blob', text) === sha)
  return text === undefined
    ? refusal(404, 'Not Found')
    : { body: { sha, size: text.length, ...encoded(text) } }
}

/** The contents of a file or a folder. */
export function contentOf(repository: Repository, path: string, ref: string | null): HostAnswer {
  return contentIn(trees.get(repository)?.get(ref ?? '') ?? repository.files, path)
}

export function contentIn(files: ReadonlyMap<string, string>, path: string): HostAnswer {
  const text = files.get(path)
  if (text !== undefined) return { body: { ...entryOf(path, text), ...encoded(text) } }
  const inside = [...files].filter(([name]) => name.startsWith(`${path}/`))
  if (inside.length > 0) return { body: inside.map(([name, text]) => entryOf(name, text)) }
  return refusal(404, 'Not Found')
}

const LARGEST_SHOWN = 1024 * 1024

function encoded(text: string): JsonObject {
  const bytes = Buffer.from(text, 'utf8')
  const isShown = bytes.length <= LARGEST_SHOWN
  const content = isShown ? bytes.toString('base64').replaceAll(/.{60}/g, '$&\n') : ''
  return { encoding: isShown ? 'base64' : 'none', content }
}

function entryOf(path: string, text: string): JsonObject {
  const name = path.split('/').at(-1) ?? ''
  return { type: 'file', name, path, size: Buffer.byteLength(text), sha: hashOf('blob', text) }
}
