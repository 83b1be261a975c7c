// What the states of repositories add to the counters.
import { counter, type Measure } from '../counters/counter.js'
import { ever, type Tally } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    reconcileStates: ['reconciler', 'in_sync' | 'drifted']
  }
}

/** How many repositories stand like this. */
export const syncMeasure = (inSync: boolean): Measure => counter('reconciler', inSync ? 'in_sync' : 'drifted')

/** One that was never read adds nothing. */
export const talliesOfReconcileState = ({ inSync }: { inSync: boolean | null }): Tally[] =>
  inSync === null ? [] : [ever(syncMeasure(inSync))]
