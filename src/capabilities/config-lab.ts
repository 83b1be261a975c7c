import { configLabJobs } from '#jobs/config-lab.js'
import { configLabGroup } from '#routes/config-lab.js'
import { configLabEvents } from '#webhooks/config-lab.js'
import type { Capability } from './capability.js'

export const configLabCapability = {
  name: 'config-lab',
  groups: [configLabGroup],
  jobs: configLabJobs,
  events: configLabEvents
} satisfies Capability
