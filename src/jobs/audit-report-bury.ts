import { buryReport } from '../services/compliance.js'
import type { JobDefinition } from './index.js'

/** Lets a report show that it was given up. */
export const auditReportBury: JobDefinition<'audit.report.bury'> = {
  handle: (deps, { report_id }) => buryReport(deps, report_id),
  concurrency: 1,
  retryLimit: 20,
  timeoutSeconds: 30
}
