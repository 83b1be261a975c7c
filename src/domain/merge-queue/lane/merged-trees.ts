// What merging the members of a batch leads to, one after the other: known since the batch was first built, so that
// fewer of them need no merging again.
import type { TreeCommit } from '../../host/merging.js'
import type { Batch } from './lane.js'

export interface MergedTrees {
  /** What was merged into. */
  tree: string
  members: readonly number[]
  /** After each member. */
  trees: readonly string[]
}

/** Null if the members were not merged in this order, or into something else. */
export function knownTrees({ merged, members, size }: Batch, on: TreeCommit): readonly string[] | null {
  if (merged === null || merged.tree !== on.tree || merged.members.length < size) return null
  const isSame = members.slice(0, size).every((number, at) => merged.members[at] === number)
  return isSame ? merged.trees.slice(0, size) : null
}

/** Of a candidate that has been built: a part of what is known already adds nothing. */
export function withCandidate(
  { merged, on }: Batch,
  members: readonly number[],
  trees: readonly string[]
): MergedTrees | null {
  if (on === null) return merged
  const isPart = merged?.tree === on.tree && merged.members.length > members.length
  return isPart ? merged : { tree: on.tree, members, trees }
}

/** The first member has landed. */
export function afterLanding({ merged }: Batch, { tree }: TreeCommit): MergedTrees | null {
  return merged?.trees[0] === tree ? mergedBehind(merged, 1) : null
}

/** What is known of the merges behind so many members from the front. */
export function mergedBehind(merged: MergedTrees | null, count: number): MergedTrees | null {
  if (merged === null || count === 0) return merged
  const tree = merged.trees[count - 1]
  if (tree === undefined) return null
  return { tree, members: merged.members.slice(count), trees: merged.trees.slice(count) }
}
