// The pretrained model for all repositories: weights by feature and type, and the calibration of its scores.
import { COMMON_TYPES, type CommonType, type TriageType } from '#schemas/triage/triage.js'
import type { TextFeatures } from './text/features.js'
import { hashName } from './text/hash.js'

const KINDS = COMMON_TYPES.length
const PLACES: ReadonlyMap<TriageType, number> = new Map(COMMON_TYPES.map((type, place) => [type, place]))
const MAGIC = 'IST1'
const HEAD_BYTES = 8

export type TypeCutoffs = Record<CommonType, number>

export interface TypeModelFacts {
  /** Named in every verdict. */
  version: string
  features: number
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

export interface TypeModel extends TypeModelFacts {
  /** Sorted for binary search. */
  hashes: Uint32Array
  /** One row of types for each hash. */
  weights: Int8Array
}

export function encodeTypeModel({ hashes, weights, ...facts }: TypeModel): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(facts))
  const bytes = new Uint8Array(HEAD_BYTES + text.length + 4 * hashes.length + weights.length)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(4, text.length, true)
  bytes.set(text, HEAD_BYTES)
  const from = HEAD_BYTES + text.length
  hashes.forEach((hash, at) => {
    view.setUint32(from + 4 * at, hash, true)
  })
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), from + 4 * hashes.length)
  return bytes
}

export function decodeTypeModel(bytes: Uint8Array): TypeModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const textBytes = bytes.length < HEAD_BYTES ? 0 : view.getUint32(4, true)
  const from = HEAD_BYTES + textBytes
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC || from > bytes.length)
    throw new Error('the file does not contain issue type weights')
  // Cast: only `encodeTypeModel` writes this format, and the magic bytes match.
  const facts = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_BYTES, from))) as TypeModelFacts
  if (bytes.length !== from + (4 + KINDS) * facts.features)
    throw new Error('the file with issue type weights is truncated')
  const hashes = Uint32Array.from({ length: facts.features }, (_, at) => view.getUint32(from + 4 * at, true))
  const weights = Int8Array.from(bytes.subarray(from + 4 * facts.features))
  return { ...facts, hashes, weights }
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
  const seed = isTrainedOn(model, repository) ? hashName(repository ?? '') : undefined
  const known: FeatureScores[] = []
  for (const [feature, value] of features) {
    const row = rowOf(model, hashName(feature, seed))
    if (row < 0) continue
    const from = row * KINDS
    const scores = [...model.weights.subarray(from, from + KINDS)].map(
      (weight) => weight * model.unit * value
    )
    known.push({ feature, scores })
  }
  return known
}

/** Whether the repository is in the training data. */
export const isTrainedOn = (model: TypeModel, repository: string | undefined): boolean =>
  knownBias(model, repository) !== undefined

function knownBias({ known }: TypeModel, repository: string | undefined): number[] | undefined {
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
  const temperature = model.temperatures[bias ? 'known' : isYoung ? 'young' : 'elsewhere']
  return (bias ?? model.bias).map(
    (start, kind) => features.reduce((sum, { scores }) => sum + (scores[kind] ?? 0), start) / temperature
  )
}

function rowOf({ hashes }: TypeModel, hash: number): number {
  let low = 0
  let high = hashes.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const candidate = hashes[middle] ?? 0
    if (candidate === hash) return middle
    if (candidate < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}
