// Whether an issue of a young repository reads like a report of great harm: data that is lost, a hole, an outage, money.
// People tell it in words of their own trade, so it is learned, from what the issue says and what the patterns find.
import { decodeWeightTable, NO_ROW, rowOfHash, type WeightTable } from '../../text/weight-table.js'
import { describeFeature, writtenWords } from '../evidence.js'
import { addGroup, type TextFeatures, textFeaturesOf } from '../text/features.js'
import { hashName } from '../text/hash.js'
import { type IssueText, type PreparedText, prepareText } from '../text/issue-text.js'
import { harmOf } from './harm.js'
import { isIncidentReport, severeIncidentIn } from './severity.js'

export interface GravityFacts {
  /** The value of a stored weight of 1. */
  unit: number
  bias: number
  /** The least odds of a grave report. */
  cutoff: number
}

/** One weight for each feature. */
export type GravityModel = WeightTable<GravityFacts>

export const decodeGravityModel = (bytes: Uint8Array): GravityModel =>
  decodeWeightTable(bytes, 'weights of gravity')

export interface Gravity {
  /** The log odds of great harm. */
  odds: number
  isGrave: boolean
  /** What says most for it. */
  because: string[]
}

const MARKS_SHARE = 1
const MOST_REASONS = 2

export function gravityFeaturesOf(issue: IssueText, text = prepareText(issue)): TextFeatures {
  const features = textFeaturesOf(text)
  const marks = [
    severeIncidentIn(issue.title) === undefined ? [] : ['gravity:incident'],
    isIncidentReport(issue.title) ? ['gravity:people'] : [],
    harmOf(issue.title, issue.body) === undefined ? [] : ['gravity:harm']
  ]
  addGroup(features, marks.flat(), MARKS_SHARE)
  return features
}

export function gravityOf(issue: IssueText, model: GravityModel): Gravity {
  const { unit, bias, cutoff } = model.facts
  const text = prepareText(issue)
  const scores = [...gravityFeaturesOf(issue, text)].flatMap(([name, value]) => {
    const row = rowOfHash(model, hashName(name))
    return row === NO_ROW ? [] : [{ name, score: (model.weights[row] ?? 0) * unit * value }]
  })
  const odds = scores.reduce((sum, { score }) => sum + score, bias)
  return { odds, isGrave: odds >= cutoff, because: reasonsIn(scores, text) }
}

/** Short words say nothing to a reader. */
const isTelling = /^(?:title|words?):.*[a-z]{4}/

function reasonsIn(scores: readonly { name: string; score: number }[], text: PreparedText): string[] {
  const written = writtenWords(text)
  return scores
    .filter(({ name, score }) => score > 0 && isTelling.test(name))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_REASONS)
    .map(({ name }) => describeFeature(name, written))
}
