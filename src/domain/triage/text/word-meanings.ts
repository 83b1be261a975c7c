// What the words of an issue mean, as features: a word that no training text had counts like those that mean nearly the
// same.
import { commonnessOf, SHARES } from '../../text/common-words.js'
import { hashTerm, stemTerm, TERM_KINDS } from '../../text/terms.js'
import { NO_ROW, rowOfHash } from '../../text/weight-table.js'
import { lengthOf, sumOf, type WeighedWord, type WordVectors } from '../../text/word-vectors.js'
import type { TextFeatures } from './features.js'
import type { PreparedText } from './issue-text.js'
import type { TextToken } from './tokens.js'

/** The length of what each part of a text means, whatever its number of words. */
const LENGTHS = { title: 1, text: 1, opening: 0.7 }
type Part = keyof typeof LENGTHS

/** Of a text that says so much, the meaning counts half: some two rare words. */
const HALF_SAID = 8

const OPENING_WORDS = 25
/** The share of issues with a word that is not a common one. */
const RARE_SHARE = 0.015

export interface MeantWord extends WeighedWord {
  word: string
}

export interface MeantPart {
  part: Part
  /** In their order; by their weights, all together are as long as the part is to be. */
  words: MeantWord[]
}

export function meantPartsOf({ title, prose }: PreparedText, vectors: WordVectors): MeantPart[] {
  const parts: [Part, readonly TextToken[]][] = [
    ['title', title],
    ['text', prose],
    ['opening', prose.slice(0, OPENING_WORDS)]
  ]
  return parts.map(([part, tokens]) => {
    const words = tokens.flatMap((token) => meantWord(token, vectors))
    const said = words.reduce((sum, { weight }) => sum + weight, 0)
    const length = LENGTHS[part] * (said / (said + HALF_SAID))
    const scale = length / (lengthOf(sumOf(vectors, words)) || 1)
    return { part, words: words.map((word) => ({ ...word, weight: word.weight * scale })) }
  })
}

function meantWord({ word, kind }: TextToken, vectors: WordVectors): MeantWord[] {
  if (kind !== 'word') return []
  const hash = hashTerm(stemTerm(word), TERM_KINDS.word)
  const row = rowOfHash(vectors, hash)
  // Class 0 is that of the words that are not common.
  const share = SHARES[commonnessOf(hash)] || RARE_SHARE
  return row === NO_ROW ? [] : [{ word, row, weight: Math.log(1 / share) }]
}

export const meaningName = (part: Part, direction: number): string => `${part} meaning:${direction}`

/** One feature for each direction in which each part may point. */
export function meaningFeaturesOf(text: PreparedText, vectors: WordVectors): TextFeatures {
  const features: TextFeatures = new Map()
  for (const { part, words } of meantPartsOf(text, vectors))
    sumOf(vectors, words).forEach((value, direction) => {
      features.set(meaningName(part, direction), value)
    })
  return features
}
