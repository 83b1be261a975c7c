import { dependencyScanV1 } from '#domain/dependencies/dependency-scan.v1.js'
import { dependencyUpdateV1 } from '#domain/dependencies/dependency-update.v1.js'
import { dependencyJobs } from '#jobs/dependencies.js'
import { dependencyGroup } from '#routes/dependencies/dependencies.js'
import { scanRetention } from '#services/dependencies/sweep.js'
import { dependencyActionHooks } from '#services/dependencies/updates/follow.js'
import { dependencyTables } from '#store/dependencies/repository-tables.js'
import { vulnerabilitiesByStatus } from '#store/dependencies/stats.js'
import { dependencyEvents, dependencyListings } from '#webhooks/dependencies.js'
import type { Capability } from './capability.js'

export const dependenciesCapability = {
  name: 'dependencies',
  groups: [dependencyGroup],
  jobs: dependencyJobs,
  events: dependencyEvents,
  listings: dependencyListings,
  actions: dependencyActionHooks,
  evaluators: [dependencyScanV1, dependencyUpdateV1],
  tables: dependencyTables,
  retention: scanRetention,
  gauges: [
    {
      name: 'vulnerabilities',
      help: 'Vulnerabilities by status and severity.',
      labelNames: ['status', 'severity'],
      async read({ db }, set) {
        for (const { status, severity, count } of await vulnerabilitiesByStatus(db))
          set({ status, severity }, count)
      }
    }
  ]
} satisfies Capability
