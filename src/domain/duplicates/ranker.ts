// The learned order of the candidates of one report.
import type { TextComparison } from './comparison.js'

export interface CandidateHistory {
  wasOpen: boolean
  /** Days since it was closed; 0 while it is open. */
  closedForDays: number
  ageDays: number
  hits: number
}

/** The candidate with the most text in common. */
export interface BestTextMatch {
  text: number
  /** How many candidates have more text in common than this one. */
  rank: number
}

const MONTH_DAYS = 30

/** One number for each weight. */
export function rankerFeaturesOf(compared: TextComparison, standing: CandidateHistory, best: BestTextMatch) {
  return {
    text: Math.log1p(compared.text),
    ofBest: best.text > 0 ? compared.text / best.text : 0,
    rank: -Math.log1p(best.rank),
    titleFound: compared.titleFound,
    titleFoundThere: compared.titleFoundThere,
    titleOverlap: compared.titleOverlap,
    printOverlap: compared.printOverlap,
    bodyFound: compared.bodyFound,
    bodyFoundThere: compared.bodyFoundThere,
    bodyOverlap: compared.bodyOverlap,
    rarest: compared.rarest,
    words: Math.log1p(compared.words),
    identifiers: Math.log1p(compared.identifiers),
    pairs: Math.log1p(compared.pairs),
    failures: Math.log1p(compared.failures),
    open: standing.wasOpen ? 1 : 0,
    closedFor: Math.log1p(standing.closedForDays),
    recent: Math.exp(-standing.ageDays / MONTH_DAYS),
    hits: Math.log1p(standing.hits),
    length: Math.log1p(compared.bodyLength)
  }
}

export type RankerFeatures = ReturnType<typeof rankerFeaturesOf>
export type RankerWeights = Readonly<Record<keyof RankerFeatures, number>>

/** Learned from the links of one public tracker; where they come from, and what they reach, says decision record 18. */
export const RANKER_WEIGHTS: RankerWeights = {
  text: 0.614,
  ofBest: 1.216,
  rank: 0.438,
  titleFound: 3.276,
  titleFoundThere: 3.381,
  titleOverlap: -1.146,
  printOverlap: 2.768,
  bodyFound: 4.726,
  bodyFoundThere: 3.211,
  bodyOverlap: -8.125,
  rarest: 0.692,
  words: -0.487,
  identifiers: -0.121,
  pairs: -0.239,
  failures: 0.716,
  open: 1.243,
  closedFor: -0.438,
  recent: 1.032,
  hits: 1.582,
  length: -0.44
}

const names = Object.keys(RANKER_WEIGHTS) as (keyof RankerFeatures)[] // The keys of a constant are the names of its type.

export function rankScore(features: RankerFeatures, weights: RankerWeights = RANKER_WEIGHTS): number {
  return names.reduce((sum, name) => sum + weights[name] * features[name], 0)
}
