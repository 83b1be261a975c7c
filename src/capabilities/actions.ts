import { retryRequestV1 } from '#domain/actions/retry-request.v1.js'
import { actionsJobs } from '#jobs/actions.js'
import { actionsGroup } from '#routes/actions.js'
import { cancelClashingActions } from '#store/actions/clashes.js'
import { actionIds } from '#store/actions/decision-field.js'
import { actionsTables } from '#store/actions/repository-tables.js'
import type { Capability } from './capability.js'

export const actionsCapability = {
  name: 'actions',
  groups: [actionsGroup],
  jobs: actionsJobs,
  evaluators: [retryRequestV1],
  tables: actionsTables,
  decisionField: actionIds,
  transfer: { endClashing: cancelClashingActions }
} satisfies Capability
