// Merges the signals of a transferred repository.
import type { Tally } from '#domain/counters/tally.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfSignals } from '#domain/duplicates/sums.js'
import type { TransferHooks } from '#registry.js'
import type { TalliedTx } from '#store/counters/tallies.js'
import {
  clashingSignals,
  clashingSources,
  endSignals,
  lockSignalsOf,
  type SignalRow
} from '#store/duplicates/signals.js'
import type { RepositoryPair } from '#store/sql/repository-table.js'
import { recordSignalActivity } from './signals.js'

interface MovingSignals {
  sourceIds: number[]
  before: SignalRow[]
  ended: SignalRow[]
}

/**
 * Both repositories may hold a signal for this pair; the orphan's is closed before signals are repointed to the
 * remaining issues.
 */
async function endRepeatedSignals(tx: TalliedTx, pair: RepositoryPair, at: Date): Promise<MovingSignals> {
  const sourceIds = await clashingSources(tx, pair)
  const before = await lockSignalsOf(tx, sourceIds)
  const ended = await endSignals(tx, await clashingSignals(tx, pair), at)
  return { sourceIds, before, ended }
}

/**
 * Returns how the tallies changed. Called after the signals were repointed, and before the orphan's tallies are added
 * to the other repository.
 */
async function tallyMovedSignals(
  tx: TalliedTx,
  { orphan }: RepositoryPair,
  { sourceIds, before, ended }: MovingSignals
): Promise<Tally[]> {
  const after = await lockSignalsOf(tx, sourceIds)
  await recordSignalActivity(tx, orphan, ended)
  return tallyDifference(talliesOfSignals(before), talliesOfSignals(after))
}

export const duplicatesTransfer: TransferHooks = {
  async adjustTallies(tx, pair, at) {
    const signals = await endRepeatedSignals(tx, pair, at)
    return () => tallyMovedSignals(tx, pair, signals)
  }
}
