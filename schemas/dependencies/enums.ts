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

/** Those of which manifests can be edited. */
export const UPDATE_ECOSYSTEMS = [
  'npm',
  'pip',
  'go',
  'cargo',
  'composer',
  'rubygems',
  'maven',
  'nuget'
] as const satisfies readonly Ecosystem[]
export type UpdateEcosystem = (typeof UPDATE_ECOSYSTEMS)[number]

export const isUpdatable = (ecosystem: Ecosystem): ecosystem is UpdateEcosystem =>
  UPDATE_ECOSYSTEMS.some((one) => one === ecosystem)

export const ADVISORY_SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const
export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number]

export const VULNERABILITY_STATUSES = ['open', 'pr_opened', 'fixed', 'dismissed'] as const
export type VulnerabilityStatus = (typeof VULNERABILITY_STATUSES)[number]

/** The worst first. */
export const VULNERABILITY_SEVERITIES = ['critical', 'high', 'medium', 'low', 'unknown'] as const
export type VulnerabilitySeverity = (typeof VULNERABILITY_SEVERITIES)[number]

export const DISMISSAL_CATEGORIES = [
  'fix_started',
  'inaccurate',
  'no_bandwidth',
  'not_used',
  'tolerable_risk'
] as const
export type DismissalCategory = (typeof DISMISSAL_CATEGORIES)[number]

/** `skipped`: the configuration or a waiver forbids it, or a later scan has ended first. */
export const SCAN_STATUSES = ['running', 'completed', 'failed', 'skipped'] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]

/** What was heard of the alerts of the host; `disabled`, `forbidden` and `missing` are no failures. */
export const ALERT_READINGS = ['read', 'disabled', 'forbidden', 'missing'] as const
export type AlertReadingWord = (typeof ALERT_READINGS)[number]

/** What became of the text of a manifest. */
export const MANIFEST_STATUSES = ['read', 'unreadable', 'too_large'] as const
export type ManifestStatus = (typeof MANIFEST_STATUSES)[number]

export const UPDATE_TYPES = ['batch_minor_patch', 'critical'] as const
export type UpdateType = (typeof UPDATE_TYPES)[number]

export const UPDATE_BATCH_STATUSES = ['open', 'merged', 'closed'] as const
export type UpdateBatchStatus = (typeof UPDATE_BATCH_STATUSES)[number]
