// Halves of characters, which are no text: a column for JSON refuses them, and any other keeps something else.

/** Two halves that belong together are one character; any other escape is looked at by itself. */
const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[^u])/g
const LONE = /^\\u[dD][89a-fA-F][\da-fA-F]{2}$/

/** Whether a text of a JSON document holds one: where it arrived as UTF-8, only an escape can stand for it. */
export function hasLoneSurrogate(json: string): boolean {
  for (const [escaped] of json.matchAll(ESCAPES)) if (LONE.test(escaped)) return true
  return false
}
