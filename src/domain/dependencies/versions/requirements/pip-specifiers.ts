// Requirements of Python's packages: the version specifiers of PEP 440.
import { compareReleases, PYTHON_ORDER, type PythonVersion } from '../pep440.js'

const SPECIFIER = /^(===|~=|==|!=|<=|>=|<|>)\s{0,99}([^\s].*)$/

type Specifier = (version: PythonVersion, text: string) => boolean

/** Null where the text is no specifier. A pre-release is taken only where a specifier names one. */
export function satisfiesSpecifiers(requirement: string, text: string): boolean | null {
  const parts = requirement
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const specifiers = parts.map(parseSpecifier)
  const version = parsePep(text)
  if (!version || specifiers.some((one) => one === null)) return null
  if (version.isPrerelease && !parts.some(namesPrerelease)) return false
  return specifiers.every((specifier) => specifier?.(version, text))
}

/** What only leaves versions out, or ends before one, does not ask for it. */
const NAMING = new Set(['==', '===', '>=', '<=', '~='])

function namesPrerelease(part: string): boolean {
  const [, operator, version = ''] = SPECIFIER.exec(part) ?? []
  return NAMING.has(operator ?? '') && parsePep(version.replace(/\.\*$/, ''))?.isPrerelease === true
}

function parsePep(text: string): PythonVersion | null {
  const version = PYTHON_ORDER.parse(text)
  return version?.legacy ? null : version
}

function parseSpecifier(part: string): Specifier | null {
  const [, operator = '', named = ''] = SPECIFIER.exec(part) ?? []
  if (operator === '===') return (_, text) => text.trim().toLowerCase() === named.toLowerCase()
  const isPrefix = named.endsWith('.*')
  const version = parsePep(isPrefix ? named.slice(0, -2) : named)
  if (!version || (isPrefix && operator !== '==' && operator !== '!=')) return null
  if (isPrefix) return (other) => startsWith(other, version) === (operator === '==')
  return comparisonWith(operator, version)
}

function comparisonWith(operator: string, version: PythonVersion): Specifier | null {
  switch (operator) {
    case '==':
      return (other) => isSame(other, version)
    case '!=':
      return (other) => !isSame(other, version)
    case '<=':
      return (other) => compareReleases(other, version) <= 0
    case '>=':
      return (other) => compareReleases(other, version) >= 0
    case '<':
      return (other) => compareReleases(other, version) < 0 && !isEarlierOfSame(other, version)
    case '>':
      return (other) => compareReleases(other, version) > 0 && !isLaterOfSame(other, version)
    case '~=':
      return version.numbers.length < 2 ? null : (other) => isCompatible(other, version)
    default:
      return null
  }
}

/** What is after the plus sign counts only where the specifier names it. */
const isSame = (other: PythonVersion, version: PythonVersion) =>
  (version.local ? PYTHON_ORDER.compare(other, version) : compareReleases(other, version)) === 0

const baseOf = (version: PythonVersion): PythonVersion => ({
  ...version,
  pre: null,
  post: null,
  dev: null,
  local: null
})

const isOfSame = (a: PythonVersion, b: PythonVersion) => compareReleases(baseOf(a), baseOf(b)) === 0

/** `<1.0` leaves out the pre-releases of 1.0 as well, and `>1.0` what was only posted after it. */
const isEarlierOfSame = (other: PythonVersion, version: PythonVersion) =>
  other.isPrerelease && !version.isPrerelease && isOfSame(other, version)

const isLaterOfSame = (other: PythonVersion, version: PythonVersion) =>
  other.post !== null && version.post === null && isOfSame(other, version)

function startsWith(other: PythonVersion, prefix: PythonVersion): boolean {
  const numbers = prefix.numbers.map((_, at) => other.numbers[at] ?? '0')
  return compareReleases(baseOf({ ...other, numbers }), baseOf(prefix)) === 0
}

function isCompatible(other: PythonVersion, version: PythonVersion): boolean {
  const numbers = version.numbers.slice(0, -1)
  return compareReleases(other, version) >= 0 && startsWith(other, { ...version, numbers })
}
