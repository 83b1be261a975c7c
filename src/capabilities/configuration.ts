import { configurationJobs } from '#jobs/configuration.js'
import { configGroup } from '#routes/configuration.js'
import { requestConfigRefresh, requestStaleConfigRefresh } from '#services/configuration/files.js'
import { moveConfigIfEmpty } from '#store/configuration/configs.js'
import { configurationTables } from '#store/configuration/repository-tables.js'
import { configurationEvents } from '#webhooks/configuration.js'
import type { Capability } from './capability.js'

export const configurationCapability = {
  name: 'configuration',
  groups: [configGroup],
  jobs: configurationJobs,
  events: configurationEvents,
  // The file is requested even if the lists could not be read: nothing is allowed until it has been read once.
  sync: { requested: requestConfigRefresh, ended: requestStaleConfigRefresh },
  tables: configurationTables,
  transfer: { endClashing: moveConfigIfEmpty }
} satisfies Capability
