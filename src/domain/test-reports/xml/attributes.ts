// Attributes of reports as numbers.
import type { ReportCounts } from '../report.js'
import type { XmlElement } from './elements.js'

type Attributes = XmlElement['attributes']

export const attributeOf = (attributes: Attributes, name: string): string => attributes[name] ?? ''

/** Zero for anything but a whole number. */
export function declaredCount(attributes: Attributes, name: string): number {
  const text = attributeOf(attributes, name).trim()
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

const MS_PER_SECOND = 1_000
const SECONDS = /^\d{1,12}(?:\.\d{0,20})?(?:[eE][+-]?\d{1,2})?$/

/** Surefire writes thousands with a comma. */
export function millisecondsOf(seconds: string | undefined): number | null {
  const text = seconds?.trim().replaceAll(',', '') ?? ''
  return SECONDS.test(text) ? Math.round(Number(text) * MS_PER_SECOND * 1_000) / 1_000 : null
}

const CLOCK = /^(\d{1,4}):(\d{2}):(\d{2}(?:\.\d{1,9})?)$/
const SECONDS_PER_HOUR = 3_600
const SECONDS_PER_MINUTE = 60

/** A duration such as `00:00:01.25`. */
export function millisecondsOfClock(clock: string | undefined): number | null {
  const [, hours, minutes, seconds] = CLOCK.exec(clock ?? '') ?? []
  if (seconds === undefined) return null
  const total = Number(hours) * SECONDS_PER_HOUR + Number(minutes) * SECONDS_PER_MINUTE + Number(seconds)
  return Math.round(total * MS_PER_SECOND * 1_000) / 1_000
}

/** Adds what one suite declares; what is neither skipped nor bad has passed. */
export function addDeclared(all: ReportCounts, suite: ReportCounts): ReportCounts {
  const tests = all.tests + suite.tests
  const skipped = all.skipped + suite.skipped
  const failed = all.failed + suite.failed
  const errored = all.errored + suite.errored
  return { tests, skipped, failed, errored, passed: Math.max(0, tests - skipped - failed - errored) }
}
