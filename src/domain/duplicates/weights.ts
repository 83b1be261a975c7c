// Term weights: BM25F over title and body, with damped rarity.
import { SHARES } from '../text/common-words.js'

/** Repeating a term beyond this adds little. */
const SATURATION = 2
const TITLE_WEIGHT = 8
const TITLE_LENGTH_PENALTY = 0.6
const BODY_LENGTH_PENALTY = 0.9
const RARITY_POWER = 0.8

export interface Lengths {
  title: number
  body: number
}

/** The BM25F frequency of a term, normalized by the lengths of title and body. */
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
/** Added to the number of reports, so that a young repository rates rare words like a large one. */
const FEWEST_REPORTS = 200
/** The frequency in other trackers counts as much as this many reports of the repository. */
const WORD_OF_OTHERS = 5

/** Terms below this rarity occur in more than a third of all reports. */
export const RARITY_OF_MANY = Math.log1p(1.75) ** RARITY_POWER

/** How rare a term is, memoized because it is needed for every word of every candidate. */
export class Rarity {
  readonly #reports: number
  readonly #cache = new Float64Array(REMEMBERED * SHARES.length)

  constructor(reports: number) {
    this.#reports = reports
  }

  /** The rarity of a term in `reportsWith` reports and of the class `commonness` (see `commonnessOf`). */
  of(reportsWith: number, commonness: number): number {
    const at = commonness * REMEMBERED + reportsWith
    const cached = reportsWith < REMEMBERED ? (this.#cache[at] ?? 0) : 0
    if (cached > 0) return cached
    const share =
      (reportsWith + WORD_OF_OTHERS * (SHARES[commonness] ?? 0)) / (this.#reports + WORD_OF_OTHERS)
    const among = this.#reports + FEWEST_REPORTS
    const odds = (among * (1 - share) + 0.5) / (among * share + 0.5)
    const rarity = Math.log1p(odds) ** RARITY_POWER
    if (reportsWith < REMEMBERED) this.#cache[at] = rarity
    return rarity
  }
}
