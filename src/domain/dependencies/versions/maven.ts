// The order of Maven: numbers and qualifiers, of which some come before a release and all others after it.
import {
  compareNumbers,
  compareTexts,
  splitRuns,
  startsWithDigit,
  trimZeros,
  type VersionOrder,
  type VersionParts
} from './parts.js'

interface MavenToken {
  rank: number
  /** What decides among tokens of one rank. */
  value: string
}

interface MavenVersion extends VersionParts {
  tokens: readonly MavenToken[]
}

/** Of one position, from first to last; the end of a version is between `snapshot` and `sp`. */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot']
const [END_RANK, EMPTY_RANK, SP_RANK, DOT_WORD_RANK, WORD_RANK, HYPHEN_RANK, DOT_RANK] = [
  5, 6, 7, 8, 9, 10, 11
]
const FIRST_OF_RELEASES = END_RANK

const EMPTY = new Set(['', 'ga', 'final', 'release'])
const SHORT: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' }
const EARLY_WORDS = new Set(['pre', 'preview', 'dev', 'ea', 'canary', 'nightly', 'incubating'])

function parseMaven(text: string): MavenVersion | null {
  const read = readTokens(text.trim().toLowerCase())
  const tokens = dropNulls(read)
  const letters = read.findIndex(({ rank }) => rank < HYPHEN_RANK)
  const numbers = (letters < 0 ? read : read.slice(0, letters)).map(({ value }) => value)
  return { numbers, tokens, isPrerelease: tokens.some(isEarly) }
}

const isEarly = ({ rank, value }: MavenToken) => rank < FIRST_OF_RELEASES || EARLY_WORDS.has(value)

/** Between two dots or hyphens, every turn from digits to letters or back counts as a hyphen. */
function readTokens(text: string): MavenToken[] {
  const tokens: MavenToken[] = []
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && text.charAt(at) !== '.' && text.charAt(at) !== '-') continue
    const runs = splitRuns(text.slice(from, at), '')
    const isHyphen = from > 0 && text.charAt(from - 1) === '-'
    if (runs.length === 0) tokens.push(numberToken('0', isHyphen))
    runs.forEach((run, index) => {
      if (startsWithDigit(run)) tokens.push(numberToken(run, isHyphen || index > 0))
      else tokens.push(wordToken(run, index < runs.length - 1, isHyphen || index > 0))
    })
    from = at + 1
  }
  return tokens
}

const numberToken = (digits: string, isHyphen: boolean): MavenToken => ({
  rank: isHyphen ? HYPHEN_RANK : DOT_RANK,
  value: trimZeros(digits)
})

function wordToken(word: string, isBeforeNumber: boolean, isHyphen: boolean): MavenToken {
  const value = (isBeforeNumber && SHORT[word]) || (word === 'cr' ? 'rc' : word)
  if (EMPTY.has(value)) return { rank: EMPTY_RANK, value: '' }
  if (value === 'sp') return { rank: SP_RANK, value }
  const known = QUALIFIERS.indexOf(value)
  if (known >= 0) return { rank: known, value }
  return { rank: isHyphen ? WORD_RANK : DOT_WORD_RANK, value }
}

/** Zeros and empty words count for nothing at the end, and neither before a hyphen or a word. */
function dropNulls(read: readonly MavenToken[]): MavenToken[] {
  const kept: MavenToken[] = []
  for (const token of read) {
    if (token.rank !== DOT_RANK) popNulls(kept)
    kept.push(token)
  }
  popNulls(kept)
  return kept
}

function popNulls(tokens: MavenToken[]): void {
  while (tokens.length > 1 && isNull(tokens.at(-1))) tokens.pop()
}

const isNull = (token: MavenToken | undefined) => token?.value === '0' || token?.value === ''

function compareMaven(a: MavenVersion, b: MavenVersion): number {
  const length = Math.max(a.tokens.length, b.tokens.length)
  for (let at = 0; at < length; at += 1) {
    const order = compareTokens(a.tokens[at], b.tokens[at])
    if (order !== 0) return order
  }
  return 0
}

function compareTokens(a: MavenToken | undefined, b: MavenToken | undefined): number {
  const order = (a?.rank ?? END_RANK) - (b?.rank ?? END_RANK)
  if (order !== 0 || !a || !b) return order
  return a.rank >= HYPHEN_RANK ? compareNumbers(a.value, b.value) : compareTexts(a.value, b.value)
}

export const MAVEN_ORDER: VersionOrder<MavenVersion> = { parse: parseMaven, compare: compareMaven }
