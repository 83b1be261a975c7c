// Writes a version in the style of another one: with as many numbers, where their count has a meaning.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { readVersion } from '../../versions/versions.js'
import type { RequirementWord } from './words.js'

const FULL_LENGTH = 3
/** Of Composer, RubyGems and pip, a tilde lets the last of its numbers go up, so their count must not change. */
const COUNTING: ReadonlySet<Ecosystem> = new Set<Ecosystem>(['composer', 'rubygems', 'pip'])

export function raisedVersion(ecosystem: Ecosystem, word: RequirementWord, to: string): string {
  const count = word.version.split('.').length
  if (word.isWild) return firstNumbers(ecosystem, to, count)
  if (isTilde(word.operator)) return afterTilde(ecosystem, to, count)
  const isPartial =
    ecosystem === 'npm' && count < FULL_LENGTH && (word.operator === '' || word.operator === '=')
  return isPartial ? firstNumbers(ecosystem, to, count) : to
}

const isTilde = (operator: string) => operator.startsWith('~')

function afterTilde(ecosystem: Ecosystem, to: string, count: number): string {
  if (!COUNTING.has(ecosystem)) return count > 1 ? to : firstNumbers(ecosystem, to, count)
  const read = readVersion(ecosystem, to)
  return read && to.split('.').length === count ? to : firstNumbers(ecosystem, to, count)
}

/** Zeros stand for the numbers that are missing. */
function firstNumbers(ecosystem: Ecosystem, to: string, count: number): string {
  const numbers = readVersion(ecosystem, to)?.numbers ?? []
  return Array.from({ length: count }, (_, at) => numbers[at] ?? '0').join('.')
}
