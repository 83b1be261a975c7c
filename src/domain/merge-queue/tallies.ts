// How entries of the merge queue count.
import type { EntryStatus } from '#schemas/merge-queue/enums.js'
import { counter } from '../counters/counter.js'
import { ever, type Tally } from '../counters/tally.js'

declare module '../counters/counter.js' {
  interface SumWords {
    queue: ['queue', EntryStatus]
  }
}

export const talliesOfQueueEntry = ({ status }: { status: EntryStatus }): Tally[] => [
  ever(counter('queue', status))
]
