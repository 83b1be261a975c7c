// A model trained on the labels of one repository: the training examples, without their texts, and their weights.
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import { COMMON_TYPES, type TriageType } from '#schemas/triage/triage.js'
import { softmax } from './softmax.js'
import type { TextFeatures } from './text/features.js'
import { hashName } from './text/hash.js'

/** The newest examples of each type are kept; more would add little. */
export const EXAMPLES_PER_TYPE = 50
/** The features kept of an issue; titles and distinctive features come first. */
const FEATURES_KEPT = 120
const BUCKETS = 2 ** 16
/** The largest weight of a feature, stored in 255 steps. */
const HEAVIEST = 1

/** The base similarity of all issues in a repository, by which the model learns the frequency of each type. */
const EVERYWHERE = 1
/** Regularization: a larger value gives a single example less influence. */
const REGULARITY = 0.1
/** After this many rounds the weights have converged. */
const ROUNDS = 12
/** With this many examples, the shared model loses this share of its weight. */
const EXAMPLES_TO_TRUST = 15
const TRUST_LOST = 0.3

/** The examples needed before a type that the shared model lacks is predicted. */
const EXAMPLES_TO_PREDICT = 5

export interface TrainingExample {
  /** A later example of the same issue replaces the earlier one. */
  key: string
  type: TriageType
  /** The scores of the shared model; the repository model learns the difference. */
  scores: number[]
  buckets: Uint16Array
  values: Uint8Array
  /** The influence of the example on each type. */
  weights: number[]
}

export interface RepositoryModel {
  lessons: readonly TrainingExample[]
}

export const EMPTY_MODEL: RepositoryModel = { lessons: [] }

export type LabelledFeatures = Pick<TrainingExample, 'key' | 'type' | 'scores'> & { features: TextFeatures }

/** The model with these examples added in order. */
export function withExamples(model: RepositoryModel, added: readonly LabelledFeatures[]): RepositoryModel {
  const examples = new Map(model.lessons.map((example) => [example.key, example]))
  for (const { features, ...rest } of added) {
    examples.delete(rest.key)
    examples.set(rest.key, { ...rest, ...compactFeatures(features), weights: TRIAGE_TYPES.map(() => 0) })
  }
  return { lessons: fitted(newest([...examples.values()])) }
}

/** The model without one example; the other weights stay until the next training. */
export const withoutExample = ({ lessons }: RepositoryModel, key: string): RepositoryModel => ({
  lessons: lessons.filter((example) => example.key !== key)
})

function compactFeatures(features: TextFeatures): Pick<TrainingExample, 'buckets' | 'values'> {
  const first = [...features].slice(0, FEATURES_KEPT)
  return {
    buckets: Uint16Array.from(first, ([name]) => hashName(name) % BUCKETS),
    values: Uint8Array.from(first, ([, value]) => Math.round((Math.min(value, HEAVIEST) / HEAVIEST) * 255))
  }
}

function newest(examples: readonly TrainingExample[]): TrainingExample[] {
  const left = new Map<TriageType, number>(TRIAGE_TYPES.map((type) => [type, EXAMPLES_PER_TYPE]))
  return examples
    .toReversed()
    .filter(({ type }) => {
      const room = left.get(type) ?? 0
      left.set(type, room - 1)
      return room > 0
    })
    .toReversed()
}

/** Which types the model can predict. */
export function predictableTypes({ lessons }: RepositoryModel): boolean[] {
  return TRIAGE_TYPES.map((type) => {
    const isCommon = COMMON_TYPES.some((common) => common === type)
    return isCommon || lessons.filter((example) => example.type === type).length >= EXAMPLES_TO_PREDICT
  })
}

/** The remaining weight of the shared model. */
export function sharedModelWeight({ lessons }: RepositoryModel): number {
  return 1 - TRUST_LOST * Math.min(1, lessons.length / EXAMPLES_TO_TRUST)
}

/** The scores that the repository model adds for all types. */
export function repositoryScores({ lessons }: RepositoryModel, features: TextFeatures): number[] {
  const values = spread(compactFeatures(features))
  const scores = TRIAGE_TYPES.map(() => 0)
  for (const example of lessons) add(scores, example.weights, EVERYWHERE + product(example, values))
  return scores
}

/** The example that supports a type most, given these features. */
export function closestExample({ lessons }: RepositoryModel, features: TextFeatures, type: TriageType) {
  const values = spread(compactFeatures(features))
  const kind = TRIAGE_TYPES.indexOf(type)
  const supporting = lessons
    .filter((example) => example.type === type)
    .map((example) => ({ key: example.key, weight: (example.weights[kind] ?? 0) * product(example, values) }))
  return supporting.sort((left, right) => right.weight - left.weight)[0]
}

/**
 * Trains the weights by coordinate descent: each example in turn is fitted, given all others, until the weights
 * converge. Training starts from the known weights, so one more example is cheap.
 */
function fitted(examples: TrainingExample[]): TrainingExample[] {
  const trust = sharedModelWeight({ lessons: examples })
  const alike = likenesses(examples)
  const fitting = examples.map((example, at) => ({
    example,
    weights: [...example.weights],
    likeness: alike[at] ?? new Float64Array(),
    scores: example.scores.map((score) => score * trust)
  }))
  const spreadOut = (change: readonly number[], likeness: Float64Array) => {
    for (const [other, { scores }] of fitting.entries()) add(scores, change, likeness[other] ?? 0)
  }
  for (const { weights, likeness } of fitting) spreadOut(weights, likeness)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, { example, weights, likeness, scores }] of fitting.entries()) {
      const change = changeOf(example.type, { weights, scores }, likeness[at] ?? 0)
      add(weights, change, 1)
      spreadOut(change, likeness)
    }
  return fitting.map(({ example, weights }) => ({ ...example, weights }))
}

function add(to: number[], what: readonly number[], times: number) {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + (what[at] ?? 0) * times
}

interface Fit {
  weights: readonly number[]
  scores: readonly number[]
}

/** A gradient step, divided by the largest curvature. */
function changeOf(type: TriageType, { weights, scores }: Fit, likeness: number): number[] {
  return softmax(scores).map((probability, kind) => {
    const target = TRIAGE_TYPES[kind] === type ? 1 : 0
    return (target - probability - REGULARITY * (weights[kind] ?? 0)) / (likeness / 2 + REGULARITY)
  })
}

function likenesses(examples: readonly TrainingExample[]): Float64Array[] {
  const alike = examples.map(() => new Float64Array(examples.length))
  examples.forEach((example, at) => {
    const values = spread(example)
    for (let other = at; other < examples.length; other += 1) {
      const likeness = EVERYWHERE + product(examples[other] ?? example, values)
      alike[at]?.fill(likeness, other, other + 1)
      alike[other]?.fill(likeness, at, at + 1)
    }
  })
  return alike
}

type CompactFeatures = Pick<TrainingExample, 'buckets' | 'values'>

/** The values expanded to all buckets for lookup. */
function spread({ buckets, values }: CompactFeatures): Uint8Array {
  const all = new Uint8Array(BUCKETS)
  buckets.forEach((bucket, at) => {
    all[bucket] = values[at] ?? 0
  })
  return all
}

function product({ buckets, values }: CompactFeatures, other: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < buckets.length; at += 1) sum += (values[at] ?? 0) * (other[buckets[at] ?? 0] ?? 0)
  return sum * (HEAVIEST / 255) ** 2
}
