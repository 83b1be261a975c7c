// How much a shared term says: BM25F over title and body, with damped rarity.

/** How soon saying a term again stops counting. */
const SATURATION = 2
const TITLE_WEIGHT = 8
const TITLE_LENGTH_PENALTY = 0.6
const BODY_LENGTH_PENALTY = 0.9
const RARITY_POWER = 0.8

export interface Lengths {
  title: number
  body: number
}

/** What so many of a term in a title and in a body come to, in a report of these lengths. */
export function frequencyIn(inTitle: number, inBody: number, lengths: Lengths, averages: Lengths): number {
  const title = 1 - TITLE_LENGTH_PENALTY + (TITLE_LENGTH_PENALTY * lengths.title) / averages.title
  const body = 1 - BODY_LENGTH_PENALTY + (BODY_LENGTH_PENALTY * lengths.body) / averages.body
  const frequency = (TITLE_WEIGHT * inTitle) / title + inBody / body
  return frequency / (SATURATION + frequency)
}

export function queryWeight(inTitle: number, inBody: number): number {
  return Math.log1p(TITLE_WEIGHT * inTitle + inBody)
}

const REMEMBERED = 1 << 12

/** Below this lie terms that well over half of all reports have. */
export const RARITY_OF_MOST = Math.log1p(0.8) ** RARITY_POWER

/** How rare a term is that so many of all reports have. Asked for every word of every candidate, so it remembers. */
export class Rarity {
  readonly #reports: number
  readonly #remembered = new Float64Array(REMEMBERED)

  constructor(reports: number) {
    this.#reports = reports
  }

  of(reportsWith: number): number {
    const known = this.#remembered[reportsWith] ?? 0
    if (known > 0) return known
    const odds = (this.#reports - reportsWith + 0.5) / (reportsWith + 0.5)
    const rarity = Math.log1p(odds) ** RARITY_POWER
    if (reportsWith < REMEMBERED) this.#remembered[reportsWith] = rarity
    return rarity
  }
}
