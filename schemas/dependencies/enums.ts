// Enumerations of dependencies.

/** The registries whose packages are told apart; `unknown` has neither an order of versions nor advisories. */
export const ECOSYSTEMS = [
  'npm',
  'pip',
  'go',
  'maven',
  'rubygems',
  'cargo',
  'nuget',
  'composer',
  'pub',
  'hex',
  'conan',
  'cran',
  'hackage',
  'swift',
  'actions',
  'unknown'
] as const
export type Ecosystem = (typeof ECOSYSTEMS)[number]

export const ADVISORY_SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const
export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number]
