// The best so many of many, kept in a heap whose top is the least of them.

/** Above 0 where the one is better than the other. */
export type CompareNumbers = (one: number, other: number) => number

export class TopHeap {
  readonly #heap: number[] = []
  readonly #most: number
  readonly #order: CompareNumbers

  constructor(most: number, order: CompareNumbers) {
    this.#most = most
    this.#order = order
  }

  offer(value: number): void {
    const heap = this.#heap
    if (heap.length < this.#most) {
      heap.push(value)
      this.#rise(heap.length - 1)
    } else if (this.#order(value, heap[0] ?? 0) > 0) {
      heap[0] = value
      this.#sink(0)
    }
  }

  /** Best first. */
  inOrder(): number[] {
    return this.#heap.toSorted((a, b) => this.#order(b, a))
  }

  #rise(from: number): void {
    let at = from
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.#isLess(at, above)) return
      this.#swap(at, above)
      at = above
    }
  }

  #sink(from: number): void {
    let at = from
    for (let least = this.#leastBelow(at); this.#isLess(least, at); least = this.#leastBelow(at)) {
      this.#swap(at, least)
      at = least
    }
  }

  /** The lesser of the two below, or itself where there is none below. */
  #leastBelow(at: number): number {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    if (left >= this.#heap.length) return at
    return right < this.#heap.length && this.#isLess(right, left) ? right : left
  }

  #isLess(at: number, than: number): boolean {
    return this.#order(this.#heap[at] ?? 0, this.#heap[than] ?? 0) < 0
  }

  #swap(one: number, other: number): void {
    const kept = this.#heap[one] ?? 0
    this.#heap[one] = this.#heap[other] ?? 0
    this.#heap[other] = kept
  }
}
