// The pretrained model for all repositories: weights by feature and type, and the calibration of its scores.
import { COMMON_TYPES, type CommonType, type TriageType } from '#schemas/triage/triage.js'
import { decodeWeightTable, NO_ROW, rowOfHash, type WeightTable } from '../text/weight-table.js'
import type { WordVectors } from '../text/word-vectors.js'
import type { TextFeatures } from './text/features.js'
import { hashName } from './text/hash.js'
import { type MeantPart, meaningName } from './text/word-meanings.js'

const PLACES: ReadonlyMap<TriageType, number> = new Map(COMMON_TYPES.map((type, place) => [type, place]))

export type TypeCutoffs = Record<CommonType, number>

export interface TypeModelFacts {
  /** Named in every verdict. */
  version: string
  /** The value of a stored weight of 1. */
  unit: number
  bias: number[]
  /** Biases of repositories in the training data, which also have weights of their own. */
  known: Record<string, number[]>
  /** Divisors that calibrate scores to probabilities, for unknown, young and known repositories. */
  temperatures: { elsewhere: number; young: number; known: number }
  /** The least probability at which an answer is reliable enough to act on, in young repositories and in others. */
  cutoffs: { elsewhere: TypeCutoffs; young: TypeCutoffs }
}

/** One row of common types for each feature. */
export type TypeModel = WeightTable<TypeModelFacts>

export const decodeTypeModel = (bytes: Uint8Array): TypeModel =>
  decodeWeightTable(bytes, 'issue type weights')

/** What is known of types before a repository has taught anything. */
export interface TypeKnowledge {
  types: TypeModel
  vectors: WordVectors
}

/** The scores of a feature that the model knows. */
export interface FeatureScores {
  feature: string
  /** One score for each common type. */
  scores: number[]
}

/** The scores of all known features in an issue of this repository. */
export function scoreFeatures(
  model: TypeModel,
  features: TextFeatures,
  repository?: string
): FeatureScores[] {
  const seed = seedOf(model, repository)
  const known: FeatureScores[] = []
  for (const [feature, value] of features) {
    const row = rowOfHash(model, hashName(feature, seed))
    if (row === NO_ROW) continue
    const from = row * model.columns
    const scores = [...model.weights.subarray(from, from + model.columns)].map(
      (weight) => weight * model.facts.unit * value
    )
    known.push({ feature, scores })
  }
  return known
}

/** The scores of what each word means, wherever it stands: the weights of all directions, as far as the word points there. */
export function scoreMeanings(
  { types, vectors }: TypeKnowledge,
  parts: readonly MeantPart[],
  repository?: string
): FeatureScores[] {
  const seed = seedOf(types, repository)
  const found = new Map<string, number[]>()
  for (const { part, words } of parts) {
    const weights = directionWeights(types, vectors.columns, (at) => hashName(meaningName(part, at), seed))
    for (const { word, row, weight } of words) {
      const scores = found.get(word) ?? COMMON_TYPES.map(() => 0)
      const pointing = vectors.weights.subarray(row * vectors.columns, (row + 1) * vectors.columns)
      pointing.forEach((value, at) => {
        for (let kind = 0; kind < scores.length; kind += 1)
          scores[kind] = (scores[kind] ?? 0) + weight * value * (weights[at * scores.length + kind] ?? 0)
      })
      found.set(word, scores)
    }
  }
  return [...found].map(([word, scores]) => ({ feature: `meaning:${word}`, scores }))
}

/** One row of common types for each direction. */
function directionWeights(
  { weights, columns, hashes, facts }: TypeModel,
  directions: number,
  hashOf: (direction: number) => number
): Float64Array {
  const all = new Float64Array(directions * columns)
  for (let at = 0; at < directions; at += 1) {
    const row = rowOfHash({ hashes }, hashOf(at))
    if (row === NO_ROW) continue
    const known = weights.subarray(row * columns, (row + 1) * columns)
    known.forEach((weight, kind) => {
      all[at * columns + kind] = weight * facts.unit
    })
  }
  return all
}

/** Weights of a repository in the training data are found by its name as well. */
const seedOf = (model: TypeModel, repository: string | undefined): number | undefined =>
  isTrainedOn(model, repository) ? hashName(repository ?? '') : undefined

/** Whether the repository is in the training data. */
export const isTrainedOn = (model: TypeModel, repository: string | undefined): boolean =>
  knownBias(model, repository) !== undefined

function knownBias({ facts: { known } }: TypeModel, repository: string | undefined): number[] | undefined {
  return repository !== undefined && Object.hasOwn(known, repository) ? known[repository] : undefined
}

/** The column of a type; undefined for types that only a repository teaches. */
export const typeIndex = (type: TriageType): number | undefined => PLACES.get(type)

/** Calibrated scores of the common types, ready for softmax. */
export function typeScores(
  model: TypeModel,
  features: readonly FeatureScores[],
  { repository, isYoung }: { repository?: string; isYoung: boolean }
): number[] {
  const bias = knownBias(model, repository)
  const temperature = model.facts.temperatures[bias ? 'known' : isYoung ? 'young' : 'elsewhere']
  return (bias ?? model.facts.bias).map(
    (start, kind) => features.reduce((sum, { scores }) => sum + (scores[kind] ?? 0), start) / temperature
  )
}
