// What all orders of versions have in common: parts of text, and numbers of any size.

/** What is longer is no version: nothing that people publish comes near it. */
export const LONGEST_VERSION = 20_000

/** What every order reads out of a version, whatever else it compares. */
export interface VersionParts {
  /** The leading numbers, without the zeros before each. */
  numbers: readonly string[]
  isPrerelease: boolean
}

export interface VersionOrder<Version extends VersionParts> {
  /** Null where the text is no version. */
  parse(text: string): Version | null
  /** Below 0 if the first comes before the second. */
  compare(a: Version, b: Version): number
}

const isDigit = (code: number) => code >= 48 && code <= 57

export function isNumber(text: string): boolean {
  if (text === '') return false
  for (let at = 0; at < text.length; at += 1) if (!isDigit(text.charCodeAt(at))) return false
  return true
}

export const startsWithDigit = (text: string) => isDigit(text.charCodeAt(0))

export const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** Whole numbers as text, however many digits: the longer one is greater. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [trimZeros(a), trimZeros(b)]
  return left.length - right.length || compareTexts(left, right)
}

export function trimZeros(digits: string): string {
  let at = 0
  while (at < digits.length - 1 && digits.charCodeAt(at) === 48) at += 1
  return digits.slice(at)
}

/** Number by number; where one list ends, the other goes on against zeros. */
export function compareLists(a: readonly string[], b: readonly string[]): number {
  const length = Math.max(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const order = compareNumbers(a[at] ?? '0', b[at] ?? '0')
    if (order !== 0) return order
  }
  return 0
}

/** A text cut wherever digits begin or end; the characters of `separators` fall away. */
export function splitRuns(text: string, separators: string): string[] {
  const runs: string[] = []
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    const isCut = at === text.length || separators.includes(text.charAt(at))
    const isTurn = at > from && isDigit(text.charCodeAt(at)) !== isDigit(text.charCodeAt(at - 1))
    if (!isCut && !isTurn) continue
    if (at > from) runs.push(text.slice(from, at))
    from = isCut ? at + 1 : at
  }
  return runs
}
