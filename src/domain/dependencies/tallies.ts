// What vulnerabilities add to the counters.
import {
  type Ecosystem,
  VULNERABILITY_SEVERITIES,
  VULNERABILITY_STATUSES,
  type VulnerabilitySeverity,
  type VulnerabilityStatus
} from '#schemas/dependencies/enums.js'
import { counter, type Measure } from '../counters/counter.js'
import { byName, ever, ofEach, on, type Tally } from '../counters/tally.js'
import { HOUR_MS } from '../time/durations.js'

type Fixability = 'fixable' | 'unfixable'

declare module '../counters/counter.js' {
  interface SumWords {
    vulnerabilities:
      | ['vulnerabilities', VulnerabilityStatus, VulnerabilitySeverity]
      | ['vulnerabilities', 'ecosystem', string, VulnerabilityStatus, VulnerabilitySeverity, Fixability]
      | ['vulnerabilities', Fixability, VulnerabilityStatus, VulnerabilitySeverity]
      | ['vulnerabilities', 'detected' | 'closed' | 'fixed' | 'fix_hours']
  }
}

export interface CountedVulnerability {
  ecosystem: Ecosystem
  status: VulnerabilityStatus
  severity: VulnerabilitySeverity
  patchedVersion: string | null
  detectedAt: Date
  fixedAt: Date | null
  dismissedAt: Date | null
}

const fixabilityOf = (isFixable: boolean): Fixability => (isFixable ? 'fixable' : 'unfixable')

/** The days tell how many stood at the end of each of them. */
export function talliesOfVulnerability(one: CountedVulnerability): Tally[] {
  const { ecosystem, status, severity, patchedVersion, detectedAt, fixedAt, dismissedAt } = one
  const fixability = fixabilityOf(patchedVersion !== null)
  return [
    ever(counter('vulnerabilities', status, severity)),
    byName(counter('vulnerabilities', 'ecosystem', ecosystem, status, severity, fixability)),
    byName(counter('vulnerabilities', fixability, status, severity)),
    on(detectedAt, DETECTED),
    ...ofEach(fixedAt ?? dismissedAt, (at) => [on(at, CLOSED)]),
    ...ofEach(fixedAt, (at) => [
      on(at, FIXED),
      { ...on(at, FIX_HOURS), amount: hoursBetween(detectedAt, at) }
    ])
  ]
}

const hoursBetween = (from: Date, to: Date) =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / HOUR_MS))

export const DETECTED: Measure = counter('vulnerabilities', 'detected')
export const CLOSED: Measure = counter('vulnerabilities', 'closed')
export const FIXED: Measure = counter('vulnerabilities', 'fixed')
export const FIX_HOURS: Measure = counter('vulnerabilities', 'fix_hours')

export interface CountedFilter {
  status: VulnerabilityStatus | undefined
  severity: VulnerabilitySeverity | undefined
}

export const standingMeasure = (status: VulnerabilityStatus, severity: VulnerabilitySeverity): Measure =>
  counter('vulnerabilities', status, severity)

/** The counters whose sum is the number of vulnerabilities like this. */
export function vulnerabilityMeasures({ status, severity }: CountedFilter): Measure[] {
  const severities = severity === undefined ? VULNERABILITY_SEVERITIES : [severity]
  const statuses = status === undefined ? VULNERABILITY_STATUSES : [status]
  return statuses.flatMap((one) => severities.map((each) => counter('vulnerabilities', one, each)))
}

export interface NarrowFilter extends CountedFilter {
  ecosystem: Ecosystem | undefined
  isFixable: boolean | undefined
}

/** The same by ecosystem and by whether there is a fix, which are kept by name. */
export function narrowMeasures({ ecosystem, isFixable, status, severity }: NarrowFilter): Measure[] {
  const severities = severity === undefined ? VULNERABILITY_SEVERITIES : [severity]
  const statuses = status === undefined ? VULNERABILITY_STATUSES : [status]
  const fixabilities = (isFixable === undefined ? [true, false] : [isFixable]).map(fixabilityOf)
  const measureOf = (one: VulnerabilityStatus, each: VulnerabilitySeverity, fixability: Fixability) =>
    ecosystem === undefined
      ? counter('vulnerabilities', fixability, one, each)
      : counter('vulnerabilities', 'ecosystem', ecosystem, one, each, fixability)
  return statuses.flatMap((one) =>
    severities.flatMap((each) => fixabilities.map((fixability) => measureOf(one, each, fixability)))
  )
}

/** The counters of the open ones of an ecosystem. */
export const openMeasuresOf = (ecosystem: Ecosystem): Measure[] =>
  narrowMeasures({ ecosystem, status: 'open', severity: undefined, isFixable: undefined })
