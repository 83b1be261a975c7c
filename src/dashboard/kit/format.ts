// Formats numbers, times and durations.
import { element } from './dom.js'

const whole = new Intl.NumberFormat('en')
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const instant = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit'
})
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const formatNumber = (value: number): string => whole.format(value)
export const formatShortNumber = (value: number): string => compact.format(value)
export const formatPercent = (value: number): string => share.format(value)
/** A UTC day, as the service counts. */
export const formatDay = (date: string): string => day.format(new Date(date))
export const formatTime = (at: Date): string => at.toLocaleTimeString('en-GB')

export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** Shows the local time; the title has the exact timestamp. */
export function timeElement(iso: string | null): HTMLElement | string {
  return iso === null ? '–' : element('time', { datetime: iso, title: iso }, instant.format(new Date(iso)))
}

export function formatDuration(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 1000) return `${ms} ms`
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : formatWait(ms / 1000)
}

export function formatWait(seconds: number): string {
  if (seconds < 120) return formatCount(Math.ceil(seconds), 'second', 'seconds')
  return formatCount(Math.ceil(seconds / 60), 'minute', 'minutes')
}
