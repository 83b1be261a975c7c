// How sure and how risky a fix is, and whether its patch makes sense by itself.
import type { Confidence } from '../../../schemas/config-keys.js'
import type { Complexity } from '../../../schemas/fix-words.js'
import type { RiskLevel } from '../../../schemas/heal-words.js'
import { changesOf } from '../patch-guard/changes.js'
import type { PatchedFile } from '../patch-guard/patch.js'

const OF_COMPLEXITY: Readonly<Record<Complexity, Confidence>> = {
  trivial: 'high',
  simple: 'medium',
  moderate: 'low',
  complex: 'low'
}

export const confidenceOf = (complexity: Complexity): Confidence => OF_COMPLEXITY[complexity]

/** As the pull request tells it, where the patch is there and has passed. */
export function shownConfidence(complexity: Complexity, isWhole: boolean): Confidence {
  if (complexity === 'complex' || !isWhole) return 'low'
  return complexity === 'moderate' ? 'medium' : 'high'
}

const POINTS: Readonly<Record<Complexity, number>> = { trivial: 0, simple: 0, moderate: 20, complex: 40 }
const MANY_FILES = 3
const OF_MANY_FILES = 20
const OF_RESIZED = 15
const RESIZED_SHARE = 0.3
const RESIZED_FROM = 10
const MOST = 100
const HIGH_FROM = 50
const MEDIUM_FROM = 25

const lineCount = (text: string | null) => (text === null || text === '' ? 0 : text.split('\n').length)

export function riskOf(complexity: Complexity, files: readonly PatchedFile[]): number {
  const resized = files.filter(({ before, after }) => {
    const lines = lineCount(before)
    return lines > RESIZED_FROM && Math.abs(lineCount(after) - lines) > RESIZED_SHARE * lines
  })
  const points =
    POINTS[complexity] + (files.length > MANY_FILES ? OF_MANY_FILES : 0) + OF_RESIZED * resized.length
  return Math.min(MOST, points)
}

export function riskWord(score: number): RiskLevel {
  if (score >= HIGH_FROM) return 'high'
  return score >= MEDIUM_FROM ? 'medium' : 'low'
}

/** Lines added and removed, in all. */
export function changedLines(files: readonly PatchedFile[]): number {
  return files.reduce((sum, file) => {
    const { added, removed } = changesOf(file)
    return sum + added.length + removed.length
  }, 0)
}

const KEPT_SHARE = 0.7
const KEPT_FROM = 5
const CHANGED_SHARE = 0.6
const CHANGED_FROM = 10

/** What is wrong with a patch, whatever it is for. */
export function sanityFaults(files: readonly PatchedFile[]): string[] {
  return files.flatMap((file) => {
    const fault = FAULTS.find(({ isIn }) => isIn(file))
    return fault ? [`${file.path}: ${fault.says}`] : []
  })
}

const FAULTS: readonly { says: string; isIn(file: PatchedFile): boolean }[] = [
  { says: 'nothing is changed.', isIn: ({ before, after }) => before === after },
  { says: 'nothing is left.', isIn: ({ after }) => (after ?? '').trim() === '' },
  {
    says: 'too little of it is left.',
    isIn: ({ before, after }) =>
      lineCount(before) > KEPT_FROM && lineCount(after) < KEPT_SHARE * lineCount(before)
  },
  { says: 'too much of it is changed.', isIn: isMuchChanged },
  {
    says: 'it is no JSON any more.',
    isIn: ({ path, before, after }) => /\.json$/i.test(path) && isJson(before) && !isJson(after)
  },
  {
    says: 'a quotation is not closed.',
    isIn: ({ before, after }) => ['"', '`'].some((quote) => isEven(before, quote) && !isEven(after, quote))
  }
]

function isMuchChanged(file: PatchedFile): boolean {
  const lines = lineCount(file.before)
  const { added, removed } = changesOf(file)
  return lines > CHANGED_FROM && Math.max(added.length, removed.length) > CHANGED_SHARE * lines
}

function isJson(text: string | null): boolean {
  try {
    JSON.parse(text ?? '')
    return true
  } catch {
    return false
  }
}

const isEven = (text: string | null, quote: string) => ((text ?? '').split(quote).length - 1) % 2 === 0
