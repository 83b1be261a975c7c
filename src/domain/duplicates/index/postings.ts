// The reports of each term, in linked slices that double in length up to a limit.
import { offsetInPage, Pages } from '../text/pages.js'
import { widened } from '../text/vocabulary.js'

const FIRST_TERMS = 1 << 12
const LONGEST_SLICE = 1 << 10
const DOUBLINGS = 10
const USED_BITS = 16
const USED = (1 << USED_BITS) - 1

export class Postings {
  readonly #pages = new Pages()
  /** The start of the last slice of each term. */
  #starts = new Uint32Array(FIRST_TERMS)
  /** The number of slices of each term, and how much of the last one is used. */
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

  /** The first element of a slice points to the previous slice. */
  #open(term: number, posting: number): void {
    const slices = ((this.#shapes[term] ?? 0) >>> USED_BITS) + 1
    const start = this.#pages.reserve(lengthOf(slices))
    const page = this.#pages.pageOf(start)
    page[offsetInPage(start)] = this.#starts[term] ?? 0
    page[offsetInPage(start) + 1] = posting
    this.#starts[term] = start
    this.#shapes[term] = (slices << USED_BITS) | 2
  }

  each(term: number, visit: (posting: number) => void): void {
    const shape = this.#shapes[term] ?? 0
    let start = this.#starts[term] ?? 0
    let used = shape & USED
    for (let slices = shape >>> USED_BITS; slices > 0; slices -= 1) {
      const page = this.#pages.pageOf(start)
      const place = offsetInPage(start)
      for (let at = place + used - 1; at > place; at -= 1) visit(page[at] ?? 0)
      start = page[place] ?? 0
      used = lengthOf(slices - 1)
    }
  }
}

/** The length of the n-th slice of a term. */
function lengthOf(slices: number): number {
  return slices === 0 ? 0 : slices >= DOUBLINGS ? LONGEST_SLICE : 1 << slices
}
