// What the reviews on the host still say of a pull request.

interface Said {
  sha: string
  event: 'COMMENT' | 'REQUEST_CHANGES' | 'APPROVE'
  hostId: number | null
  isLost: boolean
}

/** The heads of which nothing was said in the end: their findings are still to be told. */
export function unsaidHeads(said: readonly Said[]): Set<string> {
  const spoken = new Set(said.filter(({ isLost }) => !isLost).map(({ sha }) => sha))
  return new Set(said.map(({ sha }) => sha).filter((sha) => !spoken.has(sha)))
}

/** Whether the last word that arrives requests changes; `said` begins with the newest. */
export const isChangeRequested = (said: readonly Said[]): boolean =>
  said.find(({ isLost, event }) => !isLost && event !== 'COMMENT')?.event === 'REQUEST_CHANGES'

/** Approvals hold for what was approved, and for nothing that comes after it. */
export const givenApprovals = (said: readonly Said[]): number[] =>
  said.flatMap((one) => (one.event === 'APPROVE' ? (one.hostId ?? []) : []))

/** Reviews that say what is no longer so. */
export const outdatedReviews = (said: readonly Said[], event: Said['event']): number[] =>
  said.flatMap((one) => (one.event === 'COMMENT' || one.event === event ? [] : (one.hostId ?? [])))
