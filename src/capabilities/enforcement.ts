import { enforcementV1 } from '#domain/enforcement/enforcement.v1.js'
import { enforcementJobs } from '#jobs/enforcement.js'
import { policiesGroup } from '#routes/enforcement/policies.js'
import { violationsGroup } from '#routes/enforcement/violations.js'
import { enforceAfterAction, enforceAfterEvent } from '#services/enforcement/requests.js'
import { stopWeakening } from '#services/enforcement/weakening.js'
import { enforcementTables } from '#store/enforcement/repository-tables.js'
import type { Capability } from './capability.js'

export const enforcementCapability = {
  name: 'enforcement',
  groups: [policiesGroup, violationsGroup],
  jobs: enforcementJobs,
  events: { part: enforceAfterEvent },
  evaluators: [enforcementV1],
  actions: { stopOf: stopWeakening, ended: enforceAfterAction },
  tables: enforcementTables
} satisfies Capability
