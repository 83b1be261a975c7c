// What spoke for a judgement, in words that whoever wrote the issue would know again.
import type { TriageType } from '#schemas/triage/triage.js'
import { type FeatureScores, typeIndex } from './shared-model.js'
import type { PreparedText } from './text/issue-text.js'
import { stemWord } from './text/stem.js'

export interface FeatureEvidence {
  feature: string
  /** How much it speaks for the kind, against the mean of the others. */
  weight: number
}

export interface RatedType {
  type: TriageType
  /** The issue of the repository's own that speaks most for it. */
  closest: { key: string; weight: number } | undefined
}

const MOST_EVIDENCE = 6
/** What says less than this is noise. */
const LEAST_WEIGHT = 0.05

export function featureEvidence(
  text: PreparedText,
  said: readonly FeatureScores[],
  { type, closest }: RatedType
): FeatureEvidence[] {
  const kind = typeIndex(type)
  const weighed = said.map(({ feature, scores }) => ({
    feature,
    weight: kind === undefined ? 0 : margin(scores, kind)
  }))
  const words = writtenWords(text)
  const found = weighed.map(({ feature, weight }) => ({ feature: describeFeature(feature, words), weight }))
  if (closest)
    found.push({ feature: `like issue ${closest.key}, which is known as ${type}`, weight: closest.weight })
  return found
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST_EVIDENCE)
    .map(({ feature, weight }) => ({ feature, weight: Math.round(weight * 1000) / 1000 }))
}

function margin(scores: readonly number[], kind: number): number {
  const mine = scores[kind] ?? 0
  const others = scores.reduce((sum, score) => sum + score, 0) - mine
  return mine - others / (scores.length - 1)
}

/** Stems with a word of the text that has them. */
function writtenWords({ title, prose }: PreparedText): Map<string, string> {
  return new Map([...prose, ...title].map(({ word }) => [stemWord(word), word]))
}

/** How each group of features is told. */
const FEATURE_TEXTS: Readonly<Record<string, (what: string) => string>> = {
  title: (what) => `"${what}" in the title`,
  word: (what) => `"${what}"`,
  words: (what) => `"${what}" in the text`,
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

function describeFeature(feature: string, words: ReadonlyMap<string, string>): string {
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
