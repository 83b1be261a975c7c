import { rollbackCulpritV1 } from '#domain/rollbacks/rollback-culprit.v1.js'
import { rollbackJobs } from '#jobs/rollbacks.js'
import { rollbackGroup } from '#routes/rollbacks.js'
import { rollbackActionHooks } from '#services/rollbacks/action-hooks.js'
import { revertPriority } from '#services/rollbacks/priority.js'
import { requestUntested } from '#services/rollbacks/untested.js'
import { PIPELINE_RETENTION_MS } from '#services/telemetry/retention.js'
import { rollbacksByStatus } from '#store/rollbacks/lists.js'
import { rollbackTables } from '#store/rollbacks/repository-tables.js'
import { dropFailedRollbacks } from '#store/rollbacks/rollbacks.js'
import { rollbackHandlers, rollbackListings } from '#webhooks/rollbacks.js'
import type { Capability } from './capability.js'

export const rollbacksCapability = {
  name: 'rollbacks',
  groups: [rollbackGroup],
  jobs: rollbackJobs,
  events: rollbackHandlers,
  listings: rollbackListings,
  evaluators: [rollbackCulpritV1],
  actions: rollbackActionHooks,
  tables: rollbackTables,
  queuePriority: revertPriority,
  untestedLanding: requestUntested,
  retention: [{ retentionMs: PIPELINE_RETENTION_MS, atOnce: 1_000, drop: dropFailedRollbacks }],
  gauges: [
    {
      name: 'rollbacks',
      help: 'Rollbacks of merges by status.',
      labelNames: ['status'],
      async read({ db }, set) {
        for (const { status, count } of await rollbacksByStatus(db)) set({ status }, count)
      }
    }
  ]
} satisfies Capability
