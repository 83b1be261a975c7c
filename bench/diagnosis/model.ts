// Learns which candidate is the cause, and then, by how likely each is, whether the failure passes.

import type { JudgedFeatures } from '#domain/ci-logs/judgement/features.js'
import {
  chancesOf,
  type JudgedCandidate,
  type JudgementModel,
  scoreBy
} from '#domain/ci-logs/judgement/judge.js'
import type { JudgementWeights } from '#domain/ci-logs/judgement/weights.js'
import { fitOdds } from '../learning/linear.js'
import { type LogRow, MADE_UP } from './rows.js'

interface Answer {
  features: JudgedFeatures
  isSo: boolean
  source: string
  weight: number
}

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
  const samples = answers.map(({ features, isSo, source, weight }) => ({
    features: features.filter(([, value]) => value !== 0),
    source,
    kind: Number(isSo),
    weight
  }))
  const { bias, weights } = fitOdds(samples, { leastSamples: 3, leastSources: 2, regularity })
  const rounded = [...weights].map(([name, weight]) => [name, Number(weight.toFixed(3))] as const)
  return {
    bias: Number(bias.toFixed(3)),
    weights: rounded
      .filter(([, weight]) => weight !== 0)
      .map(([name, weight]) => `${name}=${weight}`)
      .sort()
  }
}
