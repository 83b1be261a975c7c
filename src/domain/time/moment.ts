// Parses timestamps from callers: an ISO 8601 date or date-time.
import { invalidParameter } from '#errors/errors.js'
import { isDay } from './day.js'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A bare date means the first or the last millisecond of that UTC day. */
export function parseMoment(name: string, text: string, edge: 'start' | 'end'): Date {
  const time = edge === 'start' ? 'T00:00:00.000Z' : 'T23:59:59.999Z'
  const written = DATE.test(text) ? text + time : DATE_TIME.test(text) ? text : ''
  const parsed = new Date(written)
  const isReal = !Number.isNaN(parsed.getTime()) && isDay(text.slice(0, 10)) && hasPlainYear(parsed)
  if (!isReal)
    throw invalidParameter(
      name,
      'must be a date (2026-01-31) or a date-time with zone (2026-01-31T09:30:00Z)',
      'invalid_time'
    )
  return parsed
}

/** When something is to end; null if nobody says. A moment that has passed is refused. */
export function parseFutureMoment(name: string, text: string | null, now: Date): Date | null {
  if (text === null) return null
  const moment = parseMoment(name, text, 'end')
  if (moment <= now) throw invalidParameter(name, 'must be in the future', 'invalid_field')
  return moment
}

/** Other years have different notations in databases and in JavaScript. */
function hasPlainYear(moment: Date): boolean {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999
}

export const secondsSince = (moment: Date, now: Date): number =>
  Math.max(0, (now.getTime() - moment.getTime()) / 1000)
