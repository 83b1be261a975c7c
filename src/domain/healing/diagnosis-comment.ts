// What is said on the commit of a failed run: why it failed, which lines show it, and what is done about it.

import type { LeastConfidence } from '#schemas/configuration/keys.js'
import type { ExtractChunk } from '#schemas/healing/words.js'
import type { FailureType } from '#schemas/mirror/ci.js'
import { storable } from '../text/storable.js'

export interface DiagnosisCommentInput {
  workflow: string
  runId: number
  type: FailureType
  cause: string
  confidence: LeastConfidence
  job: string
  file: string | null
  line: number | null
  extract: readonly ExtractChunk[]
  advice: string
  /** What is done, or why nothing is. */
  done: string
}

const MOST_LINES = 40
const LONGEST_LINE = 300
const LONGEST_PLACE = 300

/** Texts of the log stand in code, where they mean nothing to the host: no mention, no link, no picture. */
export function diagnosisComment(said: DiagnosisCommentInput): string {
  const { workflow, runId, type, cause, confidence, job, file, line, advice, done } = said
  const place = file === null ? '' : ` Look at ${inlineCode(line === null ? file : `${file}:${line}`)}.`
  return [
    `### CI diagnosis: ${type}`,
    `The run ${runId} of ${inlineCode(workflow)} failed in ${inlineCode(job)} (confidence: ${confidence}).${place}`,
    fencedBlock([cause]),
    ...extractSection(said),
    `**What is done:** ${done}`,
    `**What helps:** ${advice}`
  ].join('\n\n')
}

function extractSection({ extract }: DiagnosisCommentInput): string[] {
  const [first] = extract
  if (!first) return []
  const lines = first.lines.slice(0, MOST_LINES)
  return [`Lines ${first.from} to ${first.from + lines.length - 1} of its log:`, fencedBlock(lines)]
}

/** One line, and no back-tick that could end it. */
export const inlineCode = (text: string) =>
  `\`${cut(text.replaceAll(/[`\r\n]/g, ' ').trim(), LONGEST_PLACE) || '-'}\``

/** Half a character is none, and the host would refuse all of it. */
const cut = (text: string, longest: number) => storable(text.slice(0, longest))

/** A line that begins like a fence could end it: it is moved out of the way. */
const FENCE = '~~~~~~'
const LIKE_FENCE = /^(\s{0,300})~/

export function fencedBlock(lines: readonly string[]): string {
  const inside = lines.map((line) => cut(line, LONGEST_LINE).replaceAll(/[\r\n]/g, ' '))
  return [`${FENCE}text`, ...inside.map((line) => line.replace(LIKE_FENCE, '$1| ~')), FENCE].join('\n')
}
