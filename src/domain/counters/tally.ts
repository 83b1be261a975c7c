// Sums that are kept beside the rows, and the days that they are asked about.
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
export interface Days {
  from: string
  to: string
}

/** What is asked about some days. */
export interface Span extends Days {
  measures: readonly Measure[]
}
