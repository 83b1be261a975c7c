// Moments as callers write them: a date or a date-time, ISO 8601.
import { invalidParameter } from '#errors/errors.js'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A bare date means the start of that day in UTC, or its last millisecond. */
export function parseMoment(name: string, text: string, edge: 'start' | 'end'): Date {
  const time = edge === 'start' ? 'T00:00:00.000Z' : 'T23:59:59.999Z'
  const written = DATE.test(text) ? text + time : DATE_TIME.test(text) ? text : ''
  const parsed = new Date(written)
  const isReal = !Number.isNaN(parsed.getTime()) && dayExists(text.slice(0, 10)) && hasPlainYear(parsed)
  if (!isReal)
    throw invalidParameter(
      name,
      'must be a date (2026-01-31) or a date-time with zone (2026-01-31T09:30:00Z)',
      'invalid_time'
    )
  return parsed
}

/** Beyond these years databases and people write moments in other ways. */
function hasPlainYear(moment: Date): boolean {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** JavaScript turns the 31st of February into the 3rd of March. */
function dayExists(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
