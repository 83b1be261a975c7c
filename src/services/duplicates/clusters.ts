// Clusters of duplicate issues, and the canonical issue of each.
import { clustersOf } from '#domain/duplicates/clusters.js'
import {
  type ConfirmedPair,
  clusterMembers,
  confirmedPairsAround,
  saveDuplicatesOf
} from '#store/duplicates/signals.js'
import type { Tx } from '#store/sql/database.js'

const MOST_PAIRS = 1_000

/** All issues connected with an issue by confirmed signals, including the issue itself. */
export async function clusterAround(tx: Tx, issueId: number): Promise<number[]> {
  const pairs = await confirmedPairsAround(tx, issueId, MOST_PAIRS)
  return idsIn(issueId, pairs)
}

const idsIn = (issueId: number, pairs: readonly ConfirmedPair[]) => [
  ...new Set([issueId, ...pairs.flatMap(({ source, target }) => [source, target])])
]

/**
 * Marks all issues of a cluster as duplicates of the oldest open one that is not a duplicate itself. Returns the
 * numbers of the issues whose count of duplicates changed.
 */
export async function updateCluster(tx: Tx, issueId: number): Promise<number[]> {
  const pairs = await confirmedPairsAround(tx, issueId, MOST_PAIRS)
  const members = await clusterMembers(tx, idsIn(issueId, pairs))
  const repeating = new Set(pairs.map(({ source }) => source))
  const known = new Map(
    members.map(({ id, createdAt, state }) => [
      id,
      { id, createdAt, isOpen: state === 'open' && !repeating.has(id) }
    ])
  )
  const canonicalOf = new Map<number, number>()
  for (const { canonical, duplicates } of clustersOf(pairs.map(asPair), known))
    for (const id of duplicates) canonicalOf.set(id, canonical)
  const settled = members
    .map(({ id, duplicateOf: before }) => ({ id, before, duplicateOf: canonicalOf.get(id) ?? null }))
    .filter(({ before, duplicateOf }) => before !== duplicateOf)
  await saveDuplicatesOf(tx, settled)
  const repeated = new Set(settled.flatMap(({ before, duplicateOf }) => [before, duplicateOf]))
  return members.filter(({ id }) => repeated.has(id)).map(({ number }) => number)
}

const asPair = ({ source, target }: ConfirmedPair) => [source, target] as const
