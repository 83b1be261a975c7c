// How many vulnerabilities stand, by their counters.
import {
  ECOSYSTEMS,
  type Ecosystem,
  VULNERABILITY_SEVERITIES,
  type VulnerabilitySeverity,
  type VulnerabilityStatus
} from '#schemas/dependencies/enums.js'
import type { Sums } from '../counters/tally.js'
import { openMeasuresOf, standingMeasure } from './tallies.js'

export interface StandingCounts {
  bySeverity: Record<VulnerabilitySeverity, number>
  prsOpened: number
}

export function standingCounts(sums: Sums): StandingCounts {
  const count = (status: VulnerabilityStatus, severity: VulnerabilitySeverity) =>
    sums.get(standingMeasure(status, severity)) ?? 0
  const bySeverity = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
  let prsOpened = 0
  for (const severity of VULNERABILITY_SEVERITIES) {
    bySeverity[severity] = count('open', severity)
    prsOpened += count('pr_opened', severity)
  }
  return { bySeverity, prsOpened }
}

/** Open ones of each ecosystem that has any, most first. */
export function openByEcosystem(sums: Sums): { ecosystem: Ecosystem; count: number }[] {
  const countOf = (ecosystem: Ecosystem) =>
    openMeasuresOf(ecosystem).reduce((count, measure) => count + (sums.get(measure) ?? 0), 0)
  return ECOSYSTEMS.map((ecosystem) => ({ ecosystem, count: countOf(ecosystem) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.ecosystem < b.ecosystem ? -1 : 1))
}
