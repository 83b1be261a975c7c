// The jobs of the audit trail.

import type { Jobs } from '#queue/job.js'
import { deadLetterReport, generateReport } from '#services/audit/compliance.js'
import { exportNightly } from '#services/audit/export.js'

declare module '#deps.js' {
  interface JobPayloads {
    'audit.export': NoPayload
    'audit.report': { report_id: number }
    'audit.report.give-up': JobPayloads['audit.report']
  }
}

export const auditJobs = {
  /** Exports the audit entries of the previous day. */
  'audit.export': {
    handle: (deps) => exportNightly(deps),
    concurrency: 1,
    retryLimit: 5,
    timeoutSeconds: 3_600,
    schedule: '0 1 * * *',
    singleton: true
  },
  /** Generates a compliance report. */
  'audit.report': {
    handle: (deps, { report_id }) => generateReport(deps, report_id),
    concurrency: 1,
    retryLimit: 3,
    timeoutSeconds: 1_800,
    deadLetter: 'audit.report.give-up'
  },
  /** Marks a report as failed. */
  'audit.report.give-up': {
    handle: (deps, { report_id }) => deadLetterReport(deps, report_id),
    concurrency: 1,
    retryLimit: 20,
    timeoutSeconds: 30
  }
} satisfies Jobs
