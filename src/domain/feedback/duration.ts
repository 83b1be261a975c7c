import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.js'

const UNITS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', 1_000]
] as const

/** The two largest units, as `2 h 5 min`. */
export function renderDuration(ms: number): string {
  const first = UNITS.findIndex(([, unit]) => ms >= unit)
  if (first < 0) return 'less than 1 s'
  let left = ms
  return UNITS.slice(first, first + 2)
    .map(([name, unit]) => {
      const amount = Math.floor(left / unit)
      left -= amount * unit
      return amount > 0 ? `${amount} ${name}` : ''
    })
    .filter((text) => text !== '')
    .join(' ')
}
