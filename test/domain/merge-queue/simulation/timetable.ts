// What is to happen when: a heap, in which equal times keep the order in which they were put.

interface Appointment {
  at: number
  turn: number
  act: () => void
}

const isBefore = (one: Appointment, other: Appointment) =>
  one.at < other.at || (one.at === other.at && one.turn < other.turn)

export class Timetable {
  #heap: Appointment[] = []
  #turns = 0

  /** When the next one is; null if there is none. */
  get next(): number | null {
    return this.#heap[0]?.at ?? null
  }

  put(at: number, act: () => void): void {
    this.#turns += 1
    const heap = this.#heap
    let index = heap.push({ at, turn: this.#turns, act }) - 1
    while (index > 0) {
      const above = (index - 1) >> 1
      if (!this.#swapUnlessOrdered(above, index)) return
      index = above
    }
  }

  take(): () => void {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (!first || !last) throw new Error('nothing is to happen')
    if (this.#heap.length > 0) {
      this.#heap[0] = last
      this.#sink()
    }
    return first.act
  }

  #sink(): void {
    for (let index = 0; ; ) {
      const left = 2 * index + 1
      const [one, other] = [this.#heap[left], this.#heap[left + 1]]
      if (!one) return
      const below = other && isBefore(other, one) ? left + 1 : left
      if (!this.#swapUnlessOrdered(index, below)) return
      index = below
    }
  }

  #swapUnlessOrdered(above: number, below: number): boolean {
    const [upper, lower] = [this.#heap[above], this.#heap[below]]
    if (!upper || !lower || !isBefore(lower, upper)) return false
    this.#heap[above] = lower
    this.#heap[below] = upper
    return true
  }
}
