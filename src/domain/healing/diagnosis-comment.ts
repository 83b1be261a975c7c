// The comment on the commit of a failed run: why it failed, which lines show it, what the service did, and what to do next.

import type { LeastConfidence } from '#schemas/configuration/keys.js'
import type { ExtractChunk } from '#schemas/healing/enums.js'
import type { FailureType } from '#schemas/mirror/ci.js'
import { detailsBlock, fencedBlock, inlineCode, link, plainProse } from '../text/markdown.js'
import { adviceFor, failureName } from './failure-texts.js'

export interface DiagnosisCommentInput {
  workflow: string
  runId: number
  runUrl: string | null
  type: FailureType
  cause: string
  confidence: LeastConfidence
  job: string
  file: string | null
  line: number | null
  extract: readonly ExtractChunk[]
  response: HealResponse
}

/** What the service did about a failure, as far as people are told. */
export type HealResponse =
  | { is: 'rerun' | 'pull_request' | 'asking_model' }
  | { is: 'nothing' | 'no_pull_request' | 'no_model_answer'; reason: string }

const MOST_LINES = 40
export const LONGEST_NAME = 80

export function diagnosisComment(input: DiagnosisCommentInput): string {
  const { type, cause, confidence, job, response } = input
  return [
    `### CI failed: ${failureName(type)}`,
    `${runLink(input)} failed in job ${inlineCode(job, LONGEST_NAME)}. Diagnosis: \`${type}\`, ${confidence} confidence.`,
    fencedBlock([cause]),
    ...failingPlace(input),
    `**What the service did:** ${responseText(response)}`,
    `**What to do next:** ${nextStep(response, type)}`,
    ...extractSection(input)
  ].join('\n\n')
}

export const runLink = ({
  runId,
  runUrl,
  workflow
}: Pick<DiagnosisCommentInput, 'runId' | 'runUrl' | 'workflow'>): string =>
  `${link(`Run ${runId}`, runUrl)} of ${inlineCode(workflow, LONGEST_NAME)}`

function failingPlace({ file, line }: DiagnosisCommentInput): string[] {
  if (file === null) return []
  return [`**Where:** ${inlineCode(line === null ? file : `${file}:${line}`)}`]
}

function extractSection({ extract }: DiagnosisCommentInput): string[] {
  const [first] = extract
  if (!first) return []
  const lines = first.lines.slice(0, MOST_LINES)
  const last = first.from + lines.length - 1
  return [detailsBlock(`Log, lines ${first.from} to ${last}`, fencedBlock(lines))]
}

function responseText(response: HealResponse): string {
  switch (response.is) {
    case 'rerun':
      return 'It runs the failed jobs again, once.'
    case 'pull_request':
      return 'It proposed a repair as a pull request.'
    case 'asking_model':
      return 'It asked a language model for a change. This comment will be updated with the result.'
    case 'nothing':
      return `Nothing.\n${plainProse(response.reason)}`
    case 'no_pull_request':
      return `Nothing: it has a repair, but the pull request could not be opened.\n${plainProse(response.reason)}`
    default:
      return `Nothing: the language model gave no answer.\n${plainProse(response.reason)}`
  }
}

function nextStep({ is }: HealResponse, type: FailureType): string {
  if (is === 'rerun') return `Wait for the re-run. If it fails as well: ${adviceFor(type)}`
  if (is === 'pull_request') return `Review the pull request. To fix it yourself instead: ${adviceFor(type)}`
  return adviceFor(type)
}
