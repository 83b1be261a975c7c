// The order of RubyGems: runs of digits and of letters, where letters mean that something is yet to come.
import {
  compareNumbers,
  compareTexts,
  splitRuns,
  startsWithDigit,
  trimZeros,
  type VersionOrder,
  type VersionParts
} from './parts.js'

interface GemVersion extends VersionParts {
  segments: readonly string[]
}

function parseGem(text: string): GemVersion | null {
  const segments = splitRuns(text.trim().replaceAll('-', '.pre.'), '.').map((run) =>
    startsWithDigit(run) ? trimZeros(run) : run
  )
  if (segments.length === 0) return null
  const letters = segments.findIndex((segment) => !startsWithDigit(segment))
  const numbers = letters < 0 ? segments : segments.slice(0, letters)
  const rest = letters < 0 ? [] : segments.slice(letters)
  return {
    numbers,
    segments: [...withoutZeros(numbers), ...withoutZeros(rest)],
    isPrerelease: rest.length > 0
  }
}

function withoutZeros(segments: readonly string[]): readonly string[] {
  return segments.slice(0, segments.findLastIndex((segment) => segment !== '0') + 1)
}

/** Where one ends, the other goes on against zeros. */
function compareGems(a: GemVersion, b: GemVersion): number {
  const length = Math.max(a.segments.length, b.segments.length)
  for (let at = 0; at < length; at += 1) {
    const order = compareSegments(a.segments[at] ?? '0', b.segments[at] ?? '0')
    if (order !== 0) return order
  }
  return 0
}

function compareSegments(a: string, b: string): number {
  const [isLeft, isRight] = [startsWithDigit(a), startsWithDigit(b)]
  if (isLeft && isRight) return compareNumbers(a, b)
  return isLeft === isRight ? compareTexts(a, b) : isLeft ? 1 : -1
}

export const RUBYGEMS_ORDER: VersionOrder<GemVersion> = { parse: parseGem, compare: compareGems }
