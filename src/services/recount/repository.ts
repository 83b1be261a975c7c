// Recounts the counters of one repository and repairs wrong ones.

import type { Deps, Tx } from '#deps.js'
import type { Tally } from '#domain/counters/tally.js'
import { TallySums } from '#domain/counters/tally.js'
import { repairCounts } from '#domain/recount/recount.js'
import type { RecountKind } from '#schemas/recount/enums.js'
import { type ActivityDrift, activityDriftOf, repairActivitySums } from '#store/activity/activity.js'
import { type CountedRows, rowsInBatches } from '#store/counters/counted-rows.js'
import type { SumTable } from '#store/counters/tables.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { beginSnapshot, repairOpenCounts, repairTallies, storedTallies } from '#store/recount/recounts.js'

export interface RepositoryFaults {
  repoId: number
  /** Whether the repository was live when it was counted. */
  live: boolean
  tallies: Tally[]
  evidence: Tally[]
  activity: ActivityDrift[]
  /** How many rows were counted. */
  rows: number
}

/**
 * How much the counters of a repository are wrong. No lock is needed: rows and counters are read in one snapshot, and
 * writers change both in one transaction, so that a difference found then still holds when it is added. Only the
 * counters are held in memory, however many rows there are.
 */
export async function findRepositoryFaults(deps: Deps, repoId: number): Promise<RepositoryFaults> {
  const { live } = await repositoryById(deps.db, repoId)
  const tallies = await findTableFaults(deps, 'tallies', repoId)
  const evidence = await findTableFaults(deps, 'evidence_tallies', repoId)
  return {
    repoId,
    live,
    tallies: tallies.faults,
    evidence: evidence.faults,
    activity: await activityDriftOf(deps.db, repoId),
    rows: tallies.rows + evidence.rows
  }
}

function findTableFaults({ transaction, registry }: Deps, table: SumTable, repoId: number) {
  const counted = registry.tables.flatMap(({ counted }) => (counted?.sums === table ? [counted] : []))
  return transaction(async (tx) => {
    await beginSnapshot(tx)
    const sums = new TallySums().add(await storedTallies(tx, table, repoId), -1)
    let rows = 0
    for (const one of counted) rows += await addRows(tx, sums, { counted: one, repoId })
    return { faults: sums.all, rows }
  })
}

async function addRows(
  tx: Tx,
  sums: TallySums,
  { counted, repoId }: { counted: CountedRows; repoId: number }
): Promise<number> {
  let count = 0
  for await (const rows of rowsInBatches(tx, counted, repoId)) {
    sums.add(counted.tallies(rows))
    count += rows.length
  }
  return count
}

/**
 * Adds the differences while holding the repository. A repository that was deleted or came back in the meantime may
 * have moved its counters: it is counted again another time. Returns how many counters of each kind were wrong.
 */
export async function repairRepositorySums(
  tx: Tx,
  faults: RepositoryFaults
): Promise<Map<RecountKind, number>> {
  const { repoId, tallies, evidence, activity } = faults
  const held = await lockRepository(tx, repoId)
  if (held?.live !== faults.live) return new Map()
  await repairTallies(tx, { table: 'tallies', repoId, faults: tallies })
  await repairTallies(tx, { table: 'evidence_tallies', repoId, faults: evidence })
  const counts = repairCounts([...tallies, ...evidence])
  if (await repairOpenCounts(tx, repoId)) counts.set('open_counts', 1)
  if (activity.length > 0) counts.set('activity', activity.length)
  await repairActivitySums(tx, activity)
  return counts
}
