// Values of the API as people say them.
import { formatNumber } from './format.js'

/** “yes” rather than `true`, and lists as lists. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inWords).join(', ')
  if (typeof value !== 'object') return String(value)
  return inWords(Object.entries(value).map(([name, one]) => `${name}: ${inWords(one)}`))
}
