// Chance that repeats itself: the same seed brings the same data.

export interface Random {
  /** From 0, below 1. */
  next(): number
  /** From 0, below so many. */
  below(count: number): number
  chance(probability: number): boolean
  one<T>(choices: readonly T[]): T
  /** One of the words, each as likely as its weight says. */
  weighted<Word extends string>(weights: Readonly<Record<Word, number>>): Word
  /** Of this mean, mostly less and at times far more. */
  exponential(mean: number): number
}

export function randomOf(seed: number): Random {
  const next = mulberry32(seed)
  return {
    next,
    below: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
    // The index is within the choices, of which there is at least one.
    one: <T>(choices: readonly T[]) => choices[Math.floor(next() * choices.length)] as T,
    weighted: (weights) => chosen(weights, next()),
    exponential: (mean) => -Math.log(1 - next()) * mean
  }
}

function chosen<Word extends string>(weights: Readonly<Record<Word, number>>, at: number): Word {
  // The keys of such a record are its words, of which there is at least one.
  const words = Object.keys(weights) as [Word, ...Word[]]
  let left = at * words.reduce((sum, word) => sum + weights[word], 0)
  for (const word of words) {
    left -= weights[word]
    if (left < 0) return word
  }
  return words[0]
}

/** A small generator that is well known, and good enough for data that nobody has to guess. */
function mulberry32(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
