// The model that all repositories share: one weight per feature and kind, and how far its figures can be trusted.
import { COMMON_TYPES, type CommonType, type TriageType } from '#schemas/triage/triage.js'
import type { TextFeatures } from './text/features.js'
import { hashName } from './text/hash.js'

const KINDS = COMMON_TYPES.length
const PLACES: ReadonlyMap<TriageType, number> = new Map(COMMON_TYPES.map((type, place) => [type, place]))
const MAGIC = 'IST1'
const HEAD_BYTES = 8

export interface TypeModelFacts {
  /** Named in every verdict. */
  version: string
  features: number
  /** What a stored weight of 1 stands for. */
  unit: number
  bias: number[]
  /** Repositories that it was trained with have weights of their own; here is where their scores begin. */
  known: Record<string, number[]>
  /** By what scores are divided before they are probabilities: elsewhere, and in those repositories. */
  temperatures: { elsewhere: number; known: number }
  /** From which probability on an answer is right often enough to be acted upon. */
  cutoffs: Record<CommonType, number>
}

export interface TypeModel extends TypeModelFacts {
  /** Sorted, so that a feature is found by halving. */
  hashes: Uint32Array
  /** One row of kinds for each hash. */
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
    throw new Error('these are no weights for kinds of issues')
  // The border to the file: it is made by `encodeTypeModel` alone, and its mark has been checked.
  const facts = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_BYTES, from))) as TypeModelFacts
  if (bytes.length !== from + (4 + KINDS) * facts.features)
    throw new Error('the weights for kinds of issues are cut off')
  const hashes = Uint32Array.from({ length: facts.features }, (_, at) => view.getUint32(from + 4 * at, true))
  const weights = Int8Array.from(bytes.subarray(from + 4 * facts.features))
  return { ...facts, hashes, weights }
}

/** What each feature says for each kind; only what is known of. */
export interface FeatureScores {
  feature: string
  /** One score per common kind. */
  scores: number[]
}

/** All that the model says of these features, in an issue of this repository. */
export function scoreFeatures(
  model: TypeModel,
  features: TextFeatures,
  repository?: string
): FeatureScores[] {
  const seed = isTrainedOn(model, repository) ? hashName(repository ?? '') : undefined
  const said: FeatureScores[] = []
  for (const [feature, value] of features) {
    const row = rowOf(model, hashName(feature, seed))
    if (row < 0) continue
    const from = row * KINDS
    const scores = [...model.weights.subarray(from, from + KINDS)].map(
      (weight) => weight * model.unit * value
    )
    said.push({ feature, scores })
  }
  return said
}

/** Whether the repository is one that it was trained with. */
export const isTrainedOn = (model: TypeModel, repository: string | undefined): boolean =>
  knownBias(model, repository) !== undefined

function knownBias({ known }: TypeModel, repository: string | undefined): number[] | undefined {
  return repository !== undefined && Object.hasOwn(known, repository) ? known[repository] : undefined
}

/** Where the score of a kind stands; nowhere if only a repository's own lessons tell it. */
export const typeIndex = (type: TriageType): number | undefined => PLACES.get(type)

/** The scores of the common kinds, such that they are probabilities once they are put under softmax. */
export function typeScores(model: TypeModel, said: readonly FeatureScores[], repository?: string): number[] {
  const bias = knownBias(model, repository)
  const temperature = bias ? model.temperatures.known : model.temperatures.elsewhere
  return (bias ?? model.bias).map(
    (start, kind) => said.reduce((sum, { scores }) => sum + (scores[kind] ?? 0), start) / temperature
  )
}

function rowOf({ hashes }: TypeModel, hash: number): number {
  let low = 0
  let high = hashes.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = hashes[middle] ?? 0
    if (found === hash) return middle
    if (found < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}
