// Groups confirmed pairs into clusters with one canonical report each.

export interface ClusterReport {
  id: number
  createdAt: Date
  isOpen: boolean
}

export interface Cluster {
  canonical: number
  /** The other members, oldest first. */
  duplicates: number[]
}

/**
 * The canonical report is the oldest open one, or the oldest if all are closed. Pairs with an unknown issue are
 * ignored.
 */
export function clustersOf(
  pairs: Iterable<readonly [number, number]>,
  members: ReadonlyMap<number, ClusterReport>
): Cluster[] {
  const leaders = new Map<number, number>()
  for (const [first, second] of pairs)
    if (members.has(first) && members.has(second) && first !== second)
      leaders.set(leaderOf(leaders, first), leaderOf(leaders, second))
  const groups = new Map<number, ClusterReport[]>()
  for (const [id, member] of members) {
    if (!leaders.has(id)) continue
    const leader = leaderOf(leaders, id)
    groups.set(leader, [...(groups.get(leader) ?? []), member])
  }
  return [...groups.values()].map(clusterOf).sort((a, b) => a.canonical - b.canonical)
}

/** The root of a union-find tree, with path compression. */
function leaderOf(leaders: Map<number, number>, id: number): number {
  let leader = id
  for (let next = leaders.get(leader); next !== undefined && next !== leader; next = leaders.get(leader))
    leader = next
  for (let at = id; at !== leader; ) {
    const next = leaders.get(at) ?? leader
    leaders.set(at, leader)
    at = next
  }
  leaders.set(leader, leader)
  return leader
}

function clusterOf(members: readonly ClusterReport[]): Cluster {
  const ordered = members.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id)
  const canonical = ordered.find(({ isOpen }) => isOpen) ?? ordered[0]
  const ids = ordered.map(({ id }) => id)
  return {
    canonical: canonical?.id ?? 0,
    duplicates: ids.filter((id) => id !== canonical?.id)
  }
}
