// What of the address a list asks its endpoint for.
import type { Fields } from '../forms/fields.js'

const PLACES = ['page', 'cursor', 'sort', 'order']

export interface AskedOf {
  /** What the operation accepts, as the document says. */
  fields: Fields
  filters: readonly string[]
}

/** The service refuses what an operation does not know, and the address may be one that was made for another list. */
export function askedIn(search: URLSearchParams, { fields, filters }: AskedOf): Record<string, string> {
  const isAsked = (name: string) => filters.includes(name) || (PLACES.includes(name) && name in fields)
  return Object.fromEntries([...search].filter(([name]) => isAsked(name)))
}
