import { enforcementV1 } from '#domain/enforcement/enforcement.v1.js'
import { enforcementJobs } from '#jobs/enforcement.js'
import { configResultsGroup } from '#routes/enforcement/config-results.js'
import { policiesGroup } from '#routes/enforcement/policies.js'
import { violationsGroup } from '#routes/enforcement/violations.js'
import { checkProtection } from '#services/enforcement/action-checks.js'
import { enforceAfterAction } from '#services/enforcement/requests.js'
import { enforcementTables } from '#store/enforcement/repository-tables.js'
import { violationsByStatus } from '#store/enforcement/stats.js'
import { enforcementEvents } from '#webhooks/enforcement.js'
import type { Capability } from './capability.js'

export const enforcementCapability = {
  name: 'enforcement',
  groups: [policiesGroup, violationsGroup, configResultsGroup],
  jobs: enforcementJobs,
  events: enforcementEvents,
  evaluators: [enforcementV1],
  actions: { stopOf: checkProtection, ended: enforceAfterAction },
  tables: enforcementTables,
  gauges: [
    {
      name: 'policy_violations',
      help: 'Violations of policies by status.',
      labelNames: ['status'],
      async read({ db }, set) {
        for (const { status, count } of await violationsByStatus(db)) set({ status }, count)
      }
    }
  ]
} satisfies Capability
