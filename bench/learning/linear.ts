// Linear models by the names of their features, as training has them before they are packed.
import { type Example, fitLogistic } from './logistic.js'

export interface Sample {
  features: readonly (readonly [name: string, value: number])[]
  /** Where it comes from: a tracker, a project, a group of tools. */
  source: string
  /** Which kind it is, by number. */
  kind: number
  /** How much it counts. */
  weight: number
}

export interface Plan {
  kinds: number
  /** A feature that fewer samples or sources have is left out. */
  leastSamples: number
  leastSources: number
  regularity: number
}

export interface Linear {
  bias: number[]
  /** One weight for each kind. */
  weights: Map<string, number[]>
}

export function fitLinear(samples: readonly Sample[], plan: Plan): Linear {
  const { kinds, regularity } = plan
  const places = placesOf(samples, plan)
  const examples = samples.map((sample) => exampleOf(sample, places))
  const found = fitLogistic({ examples, features: places.size, kinds, regularity })
  const rowAt = (place: number) => [...found.subarray(place * kinds, (place + 1) * kinds)]
  return {
    bias: rowAt(places.size),
    weights: new Map([...places].map(([name, place]) => [name, rowAt(place)]))
  }
}

/** A model of whether something is so: kind 1, and not kind 0. */
export interface OddsModel {
  bias: number
  weights: Map<string, number>
}

export function fitOdds(samples: readonly Sample[], plan: Omit<Plan, 'kinds'>): OddsModel {
  const { bias, weights } = fitLinear(samples, { ...plan, kinds: 2 })
  const odds = ([not = 0, so = 0]: readonly number[]) => so - not
  return { bias: odds(bias), weights: new Map([...weights].map(([name, row]) => [name, odds(row)])) }
}

export function oddsBy({ bias, weights }: OddsModel, features: Iterable<readonly [string, number]>): number {
  let sum = bias
  for (const [name, value] of features) sum += (weights.get(name) ?? 0) * value
  return sum
}

function placesOf(samples: readonly Sample[], plan: Plan): Map<string, number> {
  const found = new Map<string, { samples: number; sources: Set<string> }>()
  for (const { features, source } of samples)
    for (const [name] of features) {
      const seen = found.get(name) ?? { samples: 0, sources: new Set() }
      seen.samples += 1
      seen.sources.add(source)
      found.set(name, seen)
    }
  const kept = [...found].filter(
    ([, seen]) => seen.samples >= plan.leastSamples && seen.sources.size >= plan.leastSources
  )
  return new Map(kept.map(([name], place) => [name, place]))
}

function exampleOf({ features, kind, weight }: Sample, places: ReadonlyMap<string, number>): Example {
  const known = features.flatMap(([name, value]) => {
    const place = places.get(name)
    return place === undefined ? [] : [{ place, value }]
  })
  return {
    features: Int32Array.from(known, ({ place }) => place),
    values: Float64Array.from(known, ({ value }) => value),
    kind,
    weight
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
