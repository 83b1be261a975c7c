// Git objects in memory: a tree is a map of paths to texts, and a commit knows its parents.
import { createHash } from 'node:crypto'

export type Files = ReadonlyMap<string, string>

/** Texts by path; null removes the file. */
export type FileChanges = Readonly<Record<string, string | null>>

export interface GitCommit {
  sha: string
  tree: string
  parents: readonly string[]
  message: string
  /** The login of a person or an App. */
  author: string
  at: Date
}

export interface ObjectStore {
  trees: Map<string, Files>
  commits: Map<string, GitCommit>
  /** How many commits were made; part of their names, because the clock of a test may stand still. */
  serial: number
}

export const openObjects = (): ObjectStore => ({ trees: new Map(), commits: new Map(), serial: 0 })

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex')

/** As the host names a file. */
export const blobName = (text: string) => hashOf(`blob ${Buffer.byteLength(text)}\0${text}`)

/** Equal files have the same name, whoever wrote them. */
export function writeTree({ trees }: ObjectStore, files: Files): string {
  const entries = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  const name = hashOf(`tree ${JSON.stringify(entries)}`)
  if (!trees.has(name)) trees.set(name, new Map(entries))
  return name
}

/** The folders of a tree, each with a tree of its own. */
export function writeFolders(store: ObjectStore, tree: string): [folder: string, tree: string][] {
  const folders = new Map<string, Map<string, string>>()
  for (const [path, text] of filesIn(store, tree)) {
    const [folder = '', ...rest] = path.split('/')
    if (rest.length === 0) continue
    folders.set(folder, (folders.get(folder) ?? new Map()).set(rest.join('/'), text))
  }
  return [...folders].map(([folder, files]) => [folder, writeTree(store, files)])
}

export function writeChanges(store: ObjectStore, tree: string | undefined, changes: FileChanges): string {
  const files = new Map(tree === undefined ? [] : filesIn(store, tree))
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) files.delete(path)
    else files.set(path, text)
  }
  return writeTree(store, files)
}

export type CommitFacts = Omit<GitCommit, 'sha'>

/** A commit with a key of its own is the same as another one with the same facts and key. */
export function writeCommit(store: ObjectStore, facts: CommitFacts, key?: string): GitCommit {
  if (key === undefined) store.serial += 1
  const { tree, parents, message, author, at } = facts
  const sha = hashOf(
    JSON.stringify(['commit', tree, parents, message, author, at.getTime(), key ?? store.serial])
  )
  const known = store.commits.get(sha)
  if (known) return known
  const commit: GitCommit = { sha, tree, parents, message, author, at }
  store.commits.set(sha, commit)
  return commit
}

export function commitIn({ commits }: ObjectStore, sha: string): GitCommit {
  const commit = commits.get(sha)
  if (!commit) throw new Error(`there is no commit ${sha}`)
  return commit
}

export function filesIn({ trees }: ObjectStore, tree: string): Files {
  const files = trees.get(tree)
  if (!files) throw new Error(`there is no tree ${tree}`)
  return files
}

export const filesAt = (store: ObjectStore, sha: string): Files => filesIn(store, commitIn(store, sha).tree)

export interface ChangedPath {
  path: string
  is: 'added' | 'modified' | 'removed'
}

export function changedPaths(before: Files, after: Files): ChangedPath[] {
  const all = [...new Set([...before.keys(), ...after.keys()])].sort()
  return all
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({ path, is: !after.has(path) ? 'removed' : before.has(path) ? 'modified' : 'added' }))
}
