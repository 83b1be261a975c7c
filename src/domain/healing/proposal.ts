// How a repair is proposed to people: the pull request, its commit and its labels.

import type { LeastConfidence } from '#schemas/configuration/keys.js'
import type { Remedy } from '#schemas/healing/enums.js'
import type { FailureType } from '#schemas/mirror/ci.js'
import { riskLevel } from '../decisions/levels.js'
import { fencedBlock, inertLine, inlineCode, plainProse, wrapLines } from '../text/markdown.js'
import { storable } from '../text/storable.js'
import { runLink } from './diagnosis-comment.js'
import { adviceFor } from './failure-texts.js'

export interface HealProposal {
  remedy: Remedy
  type: FailureType
  cause: string
  confidence: LeastConfidence
  risk: number
  workflow: string
  runId: number
  runUrl: string | null
  paths: readonly string[]
  explanation: readonly string[]
  /** Whether titles in the repository follow Conventional Commits. */
  isConventional: boolean
}

/** The service recognises commits of its own repairs by this word in their message, wherever they are merged. */
export const HEAL_MARKER = '[service-heal]'

const LONGEST_TITLE = 200
const MOST_PATHS = 50
const MESSAGE_WIDTH = 72
const LONGEST_SENTENCE = 1_000
/** The host breaks lines where the text does, so paragraphs are broken only where they are very long. */
const TEXT_WIDTH = 280

export function healPullTitle({ remedy, type, paths, isConventional }: HealProposal): string {
  const [first = '', ...others] = paths
  const where = others.length === 0 ? inertLine(first) : `${paths.length} files`
  const title = isConventional
    ? `fix(${remedy === 'formatting' ? 'style' : 'ci'}): resolve ${type} in ${where}`
    : `Resolve ${type} in ${where}`
  return storable(title.slice(0, LONGEST_TITLE))
}

export function healCommitMessage(proposal: HealProposal): string {
  const sentences = proposal.explanation.map((sentence) => inertLine(sentence, LONGEST_SENTENCE))
  const lines = sentences.flatMap((sentence) => wrapLines(sentence, MESSAGE_WIDTH))
  return `${healPullTitle(proposal)} ${HEAL_MARKER}\n\n${lines.join('\n')}`
}

export function healPullBody(proposal: HealProposal): string {
  const { type, cause, confidence, explanation } = proposal
  const sentences = explanation.map((sentence) => plainProse(sentence, LONGEST_SENTENCE))
  return [
    `${runLink(proposal)} failed. Diagnosis: \`${type}\`, ${confidence} confidence.`,
    fencedBlock([cause]),
    '### What this changes',
    sentences.map((sentence) => wrapLines(sentence, TEXT_WIDTH).join('\n')).join('\n\n'),
    changedFiles(proposal),
    ...riskWarning(proposal),
    '### What to do next',
    `Review the change, and merge it once the checks pass. If you do not want it, close this pull request. ${adviceFor(type)}`,
    'To turn off such pull requests, set `pillars.ci_healing.auto_patch: false` in `.github/.service.yml`.'
  ].join('\n\n')
}

function changedFiles({ paths }: HealProposal): string {
  const more = paths.length - MOST_PATHS
  return [
    ...paths.slice(0, MOST_PATHS).map((path) => `- ${inlineCode(path)}`),
    ...(more > 0 ? [`- and ${more} more`] : [])
  ].join('\n')
}

function riskWarning({ risk }: HealProposal): string[] {
  const level = riskLevel(risk)
  if (level === 'low') return []
  return [
    `> **Review this carefully.** The risk score is ${risk} of 100 (${level}): it follows from the type of failure and the confidence of the diagnosis.`
  ]
}

export const healPullLabels = (type: FailureType): string[] => ['ci-heal', type]

const CONVENTIONAL =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^()]{1,60}\))?!?: /
const TOOLS =
  /^(?:\.?commitlint(?:rc)?(?:\.config)?(?:\.[a-z]+)?|\.releaserc(?:\.[a-z]+)?|release\.config\.[a-z]+|\.?release-please-(?:config|manifest)\.json|\.czrc|\.versionrc(?:\.[a-z]+)?)$/
const MOST_OF_TEN = 6

/** True if a tool in the repository requires it, or most of the last ten titles follow it. */
export const usesConventionalCommits = (paths: Iterable<string>, titles: readonly string[]): boolean =>
  [...paths].some((path) => TOOLS.test(path)) ||
  titles.filter((title) => CONVENTIONAL.test(title)).length >= MOST_OF_TEN
