// What becomes of signals where one repository takes the place of another.
import type { Tally } from '../../../schemas/mirror.js'
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
import type { TalliedTx } from '../../store/tallies.js'
import { noteSignals } from './signals.js'

export interface MovingSignals {
  sourceIds: number[]
  before: SignalRow[]
  ended: SignalRow[]
}

/** Before signals refer to the issues that stay: of two for one pair, that of the orphan has ended. */
export async function endRepeatedSignals(tx: TalliedTx, pair: Pair, at: Date): Promise<MovingSignals> {
  const sourceIds = await clashingSources(tx, pair)
  const before = await lockSignalsOf(tx, sourceIds)
  const ended = await endSignals(tx, await repeatedSignals(tx, pair), at)
  return { sourceIds, before, ended }
}

/** After that, and before the sums of the orphan go to the other: by how much the issues count for something else. */
export async function settleMovingSignals(
  tx: TalliedTx,
  { orphan }: Pair,
  { sourceIds, before, ended }: MovingSignals
): Promise<Tally[]> {
  const after = await lockSignalsOf(tx, sourceIds)
  await noteSignals(tx, orphan, ended)
  return differenceOf(talliesOfSignals(before), talliesOfSignals(after))
}
