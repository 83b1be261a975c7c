// Detects lone surrogates in JSON text: a JSON column refuses them, and other columns store a replacement character.

/** An escaped surrogate pair is one character; every other escape is checked by itself. */
const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[^u])/g
const LONE = /^\\u[dD][89a-fA-F][\da-fA-F]{2}$/

/** Whether a JSON text contains one. In text decoded from UTF-8, only an escape can produce it. */
export function hasLoneSurrogate(json: string): boolean {
  for (const [escaped] of json.matchAll(ESCAPES)) if (LONE.test(escaped)) return true
  return false
}
