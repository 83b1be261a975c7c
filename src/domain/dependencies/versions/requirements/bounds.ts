// What every notation of requirements comes down to: bounds that must all hold, in one of several alternatives.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { compareVersions } from '../versions.js'

export interface VersionBound {
  op: '<' | '<=' | '>' | '>=' | '=' | '!='
  version: string
}

/** One of the alternatives must hold; null where the text is no requirement. */
export type Requirement = readonly (readonly VersionBound[])[]

export const LONGEST_REQUIREMENT = 20_000

const HOLDS: Readonly<Record<VersionBound['op'], (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
  '!=': (order) => order !== 0
}

export function isWithin(ecosystem: Ecosystem, bounds: readonly VersionBound[], version: string): boolean {
  return bounds.every((bound) => {
    const order = compareVersions(ecosystem, version, bound.version)
    return order !== null && HOLDS[bound.op](order)
  })
}

const PARTIAL = /^[vV]?((?:\d+|[xX*])(?:\.(?:\d+|[xX*])){0,9})([-+a-zA-Z].*)?$/

/** A version of which the last numbers may be missing. */
export interface PartialVersion {
  numbers: readonly string[]
  /** A pre-release with what leads up to it; empty without one. */
  rest: string
  /** Whether a wildcard stands for the numbers that are missing. */
  isWild: boolean
}

export function parsePartial(text: string): PartialVersion | null {
  const match = PARTIAL.exec(text)
  if (!match) return null
  const parts = (match[1] ?? '').split('.')
  const end = parts.findIndex((part) => /^[xX*]$/.test(part))
  if (end >= 0) return { numbers: parts.slice(0, end), rest: '', isWild: true }
  return { numbers: parts, rest: match[2] ?? '', isWild: false }
}

/** The first numbers of which the one at this place is one higher. */
export function bumped(numbers: readonly string[], at: number): string[] {
  const next = numbers.slice(0, at + 1)
  next[at] = String(BigInt(numbers[at] ?? '0') + 1n)
  return next
}

export function filled(numbers: readonly string[], length: number): string {
  const missing = Array.from({ length: Math.max(0, length - numbers.length) }, () => '0')
  return [...numbers, ...missing].join('.')
}

/** The place of the number that may not change under a caret: the first that is not 0, or the last that is given. */
export function caretPlace(numbers: readonly string[]): number {
  const first = numbers.findIndex((number) => /[^0]/.test(number))
  return first < 0 ? Math.max(0, numbers.length - 1) : first
}
