// What a repository's own labels teach: the lessons themselves, without their texts, and how much each one weighs.
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import { COMMON_TYPES, type TriageType } from '#schemas/triage/triage.js'
import { softmax } from './softmax.js'
import type { TextFeatures } from './text/features.js'
import { hashName } from './text/hash.js'

/** So many of each kind are kept, the newest; more of them would teach little more. */
export const EXAMPLES_PER_TYPE = 50
/** What is kept of an issue: titles and what stands out come first. */
const FEATURES_KEPT = 120
const BUCKETS = 2 ** 16
/** A feature weighs less than this; its weight is kept in 255 steps. */
const HEAVIEST = 1

/** How alike all issues of a repository are, whatever they say: by this the model learns how common each kind is. */
const EVERYWHERE = 1
/** The larger, the less a single lesson says. */
const REGULARITY = 0.1
/** After so many rounds nothing moves any more that would be seen. */
const ROUNDS = 12
/** With so many lessons the shared model has less to say, by this share. */
const EXAMPLES_TO_TRUST = 15
const TRUST_LOST = 0.3

/** A kind that is told only by its own lessons needs so many before it is told at all. */
const EXAMPLES_TO_PREDICT = 5

export interface TrainingExample {
  /** Of an issue that is taught again the latter holds. */
  key: string
  type: TriageType
  /** What the shared model said of it; its own model learns what was missing. */
  said: number[]
  buckets: Uint16Array
  values: Uint8Array
  /** How much it speaks for each kind. */
  weights: number[]
}

export interface RepositoryModel {
  lessons: readonly TrainingExample[]
}

export const EMPTY_MODEL: RepositoryModel = { lessons: [] }

export type LabelledFeatures = Pick<TrainingExample, 'key' | 'type' | 'said'> & { features: TextFeatures }

/** The model with these lessons added, in their order. */
export function withExamples(own: RepositoryModel, taught: readonly LabelledFeatures[]): RepositoryModel {
  const lessons = new Map(own.lessons.map((lesson) => [lesson.key, lesson]))
  for (const { features, ...rest } of taught) {
    lessons.delete(rest.key)
    lessons.set(rest.key, { ...rest, ...compactFeatures(features), weights: TRIAGE_TYPES.map(() => 0) })
  }
  return { lessons: fitted(newest([...lessons.values()])) }
}

/** The model without the lesson of one issue; what the others weigh stays as it is until the next lesson. */
export const withoutExample = ({ lessons }: RepositoryModel, key: string): RepositoryModel => ({
  lessons: lessons.filter((lesson) => lesson.key !== key)
})

function compactFeatures(features: TextFeatures): Pick<TrainingExample, 'buckets' | 'values'> {
  const first = [...features].slice(0, FEATURES_KEPT)
  return {
    buckets: Uint16Array.from(first, ([name]) => hashName(name) % BUCKETS),
    values: Uint8Array.from(first, ([, value]) => Math.round((Math.min(value, HEAVIEST) / HEAVIEST) * 255))
  }
}

function newest(lessons: readonly TrainingExample[]): TrainingExample[] {
  const left = new Map<TriageType, number>(TRIAGE_TYPES.map((type) => [type, EXAMPLES_PER_TYPE]))
  return lessons
    .toReversed()
    .filter(({ type }) => {
      const room = left.get(type) ?? 0
      left.set(type, room - 1)
      return room > 0
    })
    .toReversed()
}

/** The kinds that can be told with these lessons. */
export function predictableTypes({ lessons }: RepositoryModel): boolean[] {
  return TRIAGE_TYPES.map((type) => {
    const isCommon = COMMON_TYPES.some((common) => common === type)
    return isCommon || lessons.filter((lesson) => lesson.type === type).length >= EXAMPLES_TO_PREDICT
  })
}

/** How much of the shared model's word still counts. */
export function sharedModelWeight({ lessons }: RepositoryModel): number {
  return 1 - TRUST_LOST * Math.min(1, lessons.length / EXAMPLES_TO_TRUST)
}

/** What the own model adds to the scores of all kinds. */
export function repositoryScores({ lessons }: RepositoryModel, features: TextFeatures): number[] {
  const values = spread(compactFeatures(features))
  const scores = TRIAGE_TYPES.map(() => 0)
  for (const lesson of lessons) add(scores, lesson.weights, EVERYWHERE + product(lesson, values))
  return scores
}

/** The lesson that speaks most for a kind in view of these features, with how much it says. */
export function closestExample({ lessons }: RepositoryModel, features: TextFeatures, type: TriageType) {
  const values = spread(compactFeatures(features))
  const kind = TRIAGE_TYPES.indexOf(type)
  const heard = lessons
    .filter((lesson) => lesson.type === type)
    .map((lesson) => ({ key: lesson.key, weight: (lesson.weights[kind] ?? 0) * product(lesson, values) }))
  return heard.sort((one, other) => other.weight - one.weight)[0]
}

/**
 * Each lesson in turn takes the weight with which the model says what it teaches, given what all others say; after a few
 * rounds nothing moves any more. What has been learnt before is where it starts, so one more lesson costs little.
 */
function fitted(lessons: TrainingExample[]): TrainingExample[] {
  const trust = sharedModelWeight({ lessons })
  const alike = likenesses(lessons)
  const fitting = lessons.map((lesson, at) => ({
    lesson,
    weights: [...lesson.weights],
    likeness: alike[at] ?? new Float64Array(),
    scores: lesson.said.map((score) => score * trust)
  }))
  const spreadOut = (change: readonly number[], likeness: Float64Array) => {
    for (const [other, { scores }] of fitting.entries()) add(scores, change, likeness[other] ?? 0)
  }
  for (const { weights, likeness } of fitting) spreadOut(weights, likeness)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, { lesson, weights, likeness, scores }] of fitting.entries()) {
      const change = changeOf(lesson.type, { weights, scores }, likeness[at] ?? 0)
      add(weights, change, 1)
      spreadOut(change, likeness)
    }
  return fitting.map(({ lesson, weights }) => ({ ...lesson, weights }))
}

function add(to: number[], what: readonly number[], times: number) {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + (what[at] ?? 0) * times
}

interface Fit {
  weights: readonly number[]
  scores: readonly number[]
}

/** A step towards saying what the lesson teaches, as long as the steepest slope allows. */
function changeOf(type: TriageType, { weights, scores }: Fit, likeness: number): number[] {
  return softmax(scores).map((probability, kind) => {
    const wanted = TRIAGE_TYPES[kind] === type ? 1 : 0
    return (wanted - probability - REGULARITY * (weights[kind] ?? 0)) / (likeness / 2 + REGULARITY)
  })
}

function likenesses(lessons: readonly TrainingExample[]): Float64Array[] {
  const alike = lessons.map(() => new Float64Array(lessons.length))
  lessons.forEach((lesson, at) => {
    const values = spread(lesson)
    for (let other = at; other < lessons.length; other += 1) {
      const likeness = EVERYWHERE + product(lessons[other] ?? lesson, values)
      alike[at]?.fill(likeness, other, other + 1)
      alike[other]?.fill(likeness, at, at + 1)
    }
  })
  return alike
}

type CompactFeatures = Pick<TrainingExample, 'buckets' | 'values'>

/** The values in their buckets, for looking up. */
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
