import { auditJobs } from '#jobs/audit.js'
import { auditGroup } from '#routes/audit.js'
import type { Capability } from './capability.js'

export const auditCapability = {
  name: 'audit',
  groups: [auditGroup],
  jobs: auditJobs
} satisfies Capability
