// Puts the values of properties in place of `${name}`.

const MOST_STEPS = 100
const LONGEST_RESULT = 2_000

/** The text with all properties replaced; undefined if one is unknown, or the properties refer to each other. */
export function interpolate(text: string, properties: ReadonlyMap<string, string>): string | undefined {
  let result = text
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const start = result.lastIndexOf('${')
    const end = start < 0 ? -1 : result.indexOf('}', start)
    if (end < 0) return result
    const value = properties.get(result.slice(start + 2, end))
    if (value === undefined) return undefined
    result = result.slice(0, start) + value.trim() + result.slice(end + 1)
    if (result.length > LONGEST_RESULT) return undefined
  }
  return undefined
}
