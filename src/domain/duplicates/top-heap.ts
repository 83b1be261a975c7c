// Keeps the best items of a stream in a heap with the worst of them on top.

/** Positive if the first value is better than the second. */
export type CompareNumbers = (left: number, right: number) => number

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

  /** The lesser child, or the position itself if it has no children. */
  #leastBelow(at: number): number {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    if (left >= this.#heap.length) return at
    return right < this.#heap.length && this.#isLess(right, left) ? right : left
  }

  #isLess(at: number, than: number): boolean {
    return this.#order(this.#heap[at] ?? 0, this.#heap[than] ?? 0) < 0
  }

  #swap(left: number, right: number): void {
    const moved = this.#heap[left] ?? 0
    this.#heap[left] = this.#heap[right] ?? 0
    this.#heap[right] = moved
  }
}
