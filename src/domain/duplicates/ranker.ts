// Ranks the candidates of one report with learned weights.
import type { TextComparison } from './comparison.js'

export interface CandidateHistory {
  wasOpen: boolean
  /** Days since the report was closed; 0 while it is open. */
  closedForDays: number
  ageDays: number
  hits: number
}

/** The candidate with the most text in common. */
export interface BestTextMatch {
  text: number
  /** The number of candidates with more text in common than this one. */
  rank: number
}

const MONTH_DAYS = 30

/** One feature for each weight. */
export function rankerFeaturesOf(comparison: TextComparison, history: CandidateHistory, best: BestTextMatch) {
  return {
    text: Math.log1p(comparison.text),
    ofBest: best.text > 0 ? comparison.text / best.text : 0,
    rank: -Math.log1p(best.rank),
    titleFound: comparison.titleFound,
    titleFoundThere: comparison.titleFoundThere,
    titleOverlap: comparison.titleOverlap,
    printOverlap: comparison.printOverlap,
    bodyFound: comparison.bodyFound,
    bodyFoundThere: comparison.bodyFoundThere,
    bodyOverlap: comparison.bodyOverlap,
    rarest: comparison.rarest,
    words: Math.log1p(comparison.words),
    identifiers: Math.log1p(comparison.identifiers),
    pairs: Math.log1p(comparison.pairs),
    failures: Math.log1p(comparison.failures),
    open: history.wasOpen ? 1 : 0,
    closedFor: Math.log1p(history.closedForDays),
    recent: Math.exp(-history.ageDays / MONTH_DAYS),
    hits: Math.log1p(history.hits),
    length: Math.log1p(comparison.bodyLength)
  }
}

export type RankerFeatures = ReturnType<typeof rankerFeaturesOf>
export type RankerWeights = Readonly<Record<keyof RankerFeatures, number>>

/** Learned from the duplicate links of a public tracker; decision record 18 names the source and the accuracy. */
const RANKER_WEIGHTS: RankerWeights = {
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

// Cast: the keys of the constant are those of its type.
const names = Object.keys(RANKER_WEIGHTS) as (keyof RankerFeatures)[]

export function rankScore(features: RankerFeatures, weights: RankerWeights = RANKER_WEIGHTS): number {
  return names.reduce((sum, name) => sum + weights[name] * features[name], 0)
}
