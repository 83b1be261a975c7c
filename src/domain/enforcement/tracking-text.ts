// The issue that tracks a violation. Names and values from outside stay inert.
import type { Breach } from '#schemas/enforcement/violations.js'
import { TRACKING_LABEL } from '#schemas/host/enums.js'
import { inertLine, inlineCode, plainProse } from '../text/markdown.js'
import { isReportedOnly } from './repository-rules.js'

const TRACKING_COLOR = 'e11d48'

export const trackingLabel = { name: TRACKING_LABEL, color: TRACKING_COLOR }

const LONGEST_NAME = 100
const LONGEST_VALUES = 2_000

export interface TrackedViolation {
  id: number
  policy: string
  /** Null for the repository as a whole. */
  branch: string | null
  mode: 'audit' | 'enforce'
  breaches: readonly Breach[]
  /** Why the service could not correct it; null if the policy only reports. */
  obstacle: string | null
}

export const trackingTitle = ({ policy, branch }: TrackedViolation): string =>
  `${branch === null ? 'This repository' : `Branch ${inertLine(branch, LONGEST_NAME)}`} breaks the policy ${inertLine(policy, LONGEST_NAME)}`

export function trackingText(violation: TrackedViolation): string {
  const { policy, branch, breaches } = violation
  return [
    branch === null
      ? `This repository is not as the policy ${inlineCode(policy, LONGEST_NAME)} asks.`
      : `The branch ${inlineCode(branch, LONGEST_NAME)} is protected less than the policy ${inlineCode(policy, LONGEST_NAME)} asks.`,
    tableOf(breaches),
    whyOpen(violation),
    nextSteps(violation)
  ].join('\n\n')
}

const tableOf = (breaches: readonly Breach[]): string =>
  [
    '| Rule | Expected | Actual |',
    '| --- | --- | --- |',
    ...breaches.map(
      ({ field, expected, actual }) => `| ${inlineCode(field)} | ${cellOf(expected)} | ${cellOf(actual)} |`
    )
  ].join('\n')

/** A vertical bar would end its cell, and half a value would not be inert. */
function cellOf(value: Breach['expected']): string {
  const cells = [value].flat().map((one) => inlineCode(String(one).replaceAll('|', ' ')))
  if (cells.length === 0) return 'none'
  const shown = cells.slice(0, howManyFit(cells))
  const left = cells.length - shown.length
  return shown.join(', ') + (left > 0 ? ` and ${left} more` : '')
}

function howManyFit(cells: readonly string[]): number {
  let length = 0
  const first = cells.findIndex((cell) => {
    length += cell.length
    return length > LONGEST_VALUES
  })
  return first < 0 ? cells.length : first
}

function whyOpen({ mode, obstacle, breaches }: TrackedViolation): string {
  if (mode === 'audit') return 'This policy only reports: the service changes nothing.'
  const reported = breaches.filter(isReportedOnly).map(({ field }) => inlineCode(field))
  if (obstacle === null && reported.length > 0)
    return `Only people can mend ${reported.join(', ')}: the service changes neither files nor the access of people by itself.`
  return `The service could not correct it: ${plainProse(obstacle ?? 'the host gave no reason.')}`
}

const nextSteps = ({ id, branch }: TrackedViolation): string =>
  `**What to do next:** ${branch === null ? 'mend what the table shows' : 'change the protection of the branch'}, or accept the violation with ${inlineCode(`POST /api/enforcement/violations/${id}/suppress`)}. The service closes this issue once the policy is satisfied, the violation is accepted, or the policy no longer asks for it.`
