// What becomes of signals where one repository takes the place of another.
import type { Tx } from '../../deps.js'
import { talliesOfSignals } from '../../domain/duplicates/sums.js'
import { differenceOf } from '../../domain/tallies.js'
import {
  clashingSources,
  endSignals,
  lockSignalsOf,
  repeatedSignals,
  type SignalRow
} from '../../store/duplicate-signals.js'
import type { Pair } from '../../store/holdings.js'
import { addTallies } from '../../store/tallies.js'
import { noteSignals } from './signals.js'

export interface MovingSignals {
  sourceIds: number[]
  before: SignalRow[]
  ended: SignalRow[]
}

/** Before signals refer to the issues that stay: of two for one pair, that of the orphan has ended. */
export async function endRepeatedSignals(tx: Tx, pair: Pair, at: Date): Promise<MovingSignals> {
  const sourceIds = await clashingSources(tx, pair)
  const before = await lockSignalsOf(tx, sourceIds)
  const ended = await endSignals(tx, await repeatedSignals(tx, pair), at)
  return { sourceIds, before, ended }
}

/** After that, and before the sums of the orphan go to the other: what the issues count for now is counted. */
export async function settleMovingSignals(
  tx: Tx,
  { orphan }: Pair,
  { sourceIds, before, ended }: MovingSignals
): Promise<void> {
  const after = await lockSignalsOf(tx, sourceIds)
  await addTallies(tx, orphan, differenceOf(talliesOfSignals(before), talliesOfSignals(after)))
  await noteSignals(tx, orphan, ended)
}
