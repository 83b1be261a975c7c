// Versions that are numbers and nothing else: of Hackage and of CRAN. The longer of two that begin alike is later.
import { compareNumbers, isNumber, trimZeros, type VersionOrder, type VersionParts } from './parts.js'

function compareDotted(a: VersionParts, b: VersionParts): number {
  const length = Math.min(a.numbers.length, b.numbers.length)
  for (let at = 0; at < length; at += 1) {
    const order = compareNumbers(a.numbers[at] ?? '0', b.numbers[at] ?? '0')
    if (order !== 0) return order
  }
  return a.numbers.length - b.numbers.length
}

function parseDotted(parts: readonly string[]): VersionParts | null {
  return parts.every(isNumber) ? { numbers: parts.map(trimZeros), isPrerelease: false } : null
}

/** Tags after a hyphen say nothing of the order. */
export const HACKAGE_ORDER: VersionOrder<VersionParts> = {
  parse: (text) => parseDotted((text.split('-')[0] ?? '').split('.')),
  compare: compareDotted
}

export const CRAN_ORDER: VersionOrder<VersionParts> = {
  parse: (text) => parseDotted(text.split(/[.-]/)),
  compare: compareDotted
}
