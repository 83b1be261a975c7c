// Enumerations of flaky tests.
import { enumeration } from '../enumeration.js'

export const FLAKY_STATUSES = enumeration('FlakyTestStatus', [
  'tracked',
  'quarantined',
  'graduated',
  'dismissed'
])
export type FlakyStatus = (typeof FLAKY_STATUSES)[number]

/** What the results of a test say of it. */
export const TEST_STANDINGS = enumeration('TestStanding', ['undecided', 'stable', 'flaky', 'broken'])
export type TestStanding = (typeof TEST_STANDINGS)[number]

export const TEST_STATUSES = ['passed', 'failed', 'errored', 'skipped'] as const
export type TestStatus = (typeof TEST_STATUSES)[number]

/** `retried`: it failed, and passed when it was run again. */
export const REMEMBERED_RESULTS = enumeration('RememberedTestResult', ['passed', 'failed', 'retried'])

/** What has become of the reports of a CI run. */
export const TEST_RUN_STATUSES = enumeration('TestRunStatus', [
  'pending',
  'read',
  'without_reports',
  'skipped',
  'failed'
])
export type TestRunStatus = (typeof TEST_RUN_STATUSES)[number]

/** A test with this score fails as often as it passes. */
export const HIGH_FLAKINESS = 0.5

/** Shows that an issue or a pull request is about quarantined tests. */
export const QUARANTINE_LABEL = 'flaky-test-quarantine'
export const QUARANTINE_LABEL_COLOR = 'fbca04'
