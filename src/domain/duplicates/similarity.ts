// The similarity of two reports on one scale for all repositories. Decision record 18 explains the scale.
import type { TextComparison } from './comparison.js'
import { similarityLimit } from './differences.js'
import type { RankerFeatures } from './ranker.js'
import { RARITY_OF_MANY } from './weights.js'

/** Learned from the best match of each report over half a year, and whether it was a duplicate. */
const WEIGHTS = {
  text: 0.629,
  titleFound: 1.456,
  titleFoundThere: 1.88,
  bodyFound: 1.568,
  bodyFoundThere: 0.652,
  bodyOverlap: -1.226,
  failures: 0.446,
  open: 0.808,
  closedFor: -0.267,
  hits: 1.108,
  length: -0.325
} as const

// Cast: the keys of the constant are those of its type.
const names = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]

type Scale = readonly (readonly [number, number])[]

/** Maps the weighted sum (log odds without the constant) to a similarity. */
const SCALE: Scale = [
  [0, 0],
  [3.48, 0.5],
  [5.47, 0.82],
  [6.32, 0.92],
  [7.55, 0.97],
  [10.2, 1]
]

/** Maps the log odds of young repositories. Decision record 18 tells what was right from which odds on. */
const YOUNG_SCALE: Scale = [
  [-8, 0],
  [-1.25, 0.82],
  [0.5, 0.92],
  [4, 1]
]

/** Reports that share this part of all their words are alike, whatever the other features are. */
const ALIKE_FROM = 0.75
const ALIKE = 0.92
/** Fewer shared words may be coincidence. */
const FEWEST_WORDS = 5

/** Two reports with the same failure are related from this share of common body words. */
const RELATED_FROM = 0.5
const RELATED = 0.82

/**
 * The scale was learned on an index of this size. In a smaller one, the best unrelated report is less similar, so its
 * odds are corrected. Measured on eight growing trackers.
 */
const LEARNED_AMONG = 8_000
const FEWEST_AMONG = 16
const PER_DOUBLING = 0.2
/** The correction for small indexes alone never makes a duplicate. */
const MOST_OF_FEW = 0.91

export function similarityOf(features: RankerFeatures, comparison: TextComparison, reports: number): number {
  const odds = names.reduce((sum, name) => sum + WEIGHTS[name] * features[name], 0)
  const learned = Math.max(
    onScale(odds),
    Math.min(onScale(odds + oddsOfFew(reports, comparison)), MOST_OF_FEW)
  )
  const alike = Math.max(learned, ofTheSameWords(comparison), ofTheSameFailure(comparison))
  return Math.min(alike, similarityLimit(comparison.differences))
}

/** The odds of a young repository have a scale of their own; what is alike or different by its words is so there too. */
export function youngSimilarityOf(odds: number, comparison: TextComparison): number {
  const alike = Math.max(onScale(odds, YOUNG_SCALE), ofTheSameWords(comparison), ofTheSameFailure(comparison))
  return Math.min(alike, similarityLimit(comparison.differences))
}

/** Applies only if the title of one report has a word that occurs in the other: templates share all other words. */
function oddsOfFew(reports: number, { differences }: TextComparison): number {
  const { here, there } = differences.title
  if (here.own === here.count && there.own === there.count) return 0
  const among = Math.min(LEARNED_AMONG, Math.max(FEWEST_AMONG, reports))
  return PER_DOUBLING * Math.log2(LEARNED_AMONG / among)
}

function ofTheSameWords({ overlap, words }: TextComparison): number {
  if (words < FEWEST_WORDS || overlap < ALIKE_FROM) return 0
  return ALIKE + ((1 - ALIKE) * (overlap - ALIKE_FROM)) / (1 - ALIKE_FROM)
}

/** Failure lines that many reports share come from the template. */
function ofTheSameFailure({ failures, failureCount, bodyOverlap }: TextComparison): number {
  const isDistinctive = failures > failureCount * RARITY_OF_MANY
  return isDistinctive && bodyOverlap >= RELATED_FROM ? RELATED : 0
}

function onScale(value: number, scale = SCALE): number {
  let [below, similarity] = scale[0] ?? [0, 0]
  for (const [above, next] of scale) {
    if (value <= above) return similarity + shareOf(value - below, above - below) * (next - similarity)
    below = above
    similarity = next
  }
  return similarity
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.max(0, part / whole) : 0
}
