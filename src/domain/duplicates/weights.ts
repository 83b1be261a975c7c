// How much a shared term says: BM25F over title and body, with damped rarity.
import { SHARES } from './text/common-words.js'

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
/** As if the repository had so many issues more: what is rare among thousands is rare in a young one too. */
const FEWEST_REPORTS = 200
/** What other trackers say of a word counts as much as so many issues of its own. */
const WORD_OF_OTHERS = 5

/** Below this lie terms that more than a third of all reports have. */
export const RARITY_OF_MANY = Math.log1p(1.75) ** RARITY_POWER

/** How rare a term is. Asked for every word of every candidate, so it remembers. */
export class Rarity {
  readonly #reports: number
  readonly #remembered = new Float64Array(REMEMBERED * SHARES.length)

  constructor(reports: number) {
    this.#reports = reports
  }

  /** Of a term that so many reports of the repository have, and so many elsewhere (`commonnessOf`). */
  of(reportsWith: number, commonness: number): number {
    const at = commonness * REMEMBERED + reportsWith
    const known = reportsWith < REMEMBERED ? (this.#remembered[at] ?? 0) : 0
    if (known > 0) return known
    const share =
      (reportsWith + WORD_OF_OTHERS * (SHARES[commonness] ?? 0)) / (this.#reports + WORD_OF_OTHERS)
    const among = this.#reports + FEWEST_REPORTS
    const odds = (among * (1 - share) + 0.5) / (among * share + 0.5)
    const rarity = Math.log1p(odds) ** RARITY_POWER
    if (reportsWith < REMEMBERED) this.#remembered[at] = rarity
    return rarity
  }
}
