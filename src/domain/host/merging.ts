// What the host shows of commits and pull requests that are to be merged.

/** A commit with the name of its tree: a verdict of checks holds for the tree, whichever commit carries it. */
export interface TreeCommit {
  sha: string
  tree: string
}

export interface CheckResult {
  name: string
  /** Null until it has ended. */
  conclusion: string | null
  url: string | null
  /** The CI run that it is a job of, if it has ended. */
  run?: { id: number; endedAt: Date }
}

/** A decisive review. */
export interface HostReview {
  author: string
  state: 'approved' | 'changes_requested' | 'dismissed'
  /** The commit that was reviewed. */
  sha: string | null
  at: Date
}
