// Which reports have a term. The postings of a term lie in slices, each twice as long as the one before, up to a bound.
import { offsetInPage, Pages } from '../text/pages.js'
import { widened } from '../text/vocabulary.js'

const FIRST_TERMS = 1 << 12
const LONGEST_SLICE = 1 << 10
const DOUBLINGS = 10
const USED_BITS = 16
const USED = (1 << USED_BITS) - 1

export class Postings {
  readonly #pages = new Pages()
  /** Of each term, where its last slice begins. */
  #starts = new Uint32Array(FIRST_TERMS)
  /** Of each term, how many slices it has, and how much of the last is used. */
  #shapes = new Uint32Array(FIRST_TERMS)

  get bytes(): number {
    return this.#pages.bytes + this.#starts.byteLength + this.#shapes.byteLength
  }

  add(term: number, posting: number): void {
    while (term >= this.#starts.length) {
      this.#starts = widened(this.#starts)
      this.#shapes = widened(this.#shapes)
    }
    const shape = this.#shapes[term] ?? 0
    const used = shape & USED
    if (used === lengthOf(shape >>> USED_BITS)) this.#open(term, posting)
    else {
      const start = this.#starts[term] ?? 0
      this.#pages.pageOf(start)[offsetInPage(start) + used] = posting
      this.#shapes[term] = shape + 1
    }
  }

  /** The first number of a slice is where the one before begins. */
  #open(term: number, posting: number): void {
    const slices = ((this.#shapes[term] ?? 0) >>> USED_BITS) + 1
    const start = this.#pages.reserve(lengthOf(slices))
    const page = this.#pages.pageOf(start)
    page[offsetInPage(start)] = this.#starts[term] ?? 0
    page[offsetInPage(start) + 1] = posting
    this.#starts[term] = start
    this.#shapes[term] = (slices << USED_BITS) | 2
  }

  each(term: number, take: (posting: number) => void): void {
    const shape = this.#shapes[term] ?? 0
    let start = this.#starts[term] ?? 0
    let used = shape & USED
    for (let slices = shape >>> USED_BITS; slices > 0; slices -= 1) {
      const page = this.#pages.pageOf(start)
      const place = offsetInPage(start)
      for (let at = place + used - 1; at > place; at -= 1) take(page[at] ?? 0)
      start = page[place] ?? 0
      used = lengthOf(slices - 1)
    }
  }
}

/** How long the so-manieth slice of a term is. */
function lengthOf(slices: number): number {
  return slices === 0 ? 0 : slices >= DOUBLINGS ? LONGEST_SLICE : 1 << slices
}
