// The host in memory: pull requests, their heads, and one base branch. It knows the truth, not what a lane was told.
import type { TreeCommit } from '#domain/host/merging.js'
import type { Areas, Candidate } from '#domain/merge-queue/lane/lane.js'
import type { BlockReason } from '#schemas/merge-queue/enums.js'
import { Violation } from './mechanism.js'
import { type Change, EMPTY_TREE, mergeChange, partOf, type Tree } from './trees.js'

export interface Head {
  sha: string
  change: Change
  /** Of the checks of the head by itself. */
  verdict: 'passed' | 'failed'
  /** When its checks have run; null if they never answer. */
  checkedAt: number | null
}

export interface Pull {
  number: number
  priority: number
  head: Head
  state: 'open' | 'closed' | 'merged'
  isApproved: boolean
}

export interface MergeOutcome {
  candidate: Candidate
  included: number[]
  conflicts: number[]
}

export type LandingOutcome =
  | { is: 'landed'; commit: TreeCommit }
  | { is: 'refused'; reason: BlockReason | null }
  | { is: 'merged' }

export class SimulatedHost {
  readonly pulls = new Map<number, Pull>()
  readonly heads = new Map<string, Head>()
  readonly trees = new Map<string, Tree>()
  readonly #named = new Map<string, Tree>()
  /** Whether a tree of the base itself was ever red: then everything on it is red too. */
  wasBaseRed = false
  /** Landings that were asked for on a commit that is no longer the tip. */
  outdatedAsks = 0
  /** What the next landing of the queue puts onto the base besides the pull request. */
  surprise: Change | null = null
  readonly landings: { number: number; batch: number | null }[] = []
  #tip: TreeCommit
  #commits = 0

  constructor() {
    this.#tip = this.#commit(EMPTY_TREE)
  }

  get tip(): TreeCommit {
    return this.#tip
  }

  treeOf(commit: TreeCommit): Tree {
    const tree = this.trees.get(commit.sha)
    if (!tree) throw new Violation(`there is no commit ${commit.sha}`)
    if (tree.name !== commit.tree)
      throw new Violation(`commit ${commit.sha} holds ${tree.name} and not ${commit.tree}`)
    return tree
  }

  /** Whether two trees, by their names, hold the same in these areas. */
  isSameIn(areas: Areas, one: string, other: string): boolean {
    const [some, others] = [this.#named.get(one), this.#named.get(other)]
    return some !== undefined && others !== undefined && partOf(some, areas) === partOf(others, areas)
  }

  #commit(tree: Tree): TreeCommit {
    this.#commits += 1
    const sha = `commit-${this.#commits}`
    this.trees.set(sha, tree)
    this.#named.set(tree.name, tree)
    return { sha, tree: tree.name }
  }

  #advance(tree: Tree): TreeCommit {
    this.#tip = this.#commit(tree)
    this.wasBaseRed ||= tree.isRed
    return this.#tip
  }

  setHead(number: number, head: Head): void {
    this.heads.set(head.sha, head)
    const pull = this.pulls.get(number)
    if (pull) pull.head = head
  }

  /** Merges the heads in order; what conflicts is left out. */
  merge(on: TreeCommit, members: readonly { number: number; headSha: string }[]): MergeOutcome {
    let tree = this.treeOf(on)
    const included: number[] = []
    const conflicts: number[] = []
    const trees: string[] = []
    for (const { number, headSha } of members) {
      const head = this.heads.get(headSha)
      const next = head ? mergeChange(tree, head.change) : null
      if (!next) {
        conflicts.push(number)
        continue
      }
      tree = next
      included.push(number)
      trees.push(tree.name)
      this.#named.set(tree.name, tree)
    }
    return { candidate: { sha: this.#commit(tree).sha, trees }, included, conflicts }
  }

  /** Somebody pushes to the base; a commit that conflicts with it cannot be made. */
  commitOutside(change: Change): void {
    const tree = mergeChange(this.treeOf(this.#tip), change)
    if (tree) this.#advance(tree)
  }

  /** Merges the pull request onto the tip, if the host allows it. */
  land(asked: { number: number; headSha: string; onSha: string; batch: number }): LandingOutcome {
    const pull = this.pulls.get(asked.number)
    if (this.#tip.sha !== asked.onSha) this.outdatedAsks += 1
    if (pull?.state === 'merged') return { is: 'merged' }
    if (pull?.state !== 'open' || pull.head.sha !== asked.headSha || this.#tip.sha !== asked.onSha)
      return { is: 'refused', reason: null }
    if (!pull.isApproved) return { is: 'refused', reason: 'approval_lost' }
    return this.#mergePull(pull, asked.batch)
      ? { is: 'landed', commit: this.#tip }
      : { is: 'refused', reason: 'conflict' }
  }

  /** Somebody merges it by hand. */
  mergeOutside(number: number): boolean {
    const pull = this.pulls.get(number)
    return pull?.state === 'open' && this.#mergePull(pull, null)
  }

  #mergePull(pull: Pull, batch: number | null): boolean {
    const merged = mergeChange(this.treeOf(this.#tip), pull.head.change)
    const tree = merged && this.surprise ? mergeChange(merged, this.surprise) : merged
    if (!tree) return false
    this.surprise = null
    pull.state = 'merged'
    this.#advance(tree)
    this.landings.push({ number: pull.number, batch })
    return true
  }
}
