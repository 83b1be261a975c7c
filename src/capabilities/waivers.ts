import { waiversJobs } from '#jobs/waivers.js'
import { waiversGroup } from '#routes/waivers.js'
import { waiversTables } from '#store/waivers/repository-tables.js'
import type { Capability } from './capability.js'

export const waiversCapability = {
  name: 'waivers',
  groups: [waiversGroup],
  jobs: waiversJobs,
  tables: waiversTables
} satisfies Capability
