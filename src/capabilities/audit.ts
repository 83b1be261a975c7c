import { evidenceJobs } from '#jobs/audit.js'
import { auditGroup } from '#routes/audit.js'
import type { Capability } from './capability.js'

export const audit = {
  name: 'audit',
  groups: [auditGroup],
  jobs: evidenceJobs
} satisfies Capability
