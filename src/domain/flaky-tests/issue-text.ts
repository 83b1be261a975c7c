// The issue that tracks a quarantined test.
import { QUARANTINE_LABEL, QUARANTINE_LABEL_COLOR } from '#schemas/flaky-tests/enums.js'
import { fencedBlock, inertLine, inlineCode, plainProse } from '../text/markdown.js'
import { utcDay } from '../time/day.js'
import { MINUTE_MS } from '../time/durations.js'

export const quarantineLabel = { name: QUARANTINE_LABEL, color: QUARANTINE_LABEL_COLOR }

export interface TrackedTest {
  id: number
  suite: string
  name: string
  reasons: readonly string[]
  lastErrorMessage: string | null
  expiresAt: Date | null
  codeOwners: readonly string[]
  costMs: number
  blockedPulls: number
}

const LONGEST_TITLE_NAME = 150
const MOST_ERROR_LINES = 20

export const issueTitle = ({ name }: Pick<TrackedTest, 'name'>): string =>
  `Flaky test: ${inertLine(name, LONGEST_TITLE_NAME)}`

export function issueText(test: TrackedTest): string {
  const { suite, name, reasons, lastErrorMessage, expiresAt } = test
  return [
    `The test ${inlineCode(suite === '' ? name : `${suite} ${name}`)} fails now and then for reasons other than the code. The check \`service/tests\` ignores its failures${expiresAt ? ` until ${utcDay(expiresAt)}` : ''}.`,
    reasons.map((reason) => `- ${plainProse(reason)}`).join('\n'),
    ...(lastErrorMessage === null
      ? []
      : [`Its latest failure:\n\n${fencedBlock(lastErrorMessage.split('\n', MOST_ERROR_LINES))}`]),
    costText(test),
    ...ownersText(test),
    `**What to do next:** mend the test. It leaves the quarantine by itself after ten passes in a row. If it is not flaky, say so: \`POST /api/phase3/flaky/${test.id}/dismiss\`.`
  ].join('\n\n')
}

function costText({ costMs, blockedPulls }: TrackedTest): string {
  if (costMs === 0) return 'It has cost no repeated run yet.'
  const minutes = Math.max(1, Math.round(costMs / MINUTE_MS))
  const pulls = blockedPulls === 0 ? '' : ` and held up pull requests ${blockedPulls} times`
  return `So far it has cost ${minutes} min of repeated runs${pulls}.`
}

const ownersText = ({ codeOwners }: TrackedTest): string[] =>
  codeOwners.length === 0 ? [] : [`Code owners of its file: ${codeOwners.join(' ')}`]

/** Once it has left the quarantine. */
export function closedIssueText(test: TrackedTest, status: string): string {
  const why =
    status === 'graduated'
      ? 'It has graduated: its results are stable again.'
      : status === 'dismissed'
        ? 'Somebody said that it is not flaky.'
        : 'Its quarantine has ended, and its failures count again.'
  return `The test ${inlineCode(test.suite === '' ? test.name : `${test.suite} ${test.name}`)} is no longer quarantined. ${why}`
}
