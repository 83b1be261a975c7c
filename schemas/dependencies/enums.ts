// Enumerations of dependencies.
import { enumeration } from '../enumeration.js'

/** The registries whose packages are told apart; `unknown` has neither an order of versions nor advisories. */
export const ECOSYSTEMS = enumeration('Ecosystem', [
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
])
export type Ecosystem = (typeof ECOSYSTEMS)[number]

/** Those of which manifests can be edited. */
export const UPDATE_ECOSYSTEMS = enumeration('UpdateEcosystem', [
  'npm',
  'pip',
  'go',
  'cargo',
  'composer',
  'rubygems',
  'maven',
  'nuget'
] as const satisfies readonly Ecosystem[])
export type UpdateEcosystem = (typeof UPDATE_ECOSYSTEMS)[number]

export const isUpdatable = (ecosystem: Ecosystem): ecosystem is UpdateEcosystem =>
  UPDATE_ECOSYSTEMS.some((one) => one === ecosystem)

export const ADVISORY_SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const
export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number]

export const VULNERABILITY_STATUSES = enumeration('VulnerabilityStatus', [
  'open',
  'pr_opened',
  'fixed',
  'dismissed'
])
export type VulnerabilityStatus = (typeof VULNERABILITY_STATUSES)[number]

/** The worst first. */
export const VULNERABILITY_SEVERITIES = enumeration('VulnerabilitySeverity', [
  'critical',
  'high',
  'medium',
  'low',
  'unknown'
])
export type VulnerabilitySeverity = (typeof VULNERABILITY_SEVERITIES)[number]

export const DISMISSAL_CATEGORIES = enumeration('DismissalCategory', [
  'fix_started',
  'inaccurate',
  'no_bandwidth',
  'not_used',
  'tolerable_risk'
])
export type DismissalCategory = (typeof DISMISSAL_CATEGORIES)[number]

/** `skipped`: the configuration or a waiver forbids it, or a later scan has ended first. */
export const SCAN_STATUSES = enumeration('ScanStatus', ['running', 'completed', 'failed', 'skipped'])
export type ScanStatus = (typeof SCAN_STATUSES)[number]

/** What was heard of the alerts of the host; `disabled`, `forbidden` and `missing` are no failures. */
export const ALERT_READINGS = enumeration('AlertReading', ['read', 'disabled', 'forbidden', 'missing'])
export type AlertReadingWord = (typeof ALERT_READINGS)[number]

/** What became of the text of a manifest. */
export const MANIFEST_STATUSES = enumeration('ManifestStatus', ['read', 'unreadable', 'too_large'])
export type ManifestStatus = (typeof MANIFEST_STATUSES)[number]

export const UPDATE_TYPES = enumeration('UpdateType', ['batch_minor_patch', 'critical'])
export type UpdateType = (typeof UPDATE_TYPES)[number]

export const UPDATE_BATCH_STATUSES = enumeration('UpdateBatchStatus', ['open', 'merged', 'closed'])
export type UpdateBatchStatus = (typeof UPDATE_BATCH_STATUSES)[number]
