// Learns which candidate is the cause, and then, by how likely each is, whether the failure passes.

import type { JudgedFeatures } from '#domain/ci-logs/judgement/features.js'
import {
  chancesOf,
  type JudgedCandidate,
  type JudgementModel,
  scoreBy
} from '#domain/ci-logs/judgement/judge.js'
import type { JudgementWeights } from '#domain/ci-logs/judgement/weights.js'
import { type Example, fitLogistic } from '../triage/logistic.js'
import { type LogRow, MADE_UP } from './rows.js'

interface Answer {
  features: JudgedFeatures
  isSo: boolean
  source: string
  weight: number
}

const KINDS = 2
const LEAST_ANSWERS = 3
const LEAST_SOURCES = 2
const REGULARITY = { type: 2, transience: 3 }
/** A real log counts as much as two made-up ones. */
const OF_REAL = 2
/** A type that is less likely than this says nothing about whether the failure passes. */
const LEAST_CHANCE = 0.05

export interface Learnt {
  type: JudgementWeights
  transience: JudgementWeights
}

export const modelOf = ({ type, transience }: Learnt): JudgementModel => ({
  typeScore: scoreBy(type),
  transienceScore: scoreBy(transience)
})

export function learn(rows: readonly LogRow[]): Learnt {
  const type = learnTypes(rows)
  return { type, transience: learnTransience(rows, () => type) }
}

export const learnTypes = (rows: readonly LogRow[]): JudgementWeights =>
  weightsOf(
    rows.flatMap((row) =>
      row.candidates.map(({ hit, ofType }) => ({
        features: ofType,
        isSo: row.types.has(hit.rule.type),
        source: row.source,
        weight: weightOf(row)
      }))
    ),
    REGULARITY.type
  )

/** The types of a row should come from weights that have not seen it. */
export const learnTransience = (
  rows: readonly LogRow[],
  typesFor: (row: LogRow) => JudgementWeights
): JudgementWeights =>
  weightsOf(
    rows.flatMap((row) =>
      withChances(row, typesFor(row)).map(({ candidate, chance }) => ({
        features: candidate.ofTransience,
        isSo: row.transient,
        source: row.source,
        weight: chance * weightOf(row)
      }))
    ),
    REGULARITY.transience
  )

const weightOf = ({ set }: LogRow) => (set === MADE_UP ? 1 : OF_REAL)

function withChances({ candidates }: LogRow, weights: JudgementWeights) {
  const chances = chancesOf(candidates, { typeScore: scoreBy(weights) })
  return candidates
    .map((candidate: JudgedCandidate, at) => ({ candidate, chance: chances[at] ?? 0 }))
    .filter(({ chance }) => chance >= LEAST_CHANCE)
}

function weightsOf(answers: readonly Answer[], regularity: number): JudgementWeights {
  const places = placesOf(answers)
  const found = fitLogistic({
    examples: answers.map((answer) => exampleOf(answer, places)),
    features: places.size,
    kinds: KINDS,
    regularity
  })
  const weightAt = (place: number) => (found[KINDS * place + 1] ?? 0) - (found[KINDS * place] ?? 0)
  const rounded = [...places].map(([name, place]) => [name, Number(weightAt(place).toFixed(3))] as const)
  return {
    bias: Number(weightAt(places.size).toFixed(3)),
    weights: rounded.filter(([, weight]) => weight !== 0).map(([name, weight]) => `${name}=${weight}`)
  }
}

function placesOf(answers: readonly Answer[]): Map<string, number> {
  const seen = new Map<string, { answers: number; sources: Set<string> }>()
  for (const { features, source } of answers)
    for (const [name, value] of features) {
      if (value === 0) continue
      const one = seen.get(name) ?? { answers: 0, sources: new Set() }
      one.answers += 1
      one.sources.add(source)
      seen.set(name, one)
    }
  const names = [...seen]
    .filter(([, one]) => one.answers >= LEAST_ANSWERS && one.sources.size >= LEAST_SOURCES)
    .map(([name]) => name)
  return new Map(names.sort().map((name, place) => [name, place]))
}

function exampleOf({ features, isSo, weight }: Answer, places: ReadonlyMap<string, number>): Example {
  const known = features.flatMap(([name, value]) => {
    const place = places.get(name)
    return place === undefined || value === 0 ? [] : [{ place, value }]
  })
  return {
    features: Int32Array.from(known, ({ place }) => place),
    values: Float64Array.from(known, ({ value }) => value),
    kind: isSo ? 1 : 0,
    weight
  }
}
