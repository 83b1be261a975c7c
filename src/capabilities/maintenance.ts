import { branchCleanupV1 } from '#domain/maintenance/branch-cleanup.v1.js'
import { staleV1 } from '#domain/maintenance/stale.v1.js'
import { maintenanceJobs } from '#jobs/maintenance.js'
import { branchRulesGroup } from '#routes/maintenance/branch-rules.js'
import { collaboratorsGroup } from '#routes/maintenance/collaborators.js'
import { maintainerGroup } from '#routes/maintenance/maintainer.js'
import { membersGroup } from '#routes/maintenance/members.js'
import { maintenanceActionHooks } from '#services/maintenance/action-hooks.js'
import { maintenanceTables } from '#store/maintenance/repository-tables.js'
import { maintenanceEvents } from '#webhooks/maintenance.js'
import type { Capability } from './capability.js'

export const maintenanceCapability = {
  name: 'maintenance',
  groups: [membersGroup, collaboratorsGroup, branchRulesGroup, maintainerGroup],
  jobs: maintenanceJobs,
  events: maintenanceEvents,
  evaluators: [staleV1, branchCleanupV1],
  actions: maintenanceActionHooks,
  tables: maintenanceTables
} satisfies Capability
