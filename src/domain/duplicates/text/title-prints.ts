// A fingerprint of a title: a bit for each of 256 groups of letter trigrams. Titles with different spelling have
// similar prints.
import { hashTerm } from '../../text/terms.js'

export const PRINT_SIZE = 8
const TRIPLE = 3
const TRIPLE_SEED = 9
const LONGEST_TITLE = 400

export function titlePrintOf(title: string): Uint32Array {
  const print = new Uint32Array(PRINT_SIZE)
  const text = ` ${title.slice(0, LONGEST_TITLE).toLowerCase()} `
  for (let at = 0; at + TRIPLE <= text.length; at += 1) {
    const group = hashTerm(text.slice(at, at + TRIPLE), TRIPLE_SEED)
    const word = (group >>> 5) % PRINT_SIZE
    print[word] = ((print[word] ?? 0) | (1 << (group & 31))) >>> 0
  }
  return print
}

/** The Jaccard overlap of two prints. */
export function printOverlap(first: Uint32Array, second: Uint32Array): number {
  let both = 0
  let either = 0
  for (let word = 0; word < PRINT_SIZE; word += 1) {
    both += bitsIn((first[word] ?? 0) & (second[word] ?? 0))
    either += bitsIn((first[word] ?? 0) | (second[word] ?? 0))
  }
  return either === 0 ? 0 : both / either
}

/** The number of set bits. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
