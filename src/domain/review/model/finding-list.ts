// Findings as a later pass reads them, each with the number by which it is answered.
import { shortened } from '#domain/text/shown-text.js'
import type { ChallengedFinding } from './challenge.js'
import type { ModelFinding } from './model-finding.js'

const LONGEST_SHOWN = 600

const placeOfFinding = ({ file, line }: ModelFinding) =>
  file === null ? 'the change as a whole' : line === null ? file : `${file}, line ${line}`

function shownFinding(finding: ModelFinding): string {
  const { severity, category, title, description, confidence } = finding
  return [
    `${title} (${severity}, ${category}, confidence ${confidence})`,
    `Where: ${placeOfFinding(finding)}`,
    shortened(description, LONGEST_SHOWN)
  ].join('\n')
}

export const findingList = (findings: readonly ModelFinding[]): string =>
  findings.map((finding, at) => `Finding ${at + 1}: ${shownFinding(finding)}`).join('\n\n')

const OBJECTIONS = {
  dropped: 'The second reviewer says that it is wrong.',
  downgraded: 'The second reviewer says that it is less grave',
  added: 'The second reviewer adds it; the first has not reported it.'
}

export const disputeList = (disputed: readonly ChallengedFinding[]): string =>
  disputed
    .map(({ before, after }, at) => {
      const note = after.adversarial_note ?? 'No reason is given.'
      return `Finding ${at + 1}: ${shownFinding(before ?? after)}\n${objectionTo(before, after)} ${note}`
    })
    .join('\n\n')

function objectionTo(before: ModelFinding | null, after: ModelFinding): string {
  if (before === null) return OBJECTIONS.added
  return after.adversarial_status === 'dropped'
    ? OBJECTIONS.dropped
    : `${OBJECTIONS.downgraded}: ${after.severity}.`
}
