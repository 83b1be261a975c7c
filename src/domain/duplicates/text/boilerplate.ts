// Which lines a repository only has because of its templates: those that many of its reports share.

/** Lines share counters where their hashes meet: far too few for one to look like a template. */
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
