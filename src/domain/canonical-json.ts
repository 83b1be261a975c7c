// One text for one value: keys in order, no spaces, so that equal values are equal to the byte.
import type { Json } from '../../schemas/common.js'

/** Of what JSON can hold; a number that is none is refused, as it would come back as null. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).sort()
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('not a number of JSON')
  return JSON.stringify(value)
}
