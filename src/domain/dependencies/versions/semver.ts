// Semantic versions 2, read leniently: a `v` before them, any count of numbers, a pre-release without its hyphen.
import {
  compareLists,
  compareNumbers,
  compareTexts,
  isNumber,
  startsWithDigit,
  trimZeros,
  type VersionOrder,
  type VersionParts
} from './parts.js'

export interface SemverVersion extends VersionParts {
  /** The identifiers after the hyphen; empty for a release. */
  pre: readonly string[]
  /** The identifiers after the plus sign, which Pub alone compares. */
  build: readonly string[]
}

function parseSemver(text: string): SemverVersion | null {
  const start = /^[=\s]{0,9}[vV]?/.exec(text)?.[0].length ?? 0
  const plus = text.indexOf('+')
  const core = text.slice(start, plus < 0 ? text.length : plus)
  if (!startsWithDigit(core)) return null
  const end = core.search(/[^\d.]/)
  const numbers = core.slice(0, end < 0 ? core.length : end)
  const pre = end < 0 ? '' : core.slice(core.charAt(end) === '-' ? end + 1 : end)
  return {
    numbers: identifiersOf(numbers).map(trimZeros),
    pre: identifiersOf(pre),
    build: plus < 0 ? [] : identifiersOf(text.slice(plus + 1)),
    isPrerelease: pre !== ''
  }
}

const identifiersOf = (text: string) => text.split('.').filter((one) => one !== '')

function compareIdentifiers(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const order = compareIdentifier(a[at] ?? '', b[at] ?? '')
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareIdentifier(a: string, b: string): number {
  const [isLeft, isRight] = [isNumber(a), isNumber(b)]
  if (isLeft && isRight) return compareNumbers(a, b)
  return isLeft === isRight ? compareTexts(a, b) : isLeft ? -1 : 1
}

/** A release comes after all of its pre-releases. */
function compareSemver(a: SemverVersion, b: SemverVersion): number {
  const order = compareLists(a.numbers, b.numbers)
  if (order !== 0 || a.isPrerelease !== b.isPrerelease)
    return order || Number(b.isPrerelease) - Number(a.isPrerelease)
  return compareIdentifiers(a.pre, b.pre)
}

export const SEMVER_ORDER: VersionOrder<SemverVersion> = { parse: parseSemver, compare: compareSemver }

/** Without regard to the case of letters. */
export const NUGET_ORDER: VersionOrder<SemverVersion> = {
  parse: (text) => parseSemver(text.toLowerCase()),
  compare: compareSemver
}

/** What is after the plus sign comes after what has none. */
export const PUB_ORDER: VersionOrder<SemverVersion> = {
  parse: parseSemver,
  compare: (a, b) => compareSemver(a, b) || compareIdentifiers(a.build, b.build)
}
