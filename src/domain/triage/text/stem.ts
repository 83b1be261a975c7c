// A cautious English stemmer, so that `crashes`, `crashed` and `crash` are one word.

/** Endings with their replacements; the first match applies. */
const ENDINGS: readonly [string, string][] = [
  ['sses', 'ss'],
  ['ies', 'y'],
  ['ingly', ''],
  ['edly', ''],
  ['ing', ''],
  ['ied', 'y'],
  ['ed', ''],
  ['es', 'e'],
  ['s', '']
]
const SHORTEST_STEM = 3
const UNCHANGED_ENDING = /(?:ss|us|is|eed)$/

export function stemWord(word: string): string {
  if (word.length <= SHORTEST_STEM || UNCHANGED_ENDING.test(word)) return word
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending)) continue
    const stem = word.slice(0, word.length - ending.length)
    return stem.length < SHORTEST_STEM ? word : bare(stem + instead)
  }
  return bare(word)
}

/** Merges pairs such as `dropp` and `drop`, or `provide` and `provid`. */
function bare(stem: string): string {
  if (stem.length <= SHORTEST_STEM) return stem
  if (stem.endsWith('e')) return stem.slice(0, -1)
  return stem.at(-1) === stem.at(-2) && !/(?:ll|ss)$/.test(stem) ? stem.slice(0, -1) : stem
}
