// The order of Composer: that of PHP's version_compare, after the numbers are filled up to four.
import {
  compareNumbers,
  splitRuns,
  startsWithDigit,
  trimZeros,
  type VersionOrder,
  type VersionParts
} from './parts.js'

interface ComposerVersion extends VersionParts {
  segments: readonly string[]
}

const FULL_LENGTH = 4
/** What Composer puts for the `x` of a branch such as `1.x-dev`, so that it comes after all of its releases. */
const ANY_NUMBER = '9999999'

const END_RANK = 5
const NUMBER_RANK = 7
/** By how a word begins; what begins otherwise comes before everything. */
const RANKS: readonly (readonly [string, number])[] = [
  ['dev', 1],
  ['a', 2],
  ['b', 3],
  ['rc', 4],
  ['#', 6],
  ['p', 8]
]
const RC_RANK = 4

function parseComposer(text: string): ComposerVersion | null {
  const core = text.trim().toLowerCase().replace(/^v/, '').split('+')[0] ?? ''
  if (!startsWithDigit(core)) return null
  const runs = splitRuns(core, '.-_').filter((run) => run !== 'stable')
  const segments = runs.map((run) => (run === 'x' || run === '*' ? ANY_NUMBER : run))
  const letters = segments.findIndex((segment) => !startsWithDigit(segment))
  const numbers = (letters < 0 ? segments : segments.slice(0, letters)).map(trimZeros)
  const rest = letters < 0 ? [] : segments.slice(letters)
  const filling = Array.from({ length: Math.max(0, FULL_LENGTH - numbers.length) }, () => '0')
  return {
    numbers,
    segments: [...numbers, ...filling, ...rest],
    isPrerelease: rest.some((segment) => rankOf(segment) <= RC_RANK)
  }
}

function rankOf(segment: string | undefined): number {
  if (segment === undefined) return END_RANK
  if (startsWithDigit(segment)) return NUMBER_RANK
  return RANKS.find(([start]) => segment.startsWith(start))?.[1] ?? 0
}

function compareComposer(a: ComposerVersion, b: ComposerVersion): number {
  const length = Math.max(a.segments.length, b.segments.length)
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.segments[at], b.segments[at]]
    const order = rankOf(left) - rankOf(right)
    if (order !== 0) return order
    if (!left || !right || rankOf(left) !== NUMBER_RANK) continue
    const numbers = compareNumbers(left, right)
    if (numbers !== 0) return numbers
  }
  return 0
}

export const COMPOSER_ORDER: VersionOrder<ComposerVersion> = {
  parse: parseComposer,
  compare: compareComposer
}
