// Requirements of npm, of Cargo and of Composer: carets, tildes, wildcards, hyphens and comparisons.
import {
  bumped,
  caretPlace,
  filled,
  type PartialVersion,
  parsePartial,
  type Requirement,
  type VersionBound
} from './bounds.js'

interface Notation {
  /** Numbers of a full version: what has fewer stands for all versions that begin so, if `isOpen` says that. */
  length: number
  isOpen: boolean
  /** What makes the least version of some numbers: nothing comes between it and the versions before. */
  least: string
  /** Whether every bound takes the least version of its numbers, as Composer's do. */
  isLeast: boolean
  /** What a version means that stands alone. */
  alone: '=' | '^'
}

const NPM: Notation = { length: 3, isOpen: true, least: '-0', isLeast: false, alone: '=' }
const CARGO: Notation = { ...NPM, alone: '^' }
const COMPOSER: Notation = { length: 4, isOpen: false, least: '-dev', isLeast: true, alone: '=' }

const MOST_ALTERNATIVES = 200

export const parseNpmRange = (text: string) => parseAlternatives(text.split('||'), NPM)

export const parseComposerConstraint = (text: string) =>
  parseAlternatives(text.replaceAll('||', '|').split('|'), COMPOSER)

export function parseCargoRequirement(text: string): Requirement | null {
  const parts = text.split(',').map((part) => part.trim())
  return parts.some((part) => part === '' && parts.length > 1) ? null : parseAlternatives([text], CARGO)
}

function parseAlternatives(texts: readonly string[], notation: Notation): Requirement | null {
  if (texts.length > MOST_ALTERNATIVES) return null
  const alternatives = texts.map((text) => parseBounds(text, notation))
  const known = alternatives.filter((one) => one !== null)
  return known.length === alternatives.length ? known : null
}

function parseBounds(text: string, notation: Notation): VersionBound[] | null {
  const words = wordsOf(text)
  if (words.length === 3 && words[1] === '-') return hyphenBounds(words[0] ?? '', words[2] ?? '', notation)
  const bounds = words.map((word) => wordBounds(word, notation))
  return bounds.some((one) => one === null) ? null : bounds.flatMap((one) => one ?? [])
}

const OPERATOR = /^(?:[<>]=?|!=|<>|={1,2}|~>?|\^)$/

/** Operators may stand apart from their version; Composer's stability flags count for nothing here. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let operator = ''
  for (const word of text.split(/[\s,]/)) {
    if (word === '') continue
    if (OPERATOR.test(word)) operator = word
    else {
      words.push(operator + (word.split('@')[0] ?? ''))
      operator = ''
    }
  }
  return operator === '' ? words : [...words, operator]
}

function hyphenBounds(from: string, to: string, notation: Notation): VersionBound[] | null {
  const [low, high] = [parsePartial(from), parsePartial(to)]
  if (!low || !high) return null
  const isFull = high.numbers.length >= 3 || high.rest !== ''
  const end = isFull ? at('<=', high, notation) : beyond(high, notation)
  return [lower(low, notation), ...(high.numbers.length === 0 ? [] : [end])]
}

/** No version comes before the least one. */
const NOTHING: VersionBound = { op: '<', version: '0.0.0-0' }

const LEADING = /^([<>]=?|!=|<>|={1,2}|~>?|\^|)(.*)$/

function wordBounds(word: string, notation: Notation): VersionBound[] | null {
  const [, operator = '', text = ''] = LEADING.exec(word) ?? []
  const partial = parsePartial(text)
  if (!partial) return null
  if (partial.numbers.length === 0) return operator === '<' || operator === '>' ? [NOTHING] : []
  const place = placeOf(operator || (partial.isWild ? '=' : notation.alone), partial, notation)
  return place === null
    ? [comparison(operator, partial, notation)]
    : [lower(partial, notation), upper(partial.numbers, place, notation)]
}

/** Which number ends the range; null for a comparison with one version. */
function placeOf(operator: string, partial: PartialVersion, notation: Notation): number | null {
  const last = partial.numbers.length - 1
  if (operator === '^') return caretPlace(partial.numbers)
  if (operator.startsWith('~')) return notation.isOpen ? Math.min(1, last) : Math.max(0, last - 1)
  return operator.startsWith('=') && isRange(partial, notation) ? last : null
}

function comparison(operator: string, partial: PartialVersion, notation: Notation): VersionBound {
  switch (operator) {
    case '<':
      return isRange(partial, notation)
        ? { op: '<', version: filled(partial.numbers, notation.length) + notation.least }
        : { op: '<', version: lower(partial, notation).version }
    case '<=':
      return isRange(partial, notation) ? beyond(partial, notation) : at('<=', partial, notation)
    case '>':
      return isRange(partial, notation)
        ? { op: '>=', version: filled(bumped(partial.numbers, partial.numbers.length - 1), notation.length) }
        : at('>', partial, notation)
    case '>=':
      return lower(partial, notation)
    case '!=':
    case '<>':
      return at('!=', partial, notation)
    default:
      return at('=', partial, notation)
  }
}

/** Whether it stands for all versions that begin so. */
const isRange = ({ isWild, numbers, rest }: PartialVersion, { isOpen, length }: Notation) =>
  isWild || (isOpen && rest === '' && numbers.length < length)

const at = (
  op: VersionBound['op'],
  { numbers, rest }: PartialVersion,
  { length }: Notation
): VersionBound => ({
  op,
  version: filled(numbers, length) + rest
})

const lower = (partial: PartialVersion, notation: Notation): VersionBound => ({
  op: '>=',
  version:
    at('>=', partial, notation).version + (notation.isLeast && partial.rest === '' ? notation.least : '')
})

const upper = (numbers: readonly string[], place: number, { length, least }: Notation): VersionBound => ({
  op: '<',
  version: filled(bumped(numbers, place), length) + least
})

const beyond = ({ numbers }: PartialVersion, notation: Notation) =>
  upper(numbers, numbers.length - 1, notation)
