// How a repair is put to people: the pull request, its commit and its labels.

import type { LeastConfidence } from '#schemas/configuration/keys.js'
import type { Remedy } from '#schemas/healing/words.js'
import type { FailureType } from '#schemas/mirror/ci.js'
import { riskLevel } from '../decisions/levels.js'
import { adviceFor } from './assessment.js'
import { fencedBlock, inlineCode } from './diagnosis-comment.js'

export interface HealProposal {
  remedy: Remedy
  type: FailureType
  cause: string
  confidence: LeastConfidence
  risk: number
  workflow: string
  runId: number
  paths: readonly string[]
  explanation: readonly string[]
  /** Whether titles in the repository say by a first word what kind of change they are of. */
  isConventional: boolean
}

/** By this word in the message of a commit the service knows its own repairs, wherever they are merged. */
export const HEAL_MARKER = '[service-heal]'

const LONGEST_TITLE = 200
const MOST_PATHS = 50

export function healPullTitle({ remedy, type, paths, isConventional }: HealProposal): string {
  const [first = '', ...others] = paths
  const where = others.length === 0 ? first : `${paths.length} files`
  const title = isConventional
    ? `fix(${remedy === 'formatting' ? 'style' : 'ci'}): resolve ${type} in ${where}`
    : `Resolve ${type} in ${where}`
  return title.slice(0, LONGEST_TITLE)
}

export const healCommitMessage = (proposed: HealProposal): string =>
  `${healPullTitle(proposed)} ${HEAL_MARKER}\n\n${proposed.explanation.join('\n')}`

const WARNING =
  '**Look closely:** this repair is riskier than others, by the kind of failure and how sure its diagnosis is.'

export function healPullBody(proposed: HealProposal): string {
  const { type, cause, confidence, risk, workflow, runId, paths, explanation } = proposed
  return [
    `The run ${runId} of ${inlineCode(workflow)} failed: ${type} (confidence: ${confidence}).`,
    fencedBlock([cause]),
    '**What this changes**',
    explanation.join('\n\n'),
    paths
      .slice(0, MOST_PATHS)
      .map((path) => `- ${inlineCode(path)}`)
      .join('\n'),
    ...(riskLevel(risk) === 'low' ? [] : [WARNING]),
    `**If it is not wanted:** close it. ${adviceFor(type)}`
  ].join('\n\n')
}

export const healPullLabels = (type: FailureType): string[] => ['ci-heal', type]

const CONVENTIONAL =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^()]{1,60}\))?!?: /
const TOOLS =
  /^(?:\.?commitlint(?:rc)?(?:\.config)?(?:\.[a-z]+)?|\.releaserc(?:\.[a-z]+)?|release\.config\.[a-z]+|\.?release-please-(?:config|manifest)\.json|\.czrc|\.versionrc(?:\.[a-z]+)?)$/
const MOST_OF_TEN = 6

/** By a tool that asks for it, or by what most of the last ten titles look like. */
export const usesConventionalCommits = (paths: Iterable<string>, titles: readonly string[]): boolean =>
  [...paths].some((path) => TOOLS.test(path)) ||
  titles.filter((title) => CONVENTIONAL.test(title)).length >= MOST_OF_TEN
