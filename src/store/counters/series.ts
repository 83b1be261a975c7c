// Counters as series of a metric: they are kept with the rows, so a scrape counts nothing.
import { type Topic, wordsAfter } from '#domain/counters/counter.js'
import type { Db } from '../sql/database.js'
import { evidenceSums } from './evidence-tallies.js'
import { fleetSums } from './tallies.js'

const TABLES = {
  mirror: (db: Db, about: Topic) => fleetSums(db, about),
  evidence: (db: Db, about: Topic) => evidenceSums(db, { about })
}

type SetSeries = (labels: Record<string, string>, value: number) => void

/** The fleet's counters of a topic over all time. The words of a counter after the topic are the values of the labels. */
export function seriesOf(table: keyof typeof TABLES, about: Topic, labelNames: readonly string[]) {
  return {
    labelNames,
    async read({ db }: { db: Db }, set: SetSeries): Promise<void> {
      for (const [measure, amount] of await TABLES[table](db, about)) {
        const words = wordsAfter(about, measure)?.split('.') ?? []
        // Those with more words are counters of another kind.
        if (words.length === labelNames.length)
          set(Object.fromEntries(labelNames.map((label, at) => [label, words[at] ?? ''])), amount)
      }
    }
  }
}
