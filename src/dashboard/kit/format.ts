// Formats numbers, times and durations as the reader's locale has them, and names as people write them.
import { PLAIN_WORDS, partWords } from './text/words.js'

const whole = new Intl.NumberFormat()
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const instant = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'long' })

export const NOTHING = '–'

export const formatNumber = (value: number | null): string => (value === null ? NOTHING : whole.format(value))
export const formatShortNumber = (value: number): string => compact.format(value)
export const formatPercent = (value: number | null): string =>
  value === null ? NOTHING : share.format(value)
/** A UTC day, as the service counts. */
export const formatDay = (date: string): string => day.format(new Date(date))
export const formatClock = (at: Date): string => clock.format(at)
export const formatInstant = (at: Date): string => instant.format(at)

export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60]
]

/** Such as “5 minutes ago” or “in 2 days”. */
export function formatRelative(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
}

export function formatDuration(ms: number | null): string {
  if (ms === null) return NOTHING
  if (ms < 1000) return `${formatNumber(ms)} ms`
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : formatWait(ms / 1000)
}

export function formatWait(seconds: number): string {
  if (seconds < 120) return formatCount(Math.ceil(seconds), 'second', 'seconds')
  if (seconds < 7200) return formatCount(Math.ceil(seconds / 60), 'minute', 'minutes')
  return formatCount(Math.round(seconds / 3600), 'hour', 'hours')
}

/** `failure_type` as people write it: “Failure type”. */
export function formatName(name: string): string {
  const known = PLAIN_WORDS.get(name)
  if (known !== undefined) return known
  const words = name.replaceAll('_', ' ').replace(/\b(?:ai|api|ci|pr)\b/g, (short) => short.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A part of the service, such as a pillar or the source of a decision. */
export const formatPart = (part: string): string => partWords(part) ?? formatName(part)

const PARENTHESES = /(\w+)\(([^()]*)\)/g

/** `confidence(high) >= threshold(medium)` as “Confidence: high, threshold: medium”. */
export function formatCondition(check: string): string {
  const words = check
    .replaceAll(PARENTHESES, (_, name: string, about: string) => (about === '' ? name : `${name}: ${about}`))
    .replaceAll(' >= ', ', ')
  return formatName(words)
}

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** A sentence of the service, with the moments in it as the reader's clock has them. */
export const formatMoments = (text: string): string =>
  text.replaceAll(MOMENT, (moment) => minute.format(new Date(moment)))

/** “yes” rather than `true`, and lists as lists. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inWords).join(', ')
  if (typeof value !== 'object') return String(value)
  return inWords(
    Object.entries(value).map(([name, one]) => `${formatName(name).toLowerCase()}: ${inWords(one)}`)
  )
}
