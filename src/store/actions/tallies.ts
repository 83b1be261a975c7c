// How managed actions count in the counters of evidence.
import { counter, type Measure } from '#domain/counters/counter.js'
import { EVER, type Tally } from '#domain/counters/tally.js'
import type { ActionRow } from './actions.js'

export type CountedAction = Pick<
  ActionRow,
  'status' | 'pillar' | 'actionType' | 'blockedReason' | 'executedAt' | 'reconciliationStatus'
>

export function talliesOfAction(row: CountedAction): Tally[] {
  const counted: Measure[] = [counter('actions', 'in', row.pillar ?? '', row.status)]
  if (row.status === 'blocked')
    counted.push(counter('actions', 'blocked', `${row.blockedReason}`, row.actionType))
  if (row.executedAt !== null) counted.push(counter('actions', 'tried'))
  if (row.reconciliationStatus !== null && row.status !== 'reconciled')
    counted.push(counter('actions', 'late'))
  return counted.map((measure) => ({ measure, day: EVER, amount: 1 }))
}

export const negated = (tallies: readonly Tally[]) => tallies.map((one) => ({ ...one, amount: -one.amount }))
