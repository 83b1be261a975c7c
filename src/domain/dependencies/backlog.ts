// How many vulnerabilities stood at the end of past weeks, counted back from those that stand now.
import type { DayRange, Tally } from '../counters/tally.js'
import { utcDay } from '../time/day.js'
import { DAY_MS } from '../time/durations.js'
import { CLOSED, DETECTED } from './tallies.js'

export interface Backlog {
  standing: number
  today: Date
  weeks: number
}

export interface BacklogPoint {
  day: string
  open: number
  detected: number
  closed: number
}

const DAYS_A_WEEK = 7

/** Oldest first; the last point is today. */
export function backlogTrend({ standing, today, weeks }: Backlog, daily: readonly Tally[]): BacklogPoint[] {
  const points: BacklogPoint[] = []
  let open = standing
  for (let ago = 0; ago < weeks; ago += 1) {
    const last = new Date(today.getTime() - ago * DAYS_A_WEEK * DAY_MS)
    const first = new Date(last.getTime() - (DAYS_A_WEEK - 1) * DAY_MS)
    const span = { from: utcDay(first), to: utcDay(last) }
    const [detected, closed] = [amountWithin(daily, DETECTED, span), amountWithin(daily, CLOSED, span)]
    points.push({ day: span.to, open: Math.max(0, open), detected, closed })
    open += closed - detected
  }
  return points.reverse()
}

export const amountWithin = (
  daily: readonly Tally[],
  measure: Tally['measure'],
  { from, to }: DayRange
): number =>
  daily.reduce(
    (sum, one) => sum + (one.measure === measure && one.day >= from && one.day <= to ? one.amount : 0),
    0
  )
