// What becomes of signals where one repository takes the place of another.
import type { Tally } from '#domain/counters/tally.js'
import { differenceOf } from '#domain/counters/tally.js'
import { talliesOfSignals } from '#domain/duplicates/sums.js'
import type { TransferHooks } from '#registry.js'
import type { TalliedTx } from '#store/counters/tallies.js'
import {
  clashingSources,
  endSignals,
  lockSignalsOf,
  repeatedSignals,
  type SignalRow
} from '#store/duplicates/signals.js'
import type { Pair } from '#store/sql/repository-table.js'
import { noteSignals } from './signals.js'

interface MovingSignals {
  sourceIds: number[]
  before: SignalRow[]
  ended: SignalRow[]
}

/** Before signals refer to the issues that stay: of two for one pair, that of the orphan has ended. */
async function endRepeatedSignals(tx: TalliedTx, pair: Pair, at: Date): Promise<MovingSignals> {
  const sourceIds = await clashingSources(tx, pair)
  const before = await lockSignalsOf(tx, sourceIds)
  const ended = await endSignals(tx, await repeatedSignals(tx, pair), at)
  return { sourceIds, before, ended }
}

/** After that, and before the sums of the orphan go to the other: by how much the issues count for something else. */
async function settleMovingSignals(
  tx: TalliedTx,
  { orphan }: Pair,
  { sourceIds, before, ended }: MovingSignals
): Promise<Tally[]> {
  const after = await lockSignalsOf(tx, sourceIds)
  await noteSignals(tx, orphan, ended)
  return differenceOf(talliesOfSignals(before), talliesOfSignals(after))
}

export const duplicatesTransfer: TransferHooks = {
  async settleTallies(tx, pair, at) {
    const signals = await endRepeatedSignals(tx, pair, at)
    return () => settleMovingSignals(tx, pair, signals)
  }
}
