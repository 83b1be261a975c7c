// Explains a classification in words of the issue that its author recognizes.
import type { TriageType } from '#schemas/triage/triage.js'
import { type FeatureScores, typeIndex } from './shared-model.js'
import type { PreparedText } from './text/issue-text.js'
import { stemWord } from './text/stem.js'

export interface FeatureEvidence {
  feature: string
  /** The score for the type compared with the mean of the others. */
  weight: number
}

export interface RatedType {
  type: TriageType
  /** The most similar example of the type from the repository. */
  closest: { key: string; weight: number } | undefined
}

const MOST_EVIDENCE = 6
/** Lower weights are noise. */
const LEAST_WEIGHT = 0.05

export function featureEvidence(
  text: PreparedText,
  featureScores: readonly FeatureScores[],
  { type, closest }: RatedType
): FeatureEvidence[] {
  const kind = typeIndex(type)
  const weighed = featureScores.map(({ feature, scores }) => ({
    feature,
    weight: kind === undefined ? 0 : margin(scores, kind)
  }))
  const words = writtenWords(text)
  const described = weighed.map(({ feature, weight }) => ({
    feature: describeFeature(feature, words),
    weight
  }))
  if (closest)
    described.push({
      feature: `like issue ${closest.key}, which is known as ${type}`,
      weight: closest.weight
    })
  return described
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((left, right) => right.weight - left.weight)
    .slice(0, MOST_EVIDENCE)
    .map(({ feature, weight }) => ({ feature, weight: Math.round(weight * 1000) / 1000 }))
}

function margin(scores: readonly number[], kind: number): number {
  const chosen = scores[kind] ?? 0
  const others = scores.reduce((sum, score) => sum + score, 0) - chosen
  return chosen - others / (scores.length - 1)
}

/** Maps stems to words of the text. */
export function writtenWords({ title, prose }: PreparedText): Map<string, string> {
  return new Map([...prose, ...title].map(({ word }) => [stemWord(word), word]))
}

/** The description of each feature group. */
const FEATURE_TEXTS: Readonly<Record<string, (what: string) => string>> = {
  title: (what) => `"${what}" in the title`,
  word: (what) => `"${what}"`,
  words: (what) => `"${what}" in the text`,
  meaning: (what) => `what "${what}" means`,
  plain: (what) => `"${what}" as it is written`,
  code: (what) => `"${what}" in code`,
  heading: (what) => `the heading "${what}"`,
  titleCue: (what) => `words of ${what} in the title`,
  cue: (what) => `words of ${what}`,
  headingCue: (what) => `words of ${what} in headings`,
  opening: (what) => `words of ${what} in the first sentence`,
  prefix: (what) => `the prefix "${what}"`,
  first: (what) => `"${what}" as the first word`,
  shape: (what) => `its shape: ${what}`
}

export function describeFeature(feature: string, words: ReadonlyMap<string, string>): string {
  const at = feature.indexOf(':')
  const group = feature.slice(0, at)
  const what = feature.slice(at + 1)
  const written = /^(?:title|words?|first)$/.test(group)
    ? what
        .split(' ')
        .map((stem) => words.get(stem) ?? stem)
        .join(' ')
    : what
  return FEATURE_TEXTS[group]?.(written) ?? feature
}
