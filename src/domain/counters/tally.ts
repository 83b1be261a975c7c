// Counters kept beside the rows, in total and by day.
import { utcDay } from '../time/day.js'
import type { Measure } from './counter.js'

/** In place of a day: the total over all time. */
export const EVER = '-infinity'
/** Totals for names that people choose. They may be very many, so reading `EVER` leaves them out. */
export const EVER_BY_NAME = 'infinity'

/** The values of counters by name. */
export type Sums = ReadonlyMap<Measure, number>

/** What one row contributes to a counter. */
export interface Tally {
  measure: Measure
  /** A UTC day, `EVER` or `EVER_BY_NAME`. */
  day: string
  amount: number
}

/** UTC days, both inclusive. */
export interface DayRange {
  from: string
  to: string
}

/** Which counters to read for which days. */
export interface SumsQuery extends DayRange {
  measures: readonly Measure[]
}

export const ever = (measure: Measure): Tally => ({ measure, day: EVER, amount: 1 })
export const byName = (measure: Measure): Tally => ({ measure, day: EVER_BY_NAME, amount: 1 })
export const on = (moment: Date, measure: Measure): Tally => ({ measure, day: utcDay(moment), amount: 1 })
export const ofEach = <T, Out>(value: T | null, items: (value: T) => Out[]): Out[] =>
  value === null ? [] : items(value)
export const when = <T>(condition: boolean, item: T): T[] => (condition ? [item] : [])

/** Adds up tallies; memory depends on the number of counters, not of rows. */
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

  /** Without counters that add up to zero. */
  get all(): Tally[] {
    return [...this.#sums.values()].filter(({ amount }) => amount !== 0)
  }
}

/** The changes of counters when rows go from `before` to `after`; unchanged counters are left out. */
export function tallyDifference(before: readonly Tally[], after: readonly Tally[]): Tally[] {
  return new TallySums().add(before, -1).add(after).all
}
