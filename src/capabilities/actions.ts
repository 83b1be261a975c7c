import { retryRequestV1 } from '#domain/actions/retry-request.v1.js'
import { topic } from '#domain/counters/counter.js'
import { actionsJobs } from '#jobs/actions.js'
import { actionsGroup } from '#routes/actions.js'
import { cancelClashingActions } from '#store/actions/clashes.js'
import { actionIds } from '#store/actions/decision-field.js'
import { actionsTables } from '#store/actions/repository-tables.js'
import { seriesOf } from '#store/counters/series.js'
import type { Capability } from './capability.js'

export const actionsCapability = {
  name: 'actions',
  groups: [actionsGroup],
  jobs: actionsJobs,
  evaluators: [retryRequestV1],
  tables: actionsTables,
  decisionField: actionIds,
  transfer: { endClashing: cancelClashingActions },
  gauges: [
    {
      name: 'actions',
      help: 'Actions so far, by pillar (none: asked for by people) and status.',
      ...seriesOf('evidence', topic('actions', 'in'), ['pillar', 'status'])
    },
    {
      name: 'actions_blocked',
      help: 'Actions that were blocked so far, by reason and type.',
      ...seriesOf('evidence', topic('actions', 'blocked'), ['reason', 'action'])
    }
  ]
} satisfies Capability
