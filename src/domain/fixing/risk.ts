// Confidence and risk of a fix, and the number of changed lines.
import type { LeastConfidence } from '#schemas/configuration/keys.js'
import type { Complexity } from '#schemas/model/answers.js'
import { lineChanges } from '../patches/guard/changes.js'
import type { PatchedFile } from '../patches/guard/patch.js'
import { lineCount } from '../patches/model/sanity.js'

const COMPLEXITY_CONFIDENCE: Readonly<Record<Complexity, LeastConfidence>> = {
  trivial: 'high',
  simple: 'medium',
  moderate: 'low',
  complex: 'low'
}

export const fixConfidence = (complexity: Complexity): LeastConfidence => COMPLEXITY_CONFIDENCE[complexity]

/** The confidence shown in the pull request, for a patch that passed the guards. */
export function proposalConfidence(complexity: Complexity, isWhole: boolean): LeastConfidence {
  if (complexity === 'complex' || !isWhole) return 'low'
  return complexity === 'moderate' ? 'medium' : 'high'
}

const COMPLEXITY_RISK: Readonly<Record<Complexity, number>> = {
  trivial: 0,
  simple: 0,
  moderate: 20,
  complex: 40
}
const MANY_FILES = 3
const MANY_FILES_RISK = 20
const RESIZED_FILE_RISK = 15
const RESIZED_SHARE = 0.3
const RESIZED_FROM = 10
const HIGHEST_SCORE = 100

export function fixRiskScore(complexity: Complexity, files: readonly PatchedFile[]): number {
  const resized = files.filter(({ before, after }) => {
    const lines = lineCount(before)
    return lines > RESIZED_FROM && Math.abs(lineCount(after) - lines) > RESIZED_SHARE * lines
  })
  const points =
    COMPLEXITY_RISK[complexity] +
    (files.length > MANY_FILES ? MANY_FILES_RISK : 0) +
    RESIZED_FILE_RISK * resized.length
  return Math.min(HIGHEST_SCORE, points)
}

/** Lines added plus lines removed. */
export function countChangedLines(files: readonly PatchedFile[]): number {
  return files.reduce((sum, file) => {
    const { added, removed } = lineChanges(file)
    return sum + added.length + removed.length
  }, 0)
}
