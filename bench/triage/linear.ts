// A model by the names of its features, as training has it before it is packed.

import type { TextFeatures } from '#domain/triage/text/features.js'
import { COMMON_TYPES, type CommonType } from '#schemas/triage/triage.js'
import { type Example, fitLogistic } from './logistic.js'

const KINDS = COMMON_TYPES.length

export interface Row {
  id: string
  tracker: string
  type: CommonType
  features: TextFeatures
  /** Word by word, as only the models of known repositories see it. */
  plain: TextFeatures
}

export interface Linear {
  bias: number[]
  weights: Map<string, number[]>
}

export interface Plan {
  /** The features of a row under the names that this model gives them. */
  named(row: Row): Iterable<[string, number]>
  /** A feature that fewer rows or trackers have is left out. */
  leastRows: number
  leastTrackers: number
  regularity: number
  weightOf(row: Row): number
}

export function fitLinear(rows: readonly Row[], plan: Plan): Linear {
  const places = placesOf(rows, plan)
  const examples = rows.map((row) => exampleOf(row, plan, places))
  const { regularity } = plan
  const found = fitLogistic({ examples, features: places.size, kinds: KINDS, regularity })
  const rowAt = (place: number) => [...found.subarray(place * KINDS, (place + 1) * KINDS)]
  return {
    bias: rowAt(places.size),
    weights: new Map([...places].map(([name, place]) => [name, rowAt(place)]))
  }
}

function placesOf(rows: readonly Row[], plan: Plan): Map<string, number> {
  const found = new Map<string, { rows: number; trackers: Set<string> }>()
  for (const row of rows)
    for (const [name] of plan.named(row)) {
      const seen = found.get(name) ?? { rows: 0, trackers: new Set() }
      seen.rows += 1
      seen.trackers.add(row.tracker)
      found.set(name, seen)
    }
  const kept = [...found].filter(
    ([, seen]) => seen.rows >= plan.leastRows && seen.trackers.size >= plan.leastTrackers
  )
  return new Map(kept.map(([name], place) => [name, place]))
}

function exampleOf(row: Row, plan: Plan, places: ReadonlyMap<string, number>): Example {
  const known = [...plan.named(row)].flatMap(([name, value]) => {
    const place = places.get(name)
    return place === undefined ? [] : [{ place, value }]
  })
  return {
    features: Int32Array.from(known, ({ place }) => place),
    values: Float64Array.from(known, ({ value }) => value),
    kind: COMMON_TYPES.indexOf(row.type),
    weight: plan.weightOf(row)
  }
}

export function linearScores({ bias, weights }: Linear, features: Iterable<[string, number]>): number[] {
  const scores = [...bias]
  for (const [name, value] of features)
    weights.get(name)?.forEach((weight, kind) => {
      scores[kind] = (scores[kind] ?? 0) + weight * value
    })
  return scores
}
