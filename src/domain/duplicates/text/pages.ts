// A growing array of numbers in fixed pages, so that growing copies nothing.

const PAGE_BITS = 16
const PAGE_SIZE = 1 << PAGE_BITS
const WITHIN_PAGE = PAGE_SIZE - 1

export class Pages {
  readonly #pages: Uint32Array[] = []
  #length = 0

  get bytes(): number {
    return this.#pages.length * PAGE_SIZE * Uint32Array.BYTES_PER_ELEMENT
  }

  /** Reserves consecutive elements on one page; `count` must fit on a page. */
  reserve(count: number): number {
    const left = this.#pages.length * PAGE_SIZE - this.#length
    if (count > left) {
      this.#length = this.#pages.length * PAGE_SIZE
      this.#pages.push(new Uint32Array(PAGE_SIZE))
    }
    const start = this.#length
    this.#length += count
    return start
  }

  pageOf(at: number): Uint32Array {
    const page = this.#pages[at >>> PAGE_BITS]
    if (page === undefined) throw new RangeError(`no page holds the element ${at}`)
    return page
  }
}

/** The offset within a page. */
export function offsetInPage(at: number): number {
  return at & WITHIN_PAGE
}
