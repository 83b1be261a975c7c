// Splits a requirement into its alternatives and their words: an operator and a version each, with their places.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { readVersion } from '../../versions/versions.js'

export interface RequirementWord {
  operator: string
  /** Without a leading `v` and without the wildcards at its end. */
  version: string
  /** Wildcards, and what else of the word says nothing of the version. */
  tail: string
  isWild: boolean
  /** The place of `version`. */
  from: number
  to: number
}

export interface RequirementAlternative {
  words: readonly RequirementWord[]
  from: number
  to: number
  /** `1.2 - 1.4`: of its two versions, the second one is the upper bound. */
  isHyphen: boolean
}

const LONGEST = 2_000
const MOST_WORDS = 40
const OPERATORS = ['===', '~=', '~>', '==', '>=', '<=', '!=', '<>', '~', '^', '>', '<', '=']
const ALTERNATING: ReadonlySet<Ecosystem> = new Set<Ecosystem>(['npm', 'composer'])

/** Null where it cannot be read, as a tag or the name of a branch. */
export function wordsOfRequirement(ecosystem: Ecosystem, text: string): RequirementAlternative[] | null {
  if (text.length > LONGEST) return null
  const found: RequirementAlternative[] = []
  for (const [from, to] of alternativesIn(ecosystem, text)) {
    const alternative = alternativeIn(ecosystem, text, from, to)
    if (!alternative) return null
    found.push(alternative)
  }
  return found
}

function alternativesIn(ecosystem: Ecosystem, text: string): [number, number][] {
  if (!ALTERNATING.has(ecosystem)) return [[0, text.length]]
  const found: [number, number][] = []
  let from = 0
  for (let bar = text.indexOf('|'); bar >= 0; bar = text.indexOf('|', from)) {
    found.push([from, bar])
    from = text[bar + 1] === '|' ? bar + 2 : bar + 1
  }
  return [...found, [from, text.length]]
}

function alternativeIn(
  ecosystem: Ecosystem,
  text: string,
  from: number,
  to: number
): RequirementAlternative | null {
  const places = wordPlaces(text, from, to)
  const words = places.flatMap((place) => (place.isHyphen ? [] : [wordAt(ecosystem, text, place)]))
  const known = words.filter((word) => word !== null)
  const hyphens = places.length - words.length
  const isHyphen = hyphens === 1 && words.length === 2
  const isWhole = known.length === words.length && words.length <= MOST_WORDS
  return isWhole && (hyphens === 0 || isHyphen) ? { words: known, from, to, isHyphen } : null
}

interface WordPlace {
  operator: string
  start: number
  end: number
  /** Whether it stands between the ends of a range. */
  isHyphen: boolean
}

function wordPlaces(text: string, from: number, to: number): WordPlace[] {
  const places: WordPlace[] = []
  for (let at = afterGaps(text, from); at < to && places.length <= MOST_WORDS; at = afterGaps(text, at)) {
    const operator = OPERATORS.find((one) => text.startsWith(one, at)) ?? ''
    const start = afterGaps(text, at + operator.length)
    at = Math.min(to, endOfWord(text, start))
    places.push({ operator, start, end: at, isHyphen: operator === '' && text.slice(start, at) === '-' })
  }
  return places
}

const isGap = (character: string | undefined) => character !== undefined && /[\s,]/.test(character)

function afterGaps(text: string, from: number): number {
  let at = from
  while (isGap(text[at])) at += 1
  return at
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !isGap(text[at]) && text[at] !== '|') at += 1
  return at
}

const WILD = /^(?:(\d+(?:\.\d+)*)\.)?[xX*](?:\.[xX*]){0,9}$/

function wordAt(
  ecosystem: Ecosystem,
  text: string,
  { operator, start, end }: WordPlace
): RequirementWord | null {
  const from = /[vV]/.test(text[start] ?? '') ? start + 1 : start
  const whole = text.slice(from, end)
  const flag = whole.indexOf('@')
  const stated = flag < 0 ? whole : whole.slice(0, flag)
  const wild = stated === '' ? null : WILD.exec(stated)
  const version = wild ? (wild[1] ?? '') : stated
  if (!wild && !readVersion(ecosystem, version)) return null
  const tail = whole.slice(version.length)
  return { operator, version, tail, isWild: wild !== null, from, to: from + version.length }
}
