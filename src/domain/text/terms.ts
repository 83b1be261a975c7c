// Splits a text into terms. A term is stored as its hash, never as text.

/** Each kind has its own hash seed, so that the same letters of two kinds are two terms. */
export const TERM_KINDS = {
  word: 0,
  identifier: 1,
  pair: 2,
  failure: 3,
  number: 4,
  code: 5,
  frame: 6
} as const
export type TermKind = (typeof TERM_KINDS)[keyof typeof TERM_KINDS]

export type TakeTerm = (hash: number, kind: TermKind) => void

/** What may be a word. */
export const TERM_RUN = /[\p{L}\p{M}\p{N}_]+/gu
/** The fast path for most words. */
const SIMPLE = /^[A-Z]?[a-z]+$/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
/** Boundaries between the parts of an identifier. */
const SEAM =
  /_+|(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u
const SHORTEST_TERM = 2
/** Longer runs are encoded data, which no two people write alike. */
const LONGEST_TERM = 64

/** Emits words in order, identifiers whole and in parts, and pairs of characters for scripts without spaces. */
export function takeTerms(text: string, emit: TakeTerm): void {
  for (const [run] of text.matchAll(TERM_RUN)) {
    if (run.length < SHORTEST_TERM || run.length > LONGEST_TERM) continue
    if (SIMPLE.test(run)) takeWord(run, emit)
    else if (UNSPACED.test(run)) takeCharacters(run, emit)
    else takeRun(run, emit)
  }
}

function takeRun(run: string, emit: TakeTerm): void {
  const parts = run.split(SEAM).filter((part) => part.length > 0)
  if (parts.length > 1) emit(hashTerm(run.toLowerCase(), TERM_KINDS.identifier), TERM_KINDS.identifier)
  for (const part of parts) if (part.length >= SHORTEST_TERM) takeWord(part, emit)
}

function takeWord(word: string, emit: TakeTerm): void {
  emit(hashTerm(stemTerm(word.toLowerCase()), TERM_KINDS.word), TERM_KINDS.word)
}

function takeCharacters(run: string, emit: TakeTerm): void {
  const characters = [...run]
  for (let at = 0; at + 1 < characters.length; at += 1)
    emit(hashTerm(`${characters[at]}${characters[at + 1]}`, TERM_KINDS.word), TERM_KINDS.word)
}

/** Strips English endings; short words keep theirs. */
export function stemTerm(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (word.endsWith('ing') && word.length > 6) return word.slice(0, -3)
  if (word.endsWith('ed') && word.length > 5) return word.slice(0, -2)
  if (word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')) return word.slice(0, -1)
  return word
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** 32 bits: among a million terms about a hundred collide, too few to affect the ranking. */
export function hashTerm(text: string, seed: number): number {
  let hash = Math.imul(FNV_OFFSET ^ seed, FNV_PRIME)
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
