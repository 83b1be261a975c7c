// The history of commits, merges of trees, and commits put onto another one.
import {
  commitIn,
  type Files,
  filesAt,
  type GitCommit,
  type ObjectStore,
  writeCommit,
  writeTree
} from './objects.js'

/** Includes the commit itself. */
function ancestorsOf(store: ObjectStore, sha: string): Set<string> {
  const seen = new Set<string>()
  const waiting = [sha]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    waiting.push(...commitIn(store, one).parents)
  }
  return seen
}

export const isAncestor = (store: ObjectStore, older: string, newer: string) =>
  ancestorsOf(store, newer).has(older)

/** Undefined for commits with nothing in common. */
export function mergeBaseOf(store: ObjectStore, a: string, b: string): string | undefined {
  const [ofA, ofB] = [ancestorsOf(store, a), ancestorsOf(store, b)]
  const common = [...ofA].filter((sha) => ofB.has(sha))
  const older = new Set(common.flatMap((sha) => commitIn(store, sha).parents))
  return common.find((sha) => !older.has(sha))
}

/** The commits of `to` that `from` lacks, parents first. */
export function commitsBetween(store: ObjectStore, from: string | undefined, to: string): GitCommit[] {
  const seen = from === undefined ? new Set<string>() : ancestorsOf(store, from)
  const found: GitCommit[] = []
  const visit = (sha: string): void => {
    if (seen.has(sha)) return
    seen.add(sha)
    const commit = commitIn(store, sha)
    for (const parent of commit.parents) visit(parent)
    found.push(commit)
  }
  visit(to)
  return found
}

/** The commits along the first parents that `before` lacks, oldest first. */
export function firstParents(store: ObjectStore, before: string, after: string): GitCommit[] {
  const known = ancestorsOf(store, before)
  const found: GitCommit[] = []
  for (let sha: string | undefined = after; sha !== undefined && !known.has(sha); ) {
    const commit = commitIn(store, sha)
    found.unshift(commit)
    sha = commit.parents[0]
  }
  return found
}

export type Merge = { tree: string } | { conflicts: string[] }

export const isConflict = (merge: Merge): merge is { conflicts: string[] } => 'conflicts' in merge

/** File by file: a path that both sides changed in different ways is a conflict. */
function mergeFiles(store: ObjectStore, base: Files, ours: Files, theirs: Files): Merge {
  const merged = new Map<string, string>()
  const conflicts: string[] = []
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const [was, our, their] = [base.get(path), ours.get(path), theirs.get(path)]
    const text = their === was || our === their ? our : their
    if (our !== was && their !== was && our !== their) conflicts.push(path)
    else if (text !== undefined) merged.set(path, text)
  }
  return conflicts.length > 0 ? { conflicts } : { tree: writeTree(store, merged) }
}

const NO_FILES: Files = new Map()

/** What merging one commit into another brings. */
export function mergeOf(store: ObjectStore, ours: string, theirs: string): Merge {
  const base = mergeBaseOf(store, ours, theirs)
  const before = base === undefined ? NO_FILES : filesAt(store, base)
  return mergeFiles(store, before, filesAt(store, ours), filesAt(store, theirs))
}

/** Puts the commits of a branch one after the other onto another commit; undefined if one of them conflicts. */
export function replay(store: ObjectStore, onto: string, head: string): string | undefined {
  let tip = onto
  for (const commit of commitsBetween(store, onto, head)) {
    const [parent] = commit.parents
    if (commit.parents.length > 1) continue
    const before = parent === undefined ? NO_FILES : filesAt(store, parent)
    const merge = mergeFiles(store, before, filesAt(store, tip), filesAt(store, commit.sha))
    if (isConflict(merge)) return undefined
    tip = writeCommit(store, { ...commit, tree: merge.tree, parents: [tip] }).sha
  }
  return tip
}
