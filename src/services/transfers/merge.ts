// Merges a repository that was left behind into its successor, in one transaction.

import type { Deps } from '#deps.js'
import type { Tally } from '#domain/counters/tally.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfIssue, talliesOfPullRequest } from '#domain/mirror/tallies.js'
import { mergeUnderWay, repoNotFound } from '#errors/errors.js'
import { changeTallied, type TalliedTx } from '#store/counters/tallies.js'
import { beginMerge } from '#store/deliveries/merging.js'
import { markRepositoryDeleted } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import { type RepositoryPair, type RepositoryTable, tableName } from '#store/sql/repository-table.js'
import {
  claimMerge,
  countClashes,
  dropClashes,
  endClashingIssues,
  endClashingPullRequests,
  lockOrphanRows,
  lockPair,
  moveRows,
  repointReferences
} from '#store/transfers/merge.js'
import type { TransferCandidate } from '#store/transfers/orphans.js'
import { updateVisibility } from '../mirror/identities.js'

/** Rows by table. */
type Counts = Record<string, number>

export interface MergeCounts {
  reparented: Counts
  backfilled: Counts
  conflicts: Counts
}

interface MergeRequest {
  orphan: TransferCandidate
  successor: TransferCandidate
  at: Date
}

/**
 * Jobs about either repository return to the queue until the merge commits, instead of waiting with a slot and a
 * connection. A delivery is locked before its repository, so deliveries move before the repositories are locked, which
 * avoids deadlocks. Earlier writers of the orphan have finished by then, and later ones find it deleted.
 */
export async function mergeOrphan(
  deps: Deps,
  tx: Tx,
  { orphan, successor, at }: MergeRequest
): Promise<MergeCounts> {
  if (!(await claimMerge(tx))) throw mergeUnderWay()
  const pair = { orphan: orphan.repoId, successor: successor.repoId }
  await beginMerge(tx, [pair.orphan, pair.successor])
  const merged: MergeCounts = { reparented: {}, backfilled: {}, conflicts: {} }
  const { tables, transfers } = deps.registry
  const isFirst = ({ heldFirstBy }: RepositoryTable) => heldFirstBy !== undefined
  const first = tables.filter(isFirst)
  for (const table of first) await lockOrphanRows(tx, table, pair)
  await moveTables(tx, first, { pair, merged })
  await lockLivePair(deps, tx, { orphan, successor })
  for (const { endClashing } of transfers) await endClashing?.(tx, pair, at)
  await changeTallied(tx, async (tallied) => {
    const adjustments = []
    for (const { adjustTallies } of transfers) adjustments.push(await adjustTallies?.(tallied, pair, at))
    const changes = await resolveClashes(tallied, tables, { pair, merged, at })
    for (const tallyChanges of adjustments) changes.push(...((await tallyChanges?.()) ?? []))
    return [{ repoId: pair.orphan, tallies: changes }]
  })
  await moveTables(
    tx,
    tables.filter((table) => !isFirst(table)),
    { pair, merged }
  )
  for (const { moveSums } of transfers) await moveSums?.(tx, pair)
  await updateVisibility(deps, tx, await markRepositoryDeleted(tx, pair.orphan, at))
  return merged
}

/** A repository that was deleted in the meantime is reported as unknown. */
async function lockLivePair(
  deps: Deps,
  tx: Tx,
  { orphan, successor }: Pick<MergeRequest, 'orphan' | 'successor'>
): Promise<void> {
  const held = await lockPair(tx, { orphan: orphan.repoId, successor: successor.repoId })
  for (const { repoId, fullName } of [orphan, successor]) {
    if (!held.some((one) => one.repoId === repoId && one.live)) throw repoNotFound(fullName)
  }
  // Fleet-wide counters then include both, and do not change when counters move from one to the other.
  await updateVisibility(deps, tx, held)
}

interface Progress {
  pair: RepositoryPair
  merged: MergeCounts
}

async function moveTables(
  tx: Tx,
  tables: readonly RepositoryTable[],
  { pair, merged }: Progress
): Promise<void> {
  for (const table of tables) {
    const { moved, renamed } = await moveRows(tx, table, pair)
    const name = tableName(table)
    // Rows that ended move as well, but are counted as conflicts.
    const ended = table.gone ? (merged.conflicts[name] ?? 0) : 0
    merged.reparented[name] = moved - ended
    if (table.names) merged.backfilled[name] = renamed
  }
}

/**
 * Where both repositories have an equal row, the successor's stays and references are repointed to it. Returns how the
 * tallies change.
 */
async function resolveClashes(
  tx: TalliedTx,
  tables: readonly RepositoryTable[],
  { pair, merged, at }: Progress & { at: Date }
): Promise<Tally[]> {
  const clashing: RepositoryTable[] = []
  for (const table of tables.filter(({ keys }) => keys !== undefined)) {
    const count = await countClashes(tx, table, pair)
    merged.conflicts[tableName(table)] = count
    if (count > 0) clashing.push(table)
  }
  const references = tables.flatMap((table) => table.references ?? [])
  for (const table of clashing) await repointReferences(tx, { clashing: table, references }, pair)
  // Mirrored rows end as if the host had deleted them; other rows are deleted.
  const difference = tallyDifference(
    [
      ...(await talliesOfEnded((most) => endClashingIssues(tx, pair, { at, most }), talliesOfIssue)),
      ...(await talliesOfEnded(
        (most) => endClashingPullRequests(tx, pair, { at, most }),
        talliesOfPullRequest
      ))
    ],
    []
  )
  for (const table of clashing) await dropClashes(tx, table, pair)
  return difference
}

const ENDED_AT_ONCE = 1_000

/** Tallies of the ended rows, in batches until there are no more. */
async function talliesOfEnded<Row>(
  end: (most: number) => Promise<Row[]>,
  talliesOf: (row: Row) => Tally[]
): Promise<Tally[]> {
  let sums: Tally[] = []
  for (;;) {
    const rows = await end(ENDED_AT_ONCE)
    if (rows.length === 0) return sums
    // Added up per batch, so that memory does not grow with the rows.
    sums = tallyDifference([], [...sums, ...rows.flatMap(talliesOf)])
  }
}
