import { configurationJobs } from '#jobs/configuration.js'
import { configGroup } from '#routes/configuration.js'
import { yieldEmptyConfig } from '#store/configuration/configs.js'
import { configurationTables } from '#store/configuration/repository-tables.js'
import { configurationEvents } from '#webhooks/configuration.js'
import type { Capability } from './capability.js'

export const configuration = {
  name: 'configuration',
  groups: [configGroup],
  jobs: configurationJobs,
  events: configurationEvents,
  tables: configurationTables,
  transfer: { endClashing: yieldEmptyConfig }
} satisfies Capability
