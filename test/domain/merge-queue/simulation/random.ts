// Random numbers that can be repeated: the same seed gives the same numbers.

const STEP = 0x6d2b79f5
const RANGE = 2 ** 32

export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x85ebca6b) >>> 0
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + STEP) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0]
  }
}
