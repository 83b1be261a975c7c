// The order of Python's packages, by PEP 440; what does not follow it comes before all that does.
import { compareLegacy, parseLegacy } from './legacy-python.js'
import {
  compareLists,
  compareNumbers,
  compareTexts,
  isNumber,
  trimZeros,
  type VersionOrder,
  type VersionParts
} from './parts.js'

export interface PythonVersion extends VersionParts {
  epoch: string
  /** `a`, `b` or `rc` with its number. */
  pre: readonly [letter: string, number: string] | null
  post: string | null
  dev: string | null
  /** The parts after the plus sign; null without one. */
  local: readonly string[] | null
  /** The parts of what does not follow PEP 440; null for all else. */
  legacy: readonly string[] | null
}

const LETTERS: Readonly<Record<string, string>> = { alpha: 'a', beta: 'b', c: 'rc', pre: 'rc', preview: 'rc' }

/** Each reads one part where the one before it has ended. */
const EPOCH = /(\d+)!/y
const RELEASE = /\d+(?:\.\d+)*/y
const PRE = /[-_.]?(alpha|a|beta|b|preview|pre|rc|c)[-_.]?(\d*)/y
const POST = /-(\d+)|[-_.]?(?:post|rev|r)[-_.]?(\d*)/y
const DEV = /[-_.]?dev[-_.]?(\d*)/y
const LOCAL = /\+([a-z\d]+(?:[-_.][a-z\d]+)*)/y

function parsePython(text: string): PythonVersion {
  const lower = text.trim().toLowerCase()
  const core = lower.startsWith('v') ? lower.slice(1) : lower
  return (
    parsePep440(core) ?? {
      numbers: [],
      isPrerelease: false,
      epoch: '0',
      pre: null,
      post: null,
      dev: null,
      local: null,
      legacy: parseLegacy(lower)
    }
  )
}

function parsePep440(text: string): PythonVersion | null {
  let at = 0
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at += match[0].length
    return match
  }
  const epoch = read(EPOCH)
  const release = read(RELEASE)
  const pre = preOf(read(PRE))
  const post = numberOf(read(POST))
  const dev = numberOf(read(DEV))
  const local = read(LOCAL)?.[1]?.split(/[-_.]/) ?? null
  if (!release || at < text.length) return null
  const numbers = release[0].split('.').map(trimZeros)
  const isPrerelease = pre !== null || dev !== null
  return { numbers, isPrerelease, epoch: epoch?.[1] ?? '0', pre, post, dev, local, legacy: null }
}

function preOf(match: RegExpExecArray | null): PythonVersion['pre'] {
  if (!match) return null
  const [, letters = '', number] = match
  return [LETTERS[letters] ?? letters, number || '0']
}

/** Where no number is written, it is 0. */
const numberOf = (match: RegExpExecArray | null) => match && (match[1] || match[2] || '0')

function comparePython(a: PythonVersion, b: PythonVersion): number {
  if (a.legacy && b.legacy) return compareLegacy(a.legacy, b.legacy)
  if (a.legacy || b.legacy) return a.legacy ? -1 : 1
  return compareReleases(a, b) || compareLocals(a.local, b.local)
}

/** Without what is after the plus sign. */
export function compareReleases(a: PythonVersion, b: PythonVersion): number {
  return (
    compareNumbers(a.epoch, b.epoch) ||
    compareLists(a.numbers, b.numbers) ||
    comparePre(a, b) ||
    compareOptional(a.post, b.post, -1) ||
    compareOptional(a.dev, b.dev, 1)
  )
}

/** A development release of a release comes before all of its pre-releases, and the release after them. */
function comparePre(a: PythonVersion, b: PythonVersion): number {
  const order = stageOf(a) - stageOf(b)
  if (order !== 0 || !a.pre || !b.pre) return order
  return compareTexts(a.pre[0], b.pre[0]) || compareNumbers(a.pre[1], b.pre[1])
}

function stageOf({ pre, post, dev }: PythonVersion): number {
  if (pre) return 1
  return post === null && dev !== null ? 0 : 2
}

/** `absent` says where a version without the part comes: -1 before all that have it, 1 after them. */
function compareOptional(a: string | null, b: string | null, absent: -1 | 1): number {
  if (a !== null && b !== null) return compareNumbers(a, b)
  if (a === b) return 0
  return a === null ? absent : -absent
}

/** Numbers come after words, and more parts after fewer. */
function compareLocals(a: readonly string[] | null, b: readonly string[] | null): number {
  const [left, right] = [a ?? [], b ?? []]
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) {
    const order = compareLocal(left[at] ?? '', right[at] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}

function compareLocal(a: string, b: string): number {
  const [isLeft, isRight] = [isNumber(a), isNumber(b)]
  if (isLeft && isRight) return compareNumbers(a, b)
  return isLeft === isRight ? compareTexts(a, b) : isLeft ? 1 : -1
}

export const PYTHON_ORDER: VersionOrder<PythonVersion> = { parse: parsePython, compare: comparePython }
