import { branchRulesGroup } from '#routes/maintenance/branch-rules.js'
import { collaboratorsGroup } from '#routes/maintenance/collaborators.js'
import { maintainerGroup } from '#routes/maintenance/maintainer.js'
import { membersGroup } from '#routes/maintenance/members.js'
import { followMaintenanceAction } from '#services/maintenance/follow-up.js'
import { maintenanceTables } from '#store/maintenance/repository-tables.js'
import type { Capability } from './capability.js'

export const maintenanceCapability = {
  name: 'maintenance',
  groups: [membersGroup, collaboratorsGroup, branchRulesGroup, maintainerGroup],
  actions: { ended: followMaintenanceAction },
  tables: maintenanceTables
} satisfies Capability
