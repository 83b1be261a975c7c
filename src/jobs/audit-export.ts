import { exportNightly } from '../services/audit-export.js'
import type { JobDefinition } from './index.js'

/** Writes the audit entries of the day before into a file. */
export const auditExport: JobDefinition<'audit.export'> = {
  handle: (deps) => exportNightly(deps),
  concurrency: 1,
  retryLimit: 5,
  timeoutSeconds: 3_600,
  schedule: '0 1 * * *',
  singleton: true
}
