// The two models of kinds: one for any repository, and one for each that the training knows whole.

import type { TextFeatures } from '#domain/triage/text/features.js'
import { COMMON_TYPES } from '#schemas/triage/triage.js'
import { fitLinear, type Linear, type Sample } from '../learning/linear.js'
import type { Row } from './rows.js'

const KINDS = COMMON_TYPES.length

/** The tracker of the phrases that were written for training. */
export const PHRASES_TRACKER = 'phrases'
const PHRASE_WEIGHT = 0.3
const YOUNG_WEIGHT = 0.35
/** The trackers of made-up young projects begin so: no service will ever meet them. */
export const YOUNG = 'young/'
/** No tracker that lacks a kind counts for more rows than this. */
const ROWS_OF_A_PART = 500
/** How far the ways of one repository may depart from those of all. */
const OWN_WAYS = 0.9
/** What the model of a known repository is made of. */
const SHARES = { prepared: 0.5, plain: 0.35, elsewhere: 0.15 }

/** A feature that only one tracker has says nothing of others. */
export function fitElsewhere(rows: readonly Row[]): Linear {
  const whole = new Set(wholeTrackers(rows))
  const sizes = new Map<string, number>()
  for (const { tracker } of rows) sizes.set(tracker, (sizes.get(tracker) ?? 0) + 1)
  const weightOf = (tracker: string) => {
    if (tracker === PHRASES_TRACKER) return PHRASE_WEIGHT
    if (tracker.startsWith(YOUNG)) return YOUNG_WEIGHT
    return whole.has(tracker) ? 1 : Math.min(1, ROWS_OF_A_PART / (sizes.get(tracker) ?? 1))
  }
  const samples = rows.map((row) => sampleOf(row, [...row.features, ...row.meanings], weightOf(row.tracker)))
  return fitLinear(samples, { kinds: KINDS, leastSamples: 3, leastSources: 2, regularity: 0.7 })
}

const sampleOf = ({ tracker, type }: Row, features: Sample['features'], weight: number): Sample => ({
  features,
  source: tracker,
  kind: COMMON_TYPES.indexOf(type),
  weight
})

/** Real trackers with issues of all kinds. */
export function wholeTrackers(rows: readonly Row[]): string[] {
  const kinds = new Map<string, Set<string>>()
  for (const { tracker, type } of rows) kinds.set(tracker, (kinds.get(tracker) ?? new Set()).add(type))
  return [...kinds].flatMap(([tracker, types]) =>
    types.size > 2 && tracker !== PHRASES_TRACKER && !tracker.startsWith(YOUNG) ? [tracker] : []
  )
}

const ownName = (tracker: string, feature: string) => `${tracker} ${feature}`
const ALWAYS = 'always'

/**
 * Two ways of seeing a text and what holds elsewhere, each learnt by itself: together they are right more often. What words
 * mean is part of the last alone: where a tracker's own words are known, it misleads.
 */
export function fitKnown(rows: readonly Row[], elsewhere: Linear): Map<string, Linear> {
  const trackers = wholeTrackers(rows)
  const taught = rows.filter(({ tracker }) => trackers.includes(tracker))
  const prepared = fitWays(taught, ({ features }) => features)
  const plain = fitWays(taught, ({ plain }) => plain)
  const seen = { prepared: namesOf(taught, 'features'), plain: namesOf(taught, 'plain') }
  return new Map(
    trackers.map((tracker) => [
      tracker,
      summedUp([
        [SHARES.prepared, waysOf(prepared, tracker, seen.prepared)],
        [SHARES.plain, waysOf(plain, tracker, seen.plain)],
        [SHARES.elsewhere, elsewhere]
      ])
    ])
  )
}

/** What is common to the known repositories and what is each one's own, learnt together. */
function fitWays(rows: readonly Row[], featuresOf: (row: Row) => TextFeatures): Linear {
  const samples = rows.map((row) => sampleOf(row, [...namedWays(row, featuresOf(row))], 1))
  return fitLinear(samples, { kinds: KINDS, leastSamples: 2, leastSources: 1, regularity: 0.5 })
}

function* namedWays({ tracker }: Row, features: TextFeatures): Generator<[string, number]> {
  yield [ownName(tracker, ALWAYS), OWN_WAYS]
  for (const [name, value] of features) {
    yield [name, value]
    yield [ownName(tracker, name), value * OWN_WAYS]
  }
}

const namesOf = (rows: readonly Row[], group: 'features' | 'plain') =>
  new Set(rows.flatMap((row) => [...row[group].keys()]))

/** The common ways and those of one repository, added up. */
function waysOf({ bias, weights }: Linear, tracker: string, names: ReadonlySet<string>): Linear {
  const own = (name: string) => weights.get(ownName(tracker, name))
  const common = { bias, weights: new Map([...names].flatMap((name) => entry(name, weights.get(name)))) }
  const its = {
    bias: own(ALWAYS) ?? [],
    weights: new Map([...names].flatMap((name) => entry(name, own(name))))
  }
  return summedUp([
    [1, common],
    [OWN_WAYS, its]
  ])
}

const entry = (name: string, weights: number[] | undefined): [string, number[]][] =>
  weights ? [[name, weights]] : []

function summedUp(parts: readonly [number, Linear][]): Linear {
  const bias = COMMON_TYPES.map(() => 0)
  const weights = new Map<string, number[]>()
  for (const [share, part] of parts) {
    add(bias, part.bias, share)
    for (const [name, said] of part.weights) {
      const sum = weights.get(name) ?? COMMON_TYPES.map(() => 0)
      add(sum, said, share)
      weights.set(name, sum)
    }
  }
  return { bias, weights }
}

function add(to: number[], what: readonly number[], share: number) {
  for (let kind = 0; kind < to.length; kind += 1) to[kind] = (to[kind] ?? 0) + share * (what[kind] ?? 0)
}
