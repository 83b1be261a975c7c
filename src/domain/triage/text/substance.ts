// Whether a text says enough for a label. A single word can decide with great confidence: "This" alone is
// surely a wish. Whoever wrote it may have meant anything.
import { commonnessOf, SHARES } from '../../text/common-words.js'
import { hashTerm, stemTerm, TERM_KINDS } from '../../text/terms.js'
import type { TextFeatures } from './features.js'
import type { PreparedText } from './issue-text.js'

/** A phrase that means the same in any project. */
const CUE = /^(?:cue|titleCue|headingCue|opening):/
const FEWEST_WORDS = 2
/** The share of issues with the commonest word that still tells what an issue is about. */
const MOST_COMMON = 0.035

/** A cue, code, or at least two words that few issues have. */
export function saysEnough({ title, prose, code }: PreparedText, features: TextFeatures): boolean {
  if (code.length > 0 || [...features.keys()].some((name) => CUE.test(name))) return true
  const words = [...title, ...prose].flatMap(({ word, kind }) => (kind === 'word' ? [stemTerm(word)] : []))
  return new Set(words.filter(isTelling)).size >= FEWEST_WORDS
}

const isTelling = (term: string): boolean =>
  (SHARES[commonnessOf(hashTerm(term, TERM_KINDS.word))] ?? 0) <= MOST_COMMON
