// How alike two reports are on one scale for all repositories. What the scale means, decision record 18 says.
import type { TextComparison } from './comparison.js'
import { similarityLimit } from './differences.js'
import type { RankerFeatures } from './ranker.js'
import { RARITY_OF_MANY } from './weights.js'

/** Learned from the best match of every report of half a year, whether it was the one that was repeated. */
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

const names = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[] // The keys of a constant are the names of its type.

/** What the weights come to, as log odds without their constant, and the similarity that is said of it. */
const SCALE: readonly (readonly [number, number])[] = [
  [0, 0],
  [3.48, 0.5],
  [5.47, 0.82],
  [6.32, 0.92],
  [7.55, 0.97],
  [10.2, 1]
]

/** From this share of all words on two reports are alike, whatever else is said of them. */
const ALIKE_FROM = 0.75
const ALIKE = 0.92
/** Fewer words are shared by chance. */
const FEWEST_WORDS = 5

/** Two that fail in the same place are related from this share of the words of their texts on. */
const RELATED_FROM = 0.5
const RELATED = 0.82

/**
 * The scale was learned among so many reports. The fewer there are, the less alike is the best of those that have nothing to
 * do with it: measured on eight trackers as they grew.
 */
const LEARNED_AMONG = 8_000
const FEWEST_AMONG = 16
const PER_DOUBLING = 0.2
/** That there are few makes nothing a duplicate. */
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

/** A template's words are common to all: what counts is that the one says what the title of the other is about. */
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

/** What many reports have, their template has. */
function ofTheSameFailure({ failures, failureCount, bodyOverlap }: TextComparison): number {
  const isTelling = failures > failureCount * RARITY_OF_MANY
  return isTelling && bodyOverlap >= RELATED_FROM ? RELATED : 0
}

function onScale(value: number): number {
  let [below, similarity] = SCALE[0] ?? [0, 0]
  for (const [above, next] of SCALE) {
    if (value <= above) return similarity + shareOf(value - below, above - below) * (next - similarity)
    below = above
    similarity = next
  }
  return similarity
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.max(0, part / whole) : 0
}
