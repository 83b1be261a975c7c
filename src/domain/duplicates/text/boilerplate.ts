// Finds lines of issue templates: those that many reports of the repository contain.

/** Lines with colliding hashes share a counter; collisions are too rare to matter. */
const COUNTERS = 1 << 18
const FEWEST_REPORTS = 8
const SMALLEST_SHARE = 0.03

export class Boilerplate {
  readonly #counts = new Uint32Array(COUNTERS)

  get bytes(): number {
    return this.#counts.byteLength
  }

  count(lines: Uint32Array, change: 1 | -1): void {
    for (const line of lines) {
      const at = line % COUNTERS
      this.#counts[at] = (this.#counts[at] ?? 0) + change
    }
  }

  has(line: number, reports: number): boolean {
    return (this.#counts[line % COUNTERS] ?? 0) >= Math.max(FEWEST_REPORTS, reports * SMALLEST_SHARE)
  }
}
