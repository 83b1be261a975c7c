// Features of an issue with weights. Their names are readable, because they are shown as evidence.
import { cuesOf } from '../cues.js'
import type { PreparedText, Shape } from './issue-text.js'
import { stemWord } from './stem.js'
import type { TextToken } from './tokens.js'

/** By name, most important first; the prefix before the colon names the group. */
export type TextFeatures = Map<string, number>

/** The total weight of each group, whatever its number of features. */
const SHARES = { title: 1, pair: 0.7, word: 1, pairs: 0.7, code: 0.5, heading: 0.7, cue: 0.35, shape: 0.25 }

export function textFeaturesOf(text: PreparedText): TextFeatures {
  const features: TextFeatures = new Map()
  const title = stems(text.title)
  const prose = stems(text.prose)
  addGroup(
    features,
    title.map((word) => `title:${word}`),
    SHARES.title
  )
  addCues(features, text)
  addShape(features, text, title)
  addGroup(
    features,
    headings(text).map((words) => `heading:${words}`),
    SHARES.heading
  )
  addGroup(
    features,
    [...title, ...prose].map((word) => `word:${word}`),
    SHARES.word
  )
  addGroup(
    features,
    neighbours(title).map((pair) => `title:${pair}`),
    SHARES.pair
  )
  addGroup(
    features,
    text.code.map((word) => `code:${word}`),
    SHARES.code
  )
  addGroup(
    features,
    neighbours(prose).map((pair) => `words:${pair}`),
    SHARES.pairs
  )
  return features
}

export function addGroup(features: TextFeatures, names: readonly string[], share: number) {
  const distinct = new Set(names)
  const weight = share / Math.sqrt(Math.max(distinct.size, 1))
  for (const name of distinct) features.set(name, weight)
}

const stems = (tokens: readonly TextToken[]): string[] =>
  tokens.filter(({ kind }) => kind !== 'code').map(({ word }) => stemWord(word))

function neighbours(words: readonly string[]): string[] {
  return words.slice(1).map((word, before) => `${words[before]} ${word}`)
}

function headings({ headings }: PreparedText): string[] {
  return headings.slice(0, 30).map(
    (heading) =>
      heading
        .toLowerCase()
        .match(/\p{L}+/gu)
        ?.slice(0, 6)
        .join(' ') ?? ''
  )
}

function addCues(features: TextFeatures, { title, prose, headings }: PreparedText) {
  for (const cue of cuesOf(title.map(({ word }) => word)).keys())
    features.set(`titleCue:${cue}`, SHARES.cue * 1.5)
  const cues = cuesOf(prose.map(({ word }) => word))
  for (const [cue, count] of cues)
    features.set(`cue:${cue}`, SHARES.cue * Math.min(1.5, 0.6 + 0.3 * Math.log2(count)))
  const heads = headings.flatMap((heading) => [...heading.toLowerCase().split(/[^\p{L}']+/u), '.'])
  for (const cue of cuesOf(heads).keys()) features.set(`headingCue:${cue}`, SHARES.cue)
}

function addShape(
  features: TextFeatures,
  { title, prose, prefix, shape }: PreparedText,
  stemmed: readonly string[]
) {
  const mark = (name: string, weight = SHARES.shape) => features.set(`shape:${name}`, weight)
  // Cast: the shape has exactly these keys.
  for (const [name, count] of Object.entries(shape) as [keyof Shape, number][])
    if (count > 0) mark(`${name} ${bin(count)}`)
  mark(`words ${bin(prose.length)}`)
  mark(`title words ${bin(title.length)}`)
  if (title.at(-1)?.word === '?') mark('title asks', 2 * SHARES.shape)
  for (const cue of cuesOf(prefix.split(/[^\p{L}]+/u)).keys()) mark(`prefix ${cue}`, 4 * SHARES.shape)
  if (prefix !== '') features.set(`prefix:${prefix}`, 2 * SHARES.shape)
  features.set(`first:${stemmed[0] ?? ''}`, SHARES.shape * 1.5)
  const opening = cuesOf(prose.slice(0, 12).map(({ word }) => word))
  for (const cue of opening.keys()) features.set(`opening:${cue}`, SHARES.cue * 0.7)
}

/** Groups counts on a logarithmic scale. */
const bin = (count: number) => (count === 0 ? 0 : Math.min(9, 1 + Math.floor(Math.log2(count))))
