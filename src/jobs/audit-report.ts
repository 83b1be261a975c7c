import { makeReport } from '../services/compliance.js'
import type { JobDefinition } from './index.js'

/** Makes a compliance report. */
export const auditReport: JobDefinition<'audit.report'> = {
  handle: (deps, { report_id }) => makeReport(deps, report_id),
  concurrency: 1,
  retryLimit: 3,
  timeoutSeconds: 1_800,
  deadLetter: 'audit.report.bury'
}
