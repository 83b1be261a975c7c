// Sums that are kept beside the rows, and the days that they are asked about.
import { utcDay } from '../time/day.js'
import type { Measure } from './counter.js'

/** In place of a day: counted for ever. */
export const EVER = '-infinity'
/** As `EVER`, of names that people make up: who reads all sums for ever does not read these, which may be very many. */
export const EVER_BY_NAME = 'infinity'

/** What such sums come to, by measure. */
export type Sums = ReadonlyMap<Measure, number>

/** How much a row counts for in one of the sums behind the statistics. */
export interface Tally {
  measure: Measure
  /** A day of the UTC calendar, `EVER` or `EVER_BY_NAME`. */
  day: string
  amount: number
}

/** Days of the UTC calendar, both included. */
export interface DayRange {
  from: string
  to: string
}

/** What is asked about some days. */
export interface SumsQuery extends DayRange {
  measures: readonly Measure[]
}

export const ever = (measure: Measure): Tally => ({ measure, day: EVER, amount: 1 })
export const byName = (measure: Measure): Tally => ({ measure, day: EVER_BY_NAME, amount: 1 })
export const on = (moment: Date, measure: Measure): Tally => ({ measure, day: utcDay(moment), amount: 1 })
export const ofEach = <T, Out>(given: T | null, items: (one: T) => Out[]): Out[] =>
  given === null ? [] : items(given)
export const when = <T>(condition: boolean, item: T): T[] => (condition ? [item] : [])

/** Adds up tallies, so that it does not grow with the rows. */
export class TallySums {
  readonly #sums = new Map<string, Tally>()

  add(tallies: readonly Tally[], sign: 1 | -1 = 1): this {
    for (const { measure, day, amount } of tallies) {
      const key = `${day} ${measure}`
      const sum = this.#sums.get(key) ?? { measure, day, amount: 0 }
      sum.amount += sign * amount
      this.#sums.set(key, sum)
    }
    return this
  }

  /** What comes to nothing is left out. */
  get all(): Tally[] {
    return [...this.#sums.values()].filter(({ amount }) => amount !== 0)
  }
}

/** What changes when rows that counted for `before` now count for `after`; what stays is left out. */
export function tallyDifference(before: readonly Tally[], after: readonly Tally[]): Tally[] {
  return new TallySums().add(before, -1).add(after).all
}
