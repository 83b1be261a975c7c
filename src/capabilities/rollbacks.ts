import { rollbackCulpritV1 } from '#domain/rollbacks/rollback-culprit.v1.js'
import { rollbackJobs } from '#jobs/rollbacks.js'
import { rollbackGroup } from '#routes/rollbacks.js'
import { rollbackActionHooks } from '#services/rollbacks/action-hooks.js'
import { revertPriority } from '#services/rollbacks/priority.js'
import { requestUntested } from '#services/rollbacks/untested.js'
import { rollbackTables } from '#store/rollbacks/repository-tables.js'
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
  untestedLanding: requestUntested
} satisfies Capability
