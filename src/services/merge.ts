// Moves everything from a repository that was left behind to the one that took its place, in one transaction.
import type { Tally } from '../../schemas/mirror.js'
import { differenceOf, talliesOfIssue, talliesOfPullRequest } from '../domain/tallies.js'
import { mergeUnderWay, repoNotFound } from '../errors.js'
import { moveActivitySums } from '../store/activity.js'
import { yieldEmptyConfig } from '../store/configs.js'
import type { Tx } from '../store/database.js'
import { moveEvidence } from '../store/evidence-tallies.js'
import { type Holding, holdings, nameOf, type Pair } from '../store/holdings.js'
import {
  cancelClashing,
  claimMerge,
  countClashes,
  dropClashes,
  endClashingIssues,
  endClashingPullRequests,
  holdRows,
  lockPair,
  moveRows,
  repointChildren
} from '../store/merge.js'
import type { Candidate } from '../store/orphans.js'
import { markRepositoryDeleted } from '../store/repositories.js'
import { changeTallied, moveTallies, type TalliedTx } from '../store/tallies.js'
import { endRepeatedSignals, settleMovingSignals } from './duplicates/merging.js'
import { endRepeatedFixes } from './fix/lost.js'
import { settleVisibility } from './identities.js'

/** Rows by table. */
type Counts = Record<string, number>

export interface Merged {
  reparented: Counts
  backfilled: Counts
  conflicts: Counts
}

interface Request {
  orphan: Candidate
  live: Candidate
  at: Date
}

/**
 * Who works on a delivery holds it and then its repository, so deliveries move before the repositories are held:
 * nobody ever waits in a ring. Whoever wrote for the orphan until then is done, and whoever comes later finds it gone.
 */
export async function mergeInto(tx: Tx, { orphan, live, at }: Request): Promise<Merged> {
  if (!(await claimMerge(tx))) throw mergeUnderWay()
  const pair = { orphan: orphan.repoId, live: live.repoId }
  const merged: Merged = { reparented: {}, backfilled: {}, conflicts: {} }
  const isFirst = ({ heldFirstBy }: Holding) => heldFirstBy !== undefined
  const first = holdings.filter(isFirst)
  for (const holding of first) await holdRows(tx, holding, pair)
  await moveAll(tx, first, { pair, merged })
  await holdPair(tx, { orphan, live })
  await cancelClashing(tx, pair, at)
  await yieldEmptyConfig(tx, pair)
  await endRepeatedFixes(tx, pair, at)
  await changeTallied(tx, async (tallied) => {
    const signals = await endRepeatedSignals(tallied, pair, at)
    const lost = await settleClashes(tallied, { pair, merged, at })
    const moving = await settleMovingSignals(tallied, pair, signals)
    return [{ repoId: pair.orphan, tallies: [...lost, ...moving] }]
  })
  await moveAll(
    tx,
    holdings.filter((holding) => !isFirst(holding)),
    { pair, merged }
  )
  await moveTallies(tx, pair.orphan, pair.live)
  await moveActivitySums(tx, pair.orphan, pair.live)
  await moveEvidence(tx, pair.orphan, pair.live)
  await settleVisibility(tx, await markRepositoryDeleted(tx, pair.orphan, at))
  return merged
}

/** A repository that has gone in the meantime is as unknown as one that never was. */
async function holdPair(tx: Tx, { orphan, live }: Pick<Request, 'orphan' | 'live'>): Promise<void> {
  const held = await lockPair(tx, { orphan: orphan.repoId, live: live.repoId })
  for (const { repoId, fullName } of [orphan, live]) {
    if (!held.some((one) => one.repoId === repoId && one.live)) throw repoNotFound(fullName)
  }
  // So that the sums over all include both, and need not change when the sums of one go to the other.
  await settleVisibility(tx, held)
}

interface Progress {
  pair: Pair
  merged: Merged
}

async function moveAll(tx: Tx, moving: readonly Holding[], { pair, merged }: Progress): Promise<void> {
  for (const holding of moving) {
    const { moved, renamed } = await moveRows(tx, holding, pair)
    // What has ended moves as well, but nothing is gained by it.
    const ended = holding.gone ? (merged.conflicts[nameOf(holding)] ?? 0) : 0
    merged.reparented[nameOf(holding)] = moved - ended
    if (holding.names) merged.backfilled[nameOf(holding)] = renamed
  }
}

/**
 * Where both have the same, the row of the live one stays, and all that referred to the other refers to it. Says what no
 * longer counts.
 */
async function settleClashes(tx: TalliedTx, { pair, merged, at }: Progress & { at: Date }): Promise<Tally[]> {
  const clashing: Holding[] = []
  for (const holding of holdings.filter(({ keys }) => keys !== undefined)) {
    const count = await countClashes(tx, holding, pair)
    merged.conflicts[nameOf(holding)] = count
    if (count > 0) clashing.push(holding)
  }
  for (const holding of clashing) await repointChildren(tx, holding, pair)
  // Rows of the mirror end, as if the host had deleted them; any others are deleted.
  const lost = differenceOf(
    [
      ...(await talliesOfEnded((most) => endClashingIssues(tx, pair, { at, most }), talliesOfIssue)),
      ...(await talliesOfEnded(
        (most) => endClashingPullRequests(tx, pair, { at, most }),
        talliesOfPullRequest
      ))
    ],
    []
  )
  for (const holding of clashing) await dropClashes(tx, holding, pair)
  return lost
}

const ENDED_AT_ONCE = 1_000

/** What the rows counted for that were ended, a set at a time until there are no more. */
async function talliesOfEnded<Row>(
  end: (most: number) => Promise<Row[]>,
  talliesOf: (row: Row) => Tally[]
): Promise<Tally[]> {
  let sums: Tally[] = []
  for (;;) {
    const rows = await end(ENDED_AT_ONCE)
    if (rows.length === 0) return sums
    // Summed up at once, so that it does not grow with the rows.
    sums = differenceOf([], [...sums, ...rows.flatMap(talliesOf)])
  }
}
